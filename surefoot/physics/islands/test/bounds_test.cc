#include "surefoot/physics/islands/bounds.h"

#include <gtest/gtest.h>

#include <random>

namespace surefoot::islands {
namespace {

world::Link Body(const world::Geometry& shape, const Vector3d& p_LG) {
  world::Link link;
  link.name = "link" + std::to_string(static_cast<int>(100 * p_LG.x()));
  link.inertia.mass = 1.0;
  link.inertia.I_BBcm_B = Matrix3d::Identity();
  world::Collision collision;
  collision.name = "shape";
  collision.geometry = shape;
  collision.X_LG = RigidTransform(QuaternionFromRpy(0.3, 0.2, 0.1), p_LG);
  link.collisions.push_back(collision);
  return link;
}

std::shared_ptr<const world::World> WorldOf(const world::Model& model) {
  world::WorldSpec spec;
  spec.models.push_back({"one", RigidTransform(), std::make_shared<world::Model>(model)});
  return world::MakeWorld(spec, nullptr).value();
}

TEST(ModelBounds, HoldEveryPointOfAShapeAsLongAsTheyLookAhead) {
  world::Model model;
  model.name = "model";
  const Vector3d half(0.2, 0.5, 0.1);
  model.links.push_back(Body(world::Box{2.0 * half}, Vector3d(0.4, -0.3, 0.2)));
  const auto world = WorldOf(model);
  const ModelBounds bounds(*world, 0);
  ASSERT_TRUE(bounds.has_shapes());
  std::mt19937 random(2);
  std::uniform_real_distribution<double> draw(-1.0, 1.0);
  const auto vector = [&] { return Vector3d(draw(random), draw(random), draw(random)); };
  physics::State state = physics::MakeInitialState(*world);
  for (int round = 0; round < 500; ++round) {
    RigidTransform& X_WL = state.X_WL[0];
    X_WL = RigidTransform(Quaterniond::UnitRandom(), 5.0 * vector());
    state.V_WL_W[0].v = 10.0 * vector();
    state.V_WL_W[0].w = 20.0 * vector();
    constexpr double kAhead = 0.02;
    const Eigen::AlignedBox3d swept = bounds.ComputeReach(state, 0, kAhead).swept;
    for (int corner = 0; corner < 8; ++corner) {
      const Vector3d sign(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
      const Vector3d p_L = model.links[0].collisions[0].X_LG * Vector3d(sign.cwiseProduct(half));
      for (const double time : {0.0, 0.5 * kAhead, kAhead}) {
        // The link translates and rotates at constant velocities.
        const Vector3d& w = state.V_WL_W[0].w;
        const Quaterniond turn(Eigen::AngleAxisd(w.norm() * time, w.normalized()));
        const Vector3d p_W = X_WL.p + time * state.V_WL_W[0].v + turn * (X_WL.q * p_L);
        ASSERT_LT(swept.exteriorDistance(p_W), 1e-12) << round;
      }
    }
  }
}

TEST(ModelBounds, AreTightAtRest) {
  world::Model model;
  model.name = "model";
  model.links.push_back(Body(world::Sphere{0.5}, Vector3d(1.0, 0.0, 0.0)));
  model.links[0].collisions[0].X_LG.q = Quaterniond::Identity();
  const auto world = WorldOf(model);
  const physics::State state = physics::MakeInitialState(*world);
  const Eigen::AlignedBox3d box = ModelBounds(*world, 0).ComputeReach(state, 0, 0.01).swept;
  EXPECT_TRUE(box.min().isApprox(Vector3d(0.5, -0.5, -0.5)));
  EXPECT_TRUE(box.max().isApprox(Vector3d(1.5, 0.5, 0.5)));
}

TEST(ModelBounds, OfNothingAreEmpty) {
  world::Model model;
  model.name = "model";
  model.links.push_back(Body(world::Sphere{0.5}, Vector3d::Zero()));
  model.links[0].collisions.clear();
  const auto world = WorldOf(model);
  const ModelBounds bounds(*world, 0);
  EXPECT_FALSE(bounds.has_shapes());
  EXPECT_TRUE(bounds.ComputeReach(physics::MakeInitialState(*world), 0, 0.01).swept.isEmpty());
}

}  // namespace
}  // namespace surefoot::islands
