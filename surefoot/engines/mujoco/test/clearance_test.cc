#include "surefoot/engines/mujoco/clearance.h"

#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include <random>

#include "surefoot/engines/mujoco/build.h"
#include "surefoot/math/quaternion_array.h"

namespace surefoot::engines::mujoco {
namespace {

world::Collision Shape(const world::Geometry& geometry, const RigidTransform& X_LG = {}) {
  world::Collision collision;
  collision.name = "shape";
  collision.geometry = geometry;
  collision.X_LG = X_LG;
  return collision;
}

world::ModelInstance Place(const std::string& name, std::vector<world::Collision> shapes,
                           bool is_static, const RigidTransform& X_WM = {}) {
  world::Link link;
  link.name = "link";
  link.inertia.mass = 1.0;
  link.inertia.I_BBcm_B = Vector3d(0.02, 0.03, 0.04).asDiagonal();
  link.collisions = std::move(shapes);
  for (std::size_t i = 0; i < link.collisions.size(); ++i) {
    link.collisions[i].name += std::to_string(i);
  }
  auto model = std::make_shared<world::Model>();
  model->name = name;
  model->is_static = is_static;
  model->links.push_back(link);
  world::ModelInstance instance;
  instance.name = name;
  instance.model = model;
  instance.X_WM = X_WM;
  return instance;
}

world::HeightMap Stones(std::mt19937* random) {
  auto field = std::make_shared<HeightField>();
  field->rows = 53;
  field->cols = 70;
  field->size_x = 3.0;
  field->size_y = 2.2;
  std::uniform_real_distribution<float> height(0.0F, 0.1F);
  for (int i = 0; i < field->rows * field->cols; ++i) field->heights.push_back(height(*random));
  world::HeightMap map;
  map.field = field;
  return map;
}

physics::BackendArgs Args(world::WorldSpec spec) {
  physics::BackendArgs args;
  args.world = world::MakeWorld(std::move(spec), nullptr).value();
  for (int i = 0; i < args.world->model_count(); ++i) args.models.push_back(i);
  return args;
}

/// A random pose near the field, slightly tilted or in any orientation.
void PutAnywhere(std::mt19937* random, mjData* data) {
  std::uniform_real_distribution<double> from(-1.0, 1.0);
  data->qpos[0] = 2.0 * from(*random);
  data->qpos[1] = 1.6 * from(*random);
  data->qpos[2] = 0.3 + 0.35 * from(*random);
  const double max = from(*random) > 0.0 ? 0.1 : 1.0;
  const Quaterniond q(1.0, max * from(*random), max * from(*random), max * from(*random));
  PutQuaternion(q.normalized(), data->qpos + 3);
}

TEST(ClearanceTest, NothingTouchesWhereItIsClear) {
  std::mt19937 random(5);
  world::WorldSpec spec;
  const RigidTransform X_tilted(
      Quaterniond(Eigen::AngleAxisd(0.1, Vector3d(1.0, 2.0, 0.0).normalized())),
      Vector3d(0.1, 0.2, 0.05));
  spec.models = {
      Place("stones", {Shape(Stones(&random))}, true, X_tilted),
      Place("floor", {Shape(world::Plane())}, true, RigidTransform(Vector3d(0.0, 0.0, -0.3))),
      Place("robot",
            {Shape(world::Box{Vector3d(0.8, 0.4, 0.1)}),
             Shape(world::Capsule{0.05, 0.3}, RigidTransform(Vector3d(0.2, 0.0, 0.1))),
             Shape(world::Ellipsoid{Vector3d(0.1, 0.2, 0.15)},
                   RigidTransform(Vector3d(-0.2, 0.0, 0.1)))},
            false)};
  const Built built = Build(Args(spec)).value();
  const DataHandle data = MakeData(*built.model);
  const Clearance clearance(*built.model);
  int clear = 0;
  int touching = 0;
  for (int i = 0; i < 3000; ++i) {
    PutAnywhere(&random, data.get());
    mj_kinematics(built.model.get(), data.get());
    const bool is_clear = clearance.IsClear(*built.model, *data);
    mj_collision(built.model.get(), data.get());
    if (is_clear) {
      ASSERT_EQ(data->ncon, 0) << i;
    }
    clear += is_clear ? 1 : 0;
    touching += data->ncon > 0 ? 1 : 0;
  }
  EXPECT_GT(touching, 800);
  // The bounds detect more than half of the poses without contact.
  EXPECT_GT(2 * clear, 3000 - touching) << clear << " clear, " << touching << " touch";
}

TEST(ClearanceTest, DoesNotJudgeWhatItDoesNotKnow) {
  for (const bool is_static : {true, false}) {
    world::WorldSpec spec;
    const RigidTransform X_far(Vector3d(50.0, 0.0, 0.0));
    spec.models = {Place("other", {Shape(world::Sphere{0.1})}, is_static, X_far),
                   Place("robot", {Shape(world::Sphere{0.1})}, false)};
    const Built built = Build(Args(spec)).value();
    const DataHandle data = MakeData(*built.model);
    mj_kinematics(built.model.get(), data.get());
    EXPECT_FALSE(Clearance(*built.model).IsClear(*built.model, *data)) << is_static;
  }
}

}  // namespace
}  // namespace surefoot::engines::mujoco
