#include "surefoot/view/pose_packer.h"

#include <gtest/gtest.h>

#include <random>

#include "surefoot/physics/kinematics.h"
#include "surefoot/sim/test/small_world.h"
#include "surefoot/view/scene.h"
#include "surefoot/view/test/viewer.h"

namespace surefoot::view {
namespace {

using world::JointType;

RigidTransform SomePose(std::mt19937* random) {
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  return RigidTransform(
      Quaterniond(any(*random), any(*random), any(*random), any(*random)).normalized(),
      Vector3d(any(*random), any(*random), any(*random)));
}

/// A tree with every kind of joint, links fixed to moving ones, and rotated frames.
world::Model EveryJoint(std::mt19937* random) {
  const std::vector<JointType> types = {
      JointType::kRevolute, JointType::kFixed,     JointType::kPrismatic, JointType::kContinuous,
      JointType::kFixed,    JointType::kUniversal, JointType::kBall,      JointType::kScrew,
      JointType::kPlanar,   JointType::kRevolute};
  world::Model model = world::test::MakeRow(static_cast<int>(types.size()) + 1);
  for (world::Link& link : model.links) link.X_ML = SomePose(random);
  for (std::size_t i = 0; i < types.size(); ++i) {
    world::test::Connect(&model, types[i], static_cast<int>(i / 2), static_cast<int>(i) + 1);
    world::Joint& joint = model.joints.back();
    const RigidTransform X_CJ = SomePose(random);
    joint.X_PJ = joint.X_PJ * X_CJ;
    joint.X_CJ = X_CJ;
    joint.axes[0].axis_J = Vector3d(1.0, 2.0, -0.5).normalized();
    joint.axes[1].axis_J = Vector3d(2.0, -1.0, 0.0).normalized();
  }
  return model;
}

/// Poses rebuilt from the records are those of the links.
void ExpectSame(const std::shared_ptr<const world::World>& world, const physics::State& state) {
  sim::SimulationOptions options;
  options.engine = sim::test::FakeFactory();
  auto simulation = sim::Simulation::Make(world, options);
  ASSERT_TRUE(simulation.ok()) << simulation.error().message;
  Assets assets;
  const std::string scene = SceneJson(*simulation.value(), {}, &assets);
  std::map<std::string, std::string> files;
  for (const Asset& asset : assets.EndScene().added) {
    files[asset.name] = std::string(asset.bytes->begin(), asset.bytes->end());
  }
  test::Viewer viewer(scene, [&](const std::string& name) { return files.at(name); });
  PosePacker packer(world);
  Bytes data;
  packer.Pack(state, true, 0.0, &data);
  EXPECT_GT(viewer.Take(data), 0);
  ASSERT_EQ(viewer.size(), state.X_WL.size());
  for (int link = 0; link < world->link_count(); ++link) {
    const RigidTransform& X_WL = state.X_WL[static_cast<std::size_t>(link)];
    const Eigen::Isometry3d seen = viewer.PoseOf(link);
    EXPECT_LT((seen.translation() - X_WL.p).norm(), 1e-3) << world->LinkName(link);
    EXPECT_LT(Quaterniond(seen.rotation()).angularDistance(X_WL.q), 1e-3) << world->LinkName(link);
  }
}

TEST(PosePackerTest, LinksAreWhereTheRecordsSay) {
  std::mt19937 random(7);
  for (int round = 0; round < 10; ++round) {
    world::WorldSpec spec;
    auto model = std::make_shared<world::Model>(EveryJoint(&random));
    // Relative to the child instead of the parent: the last link floats unless the tree is
    // reversed.
    if (round % 2 == 1) std::swap(model->joints[9].parent, model->joints[9].child);
    if (round % 2 == 1) std::swap(model->joints[9].X_PJ, model->joints[9].X_CJ);
    auto pendulum = std::make_shared<world::Model>(*sim::test::Pendulum());
    spec.models.push_back({"robot", SomePose(&random), model});
    spec.models.push_back({"pendulum", SomePose(&random), pendulum});
    spec.models.push_back({"floor", SomePose(&random), sim::test::Floor()});
    auto world = world::MakeWorld(spec, nullptr);
    ASSERT_TRUE(world.ok()) << world.error().message;
    physics::State state = physics::MakeInitialState(*world.value());
    std::uniform_real_distribution<double> angle(-9.0, 9.0);
    for (int i = 0; i < world.value()->joint_count(); ++i) {
      const world::JointLayout& joint = world.value()->joint(i);
      for (int k = 0; k < joint.q_count; ++k) {
        state.q[static_cast<std::size_t>(joint.q + k)] = angle(random);
      }
      if (world.value()->joint_spec(i).type == JointType::kBall) {
        const Quaterniond q = SomePose(&random).q;
        const double wxyz[] = {q.w(), q.x(), q.y(), q.z()};
        for (int k = 0; k < 4; ++k) state.q[static_cast<std::size_t>(joint.q + k)] = wxyz[k];
      }
    }
    state.X_WL[0] = SomePose(&random);
    for (int m = 0; m < world.value()->model_count(); ++m) {
      physics::ForwardKinematics(*world.value(), m, &state);
    }
    ExpectSame(world.value(), state);
  }
}

TEST(PosePackerTest, ReportsWhatMovedOfLate) {
  world::WorldSpec spec;
  spec.models.push_back({"a", {}, sim::test::Ball()});
  spec.models.push_back({"b", RigidTransform(Vector3d(5, 0, 0)), sim::test::Ball()});
  auto world = world::MakeWorld(spec, nullptr);
  ASSERT_TRUE(world.ok());
  physics::State state = physics::MakeInitialState(*world.value());
  PosePacker packer(world.value());
  Bytes data;
  EXPECT_TRUE(packer.Look(state, 0.0));
  EXPECT_FALSE(packer.Look(state, 0.6));
  packer.Pack(state, false, 0.6, &data);
  EXPECT_TRUE(data.empty());
  packer.Pack(state, true, 0.6, &data);
  EXPECT_EQ(data.size(), 44U);
  state.X_WL[1].p.x() += 0.001;
  EXPECT_TRUE(packer.Look(state, 0.7));
  packer.Pack(state, false, 0.7, &data);
  EXPECT_EQ(data.size(), 22U);
  EXPECT_EQ(data[0], 1);
  // Small oscillations count as rest; a drift does not.
  for (int i = 1; i <= 20; ++i) {
    state.X_WL[1].p.y() = i % 2 == 0 ? 1e-5 : -1e-5;
    packer.Look(state, 0.7 + 0.1 * i);
  }
  EXPECT_FALSE(packer.Look(state, 2.8));
  for (int i = 1; i <= 20; ++i) {
    state.X_WL[1].p.y() += 1e-5;
    packer.Look(state, 2.8 + 0.1 * i);
  }
  EXPECT_TRUE(packer.Look(state, 4.9));
}

}  // namespace
}  // namespace surefoot::view
