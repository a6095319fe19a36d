#include <gtest/gtest.h>

#include "surefoot/ground/hub.h"
#include "surefoot/physics/state.h"
#include "surefoot/world/test/build_model.h"

namespace surefoot::ground {
namespace {

using world::Cylinder;
using world::JointType;
using world::Model;

constexpr double kQuarter = 1.5707963267948966;

/// A base of 10 kg and wheels of 2 kg and radius 0.5 m about the model's y axis; the wheel's link
/// has its axle along z.
Model Cart(const std::vector<Vector3d>& wheels, double base_inertia) {
  Model model;
  model.name = "cart";
  model.links.push_back(world::test::MakeLink("base", 10.0));
  model.links[0].X_ML = RigidTransform(Vector3d(0, 0, 0.5));
  model.links[0].collisions[0].geometry = world::Box{Vector3d(0.1, 0.1, 0.1)};
  model.links[0].inertia.I_BBcm_B = base_inertia * Matrix3d::Identity();
  for (const Vector3d& p_M : wheels) {
    const int link = static_cast<int>(model.links.size());
    model.links.push_back(world::test::MakeLink("wheel" + std::to_string(link), 2.0));
    model.links.back().X_ML = RigidTransform(QuaternionFromRpy(-kQuarter, 0, 0), p_M);
    model.links.back().collisions[0].geometry = Cylinder{0.5, 0.1};
    model.links.back().inertia.I_BBcm_B = Vector3d(0.15, 0.15, 0.25).asDiagonal();
    world::test::Connect(&model, JointType::kContinuous, 0, link);
  }
  return model;
}

std::shared_ptr<const world::World> WorldOf(const Model& model, const RigidTransform& X_WM = {}) {
  world::WorldSpec spec;
  spec.models.push_back(world::ModelInstance{"cart", X_WM, std::make_shared<const Model>(model)});
  return world::MakeWorld(spec, nullptr).value();
}

TEST(EffectiveMass, OfOneWheelUnderItsBase) {
  Model model = Cart({Vector3d(0, 0, 0.5)}, 1.0);
  model.joints[0].axes[0].armature = 0.05;
  const auto masses = EffectiveMasses(*WorldOf(model));
  ASSERT_EQ(masses.size(), 1u);
  // The wheel spins under the base; a lateral force tips the whole model.
  EXPECT_NEAR(1.0 / masses[0].x, 1.0 / 12.0 + 0.25 / 0.3, 1e-2);
  EXPECT_NEAR(1.0 / masses[0].y, 1.0 / 12.0 + 0.25 / 1.15, 1e-6);
  EXPECT_NEAR(1.0 / masses[0].z, 1.0 / 12.0, 1e-6);
}

TEST(EffectiveMass, FourWheelsShareABodyThatHardlyTurns) {
  const auto masses = EffectiveMasses(*WorldOf(
      Cart({Vector3d(1, 1, 0.5), Vector3d(1, -1, 0.5), Vector3d(-1, 1, 0.5), Vector3d(-1, -1, 0.5)},
           1e6)));
  ASSERT_EQ(masses.size(), 4u);
  for (const EffectiveMass& mass : masses) {
    EXPECT_NEAR(mass.y, 18.0 / 4.0, 1e-3);
    EXPECT_NEAR(mass.z, 18.0 / 4.0, 1e-3);
    EXPECT_NEAR(1.0 / mass.x, 4.0 / 18.0 + 0.25 / 0.25, 1e-3);
  }
}

/// A wheel on a slide: only its own mass resists forces along the slide.
TEST(EffectiveMass, ASpringCarriesTheBody) {
  Model model = Cart({Vector3d(0, 0, 0.5)}, 1.0);
  model.links.push_back(world::test::MakeLink("carrier", 0.5));
  model.links.back().X_ML = RigidTransform(Vector3d(0, 0, 0.5));
  model.links.back().collisions.clear();
  model.joints.clear();
  world::test::Connect(&model, JointType::kPrismatic, 0, 2);
  world::test::Connect(&model, JointType::kContinuous, 2, 1);
  model.joints[1].X_PJ = RigidTransform(QuaternionFromRpy(-kQuarter, 0, 0), Vector3d::Zero());
  const auto world = WorldOf(model);
  const auto masses = EffectiveMasses(*world);
  ASSERT_EQ(masses.size(), 1u);
  EXPECT_NEAR(masses[0].z, 2.5, 1e-3);
}

TEST(Hub, AxesStandStillWhileTheWheelSpins) {
  Model model = Cart({Vector3d(0, 0, 0.5)}, 1.0);
  model.joints[0].axes[0].axis_J = -Vector3d::UnitZ();  // counts backwards
  const auto world =
      WorldOf(model, RigidTransform(QuaternionFromRpy(0, 0, kQuarter), Vector3d(3, 0, 0)));
  physics::State state = physics::MakeInitialState(*world);
  const Hub hub(*world, world->wheels()[0]);
  for (const double turned : {0.0, 0.7, 2.5}) {
    state.q[0] = -turned;
    state.v[0] = -4.0;
    state.X_WL[1].q = Quaterniond(Eigen::AngleAxisd(turned, -Vector3d::UnitX())) *
                      QuaternionFromRpy(0, 0, kQuarter) * QuaternionFromRpy(-kQuarter, 0, 0);
    state.V_WL_W[1].w = 4.0 * -Vector3d::UnitX() + 0.1 * Vector3d::UnitZ();
    state.V_WL_W[1].v = Vector3d(0, 2, 0);
    const HubMotion motion = hub.MotionOf(state);
    EXPECT_NEAR((motion.axle_W + Vector3d::UnitX()).norm(), 0.0, 1e-9);
    EXPECT_NEAR((motion.forward_W - Vector3d::UnitY()).norm(), 0.0, 1e-9);
    EXPECT_NEAR((motion.up_W - Vector3d::UnitZ()).norm(), 0.0, 1e-9);
    EXPECT_NEAR((motion.p_WC - Vector3d(3, 0, 0.5)).norm(), 0.0, 1e-9);
    EXPECT_NEAR((motion.v_WC - Vector3d(0, 2, 0)).norm(), 0.0, 1e-9);
    EXPECT_NEAR((motion.w_W - Vector3d(0, 0, 0.1)).norm(), 0.0, 1e-9);
    EXPECT_DOUBLE_EQ(motion.spin, 4.0);
    EXPECT_DOUBLE_EQ(motion.angle, turned);
  }
}

}  // namespace
}  // namespace surefoot::ground
