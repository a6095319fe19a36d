#include "surefoot/physics/joint_coordinates.h"

#include <gtest/gtest.h>

#include "surefoot/physics/kinematics.h"
#include "surefoot/physics/test/random_model.h"

namespace surefoot::physics {
namespace {

using world::JointType;

TEST(JointCoordinates, InvertPoseAndTwist) {
  RandomStream random(1, "coordinates");
  for (const JointType type :
       {JointType::kRevolute, JointType::kContinuous, JointType::kPrismatic, JointType::kScrew,
        JointType::kUniversal, JointType::kBall, JointType::kPlanar, JointType::kFloating}) {
    for (int i = 0; i < 50; ++i) {
      world::Joint joint;
      joint.type = type;
      test::SetRandomAxes(&joint, &random);
      double q[7] = {};
      double v[6] = {};
      test::SetRandomPosition(type, &random, q);
      for (double& value : v) value = random.Uniform(-1.0, 1.0);
      // Beyond half a turn, angles continue from their old values; a screw's advance determines
      // full turns.
      const bool turns = type == JointType::kRevolute || type == JointType::kScrew;
      if (turns) q[0] += 12.0;
      double got_q[7] = {turns && type != JointType::kScrew ? 12.0 : 0.0};
      double got_v[6] = {};
      JointCoordinates(joint, JointPose(joint, q), JointTwist(joint, q, v), got_q, got_v);
      const RigidTransform X = JointPose(joint, q);
      EXPECT_LT((X.Inverse() * JointPose(joint, got_q)).p.norm(), 1e-12);
      EXPECT_LT(X.q.angularDistance(JointPose(joint, got_q).q), 1e-7);
      if (turns) {
        EXPECT_NEAR(got_q[0], q[0], 1e-9) << world::JointTypeName(type);
      }
      for (int k = 0; k < world::VelocityCount(type); ++k) {
        EXPECT_NEAR(got_v[k], v[k], 1e-9) << world::JointTypeName(type);
      }
    }
  }
}

/// A chain of three links whose end is held to the world by a fourth joint.
world::Model MakeLoop() {
  world::Model model = world::test::MakeRow(3);
  world::test::Connect(&model, JointType::kRevolute, world::kWorldLink, 0);
  world::test::Connect(&model, JointType::kRevolute, 0, 1);
  world::test::Connect(&model, JointType::kRevolute, 1, 2);
  world::test::Connect(&model, JointType::kRevolute, world::kWorldLink, 2);
  return model;
}

State InitialState(const world::Model& model) {
  world::WorldSpec spec;
  spec.models.push_back(
      world::ModelInstance{"m", RigidTransform(), std::make_shared<world::Model>(model)});
  const auto made = world::MakeWorld(spec, nullptr);
  EXPECT_TRUE(made.ok()) << made.error().message;
  return MakeInitialState(*made.value());
}

TEST(InitialState, LoopJointsFollowTheLinks) {
  world::Model model = MakeLoop();
  model.initial_positions = {{0, 0, 0.3}, {1, 0, 0.2}, {2, 0, -0.1}};
  EXPECT_NEAR(InitialState(model).q[3], 0.4, 1e-12);
}

TEST(InitialState, StartsInsideLimits) {
  world::Model model = world::test::MakeRow(2);
  world::test::Connect(&model, JointType::kRevolute, 0, 1);
  model.joints[0].axes[0].lower = 0.5;
  model.joints[0].axes[0].upper = 1.5;
  EXPECT_EQ(InitialState(model).q[0], 0.5);
  model.initial_positions = {{0, 0, 3.0}};
  EXPECT_EQ(InitialState(model).q[0], 1.5);
  model.initial_positions = {{0, 0, 0.75}};
  EXPECT_EQ(InitialState(model).q[0], 0.75);
}

TEST(InitialState, MimicsStandWhereTheirLeadersPutThem) {
  world::Model model = world::test::MakeRow(4);
  for (int i = 0; i < 3; ++i) world::test::Connect(&model, JointType::kRevolute, i, i + 1);
  // Joint 0 follows joint 2, which follows joint 1.
  model.joints[0].mimic = world::Mimic{2, 2.0, 0.5};
  model.joints[2].mimic = world::Mimic{1, -1.0, 0.1};
  model.initial_positions = {{1, 0, 0.3}};
  const State state = InitialState(model);
  EXPECT_NEAR(state.q[2], -0.2, 1e-15);
  EXPECT_NEAR(state.q[0], 0.1, 1e-15);
}

}  // namespace
}  // namespace surefoot::physics
