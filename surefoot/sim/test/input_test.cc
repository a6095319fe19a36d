#include "surefoot/sim/inputs/input.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "surefoot/sim/test/small_world.h"

namespace surefoot::sim {
namespace {

using physics::ControlMode;

std::shared_ptr<const world::Model> FromFile(const std::string& file) {
  auto model = std::make_shared<world::Model>(*test::Ball());
  model->source.file = file;
  return model;
}

LinkWrench Push(const Vector3d& force, const Vector3d& torque, std::int64_t steps) {
  return LinkWrench{"husky::base", Wrench{torque, force}, steps};
}

TEST(Describe, SaysWhatIsDone) {
  EXPECT_EQ(Describe(JointCommand{"husky::wheel", 0, ControlMode::kVelocity, 3.0}),
            "command husky::wheel axis 0 velocity 3");
  EXPECT_EQ(Describe(Push(Vector3d(1, 2, 3), Vector3d(4, 5, 6), -1)),
            "wrench husky::base force 1 2 3 torque 4 5 6 steps -1");
  EXPECT_EQ(Describe(GravityChange{Vector3d(0, 0, -1.5)}), "gravity 0 0 -1.5");
  EXPECT_EQ(Describe(Teleport{"box", RigidTransform(Vector3d(1, 2, 3))}),
            "teleport box to 1 2 3 quaternion 1 0 0 0");
  EXPECT_EQ(Describe(JointReset{"arm::elbow", 1, 0.25}), "joint arm::elbow axis 1 to 0.25");
  EXPECT_EQ(Describe(Spawn{world::ModelInstance{"b2", RigidTransform(), FromFile("box.sdf")}}),
            "spawn b2 from box.sdf at 0 0 0 quaternion 1 0 0 0");
  EXPECT_EQ(Describe(Remove{"box"}), "remove box");
  EXPECT_EQ(Describe(Attach{"hook", "a::l", "b::l"}), "attach hook: a::l and b::l");
  EXPECT_EQ(Describe(Detach{"hook"}), "detach hook");
  EXPECT_EQ(Describe(ControllerChange{"arm", {{"a", ControllerState::kUnloaded}}}),
            "controllers of arm a unloaded");
}

TEST(Describe, DistinguishesWhateverDiffers) {
  // Recordings of different inputs must differ, down to the last bit.
  const double third = 1.0 / 3.0;
  const double next = std::nextafter(third, 1.0);
  const RigidTransform X(Quaterniond(0.5, 0.5, 0.5, 0.5), Vector3d(1, 2, third));
  RigidTransform X_next = X;
  X_next.p.z() = next;
  RigidTransform X_turned = X;
  X_turned.q.x() = std::nextafter(0.5, 1.0);
  const auto ball = FromFile("ball.sdf");
  const std::vector<Input> inputs = {JointCommand{"a", 0, ControlMode::kVelocity, third},
                                     JointCommand{"b", 0, ControlMode::kVelocity, third},
                                     JointCommand{"a", 1, ControlMode::kVelocity, third},
                                     JointCommand{"a", 0, ControlMode::kEffort, third},
                                     JointCommand{"a", 0, ControlMode::kPosition, third},
                                     JointCommand{"a", 0, ControlMode::kNone, third},
                                     JointCommand{"a", 0, ControlMode::kVelocity, next},
                                     Push(Vector3d(third, 0, 0), Vector3d::Zero(), 1),
                                     Push(Vector3d(next, 0, 0), Vector3d::Zero(), 1),
                                     Push(Vector3d::Zero(), Vector3d(third, 0, 0), 1),
                                     Push(Vector3d(third, 0, 0), Vector3d::Zero(), 2),
                                     GravityChange{Vector3d(0, third, 0)},
                                     GravityChange{Vector3d(0, next, 0)},
                                     Teleport{"a", X},
                                     Teleport{"a", X_next},
                                     Teleport{"a", X_turned},
                                     Teleport{"b", X},
                                     JointReset{"a", 0, third},
                                     JointReset{"a", 0, next},
                                     JointReset{"a", 1, third},
                                     Spawn{world::ModelInstance{"a", X, ball}},
                                     Spawn{world::ModelInstance{"b", X, ball}},
                                     Spawn{world::ModelInstance{"a", X_next, ball}},
                                     Spawn{world::ModelInstance{"a", X, FromFile("other.sdf")}},
                                     Remove{"a"},
                                     Remove{"b"},
                                     Attach{"h", "a", "b"},
                                     Attach{"h", "b", "a"},
                                     Attach{"i", "a", "b"},
                                     Detach{"h"},
                                     Detach{"i"}};
  std::set<std::string> texts;
  for (const Input& input : inputs) {
    EXPECT_TRUE(texts.insert(Describe(input)).second) << Describe(input);
  }
}

TEST(Describe, SurvivesASpawnOfNothing) {
  const std::string text =
      Describe(Spawn{world::ModelInstance{"ghost", RigidTransform(), nullptr}});
  EXPECT_EQ(text.rfind("spawn ghost", 0), 0u) << text;
}

}  // namespace
}  // namespace surefoot::sim
