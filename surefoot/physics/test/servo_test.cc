#include "surefoot/physics/servo.h"

#include <gtest/gtest.h>

namespace surefoot::physics {
namespace {

TEST(Servo, VelocityIsBoundedByTheJoint) {
  world::JointAxis axis;
  EXPECT_EQ(ServoVelocity({ControlMode::kVelocity, 7.0}, axis, 1.0), 7.0);
  axis.velocity = 2.0;
  EXPECT_EQ(ServoVelocity({ControlMode::kVelocity, 7.0}, axis, 1.0), 2.0);
  EXPECT_EQ(ServoVelocity({ControlMode::kVelocity, -7.0}, axis, 1.0), -2.0);
}

TEST(Servo, TheSmallerOfTheTwoEffortLimitsHolds) {
  world::JointAxis axis;
  EXPECT_EQ(EffortLimit({ControlMode::kVelocity, 1.0}, axis), world::kInfinity);
  EXPECT_EQ(EffortLimit({ControlMode::kVelocity, 1.0, 4.0}, axis), 4.0);
  axis.effort = 3.0;
  EXPECT_EQ(EffortLimit({ControlMode::kVelocity, 1.0, 4.0}, axis), 3.0);
  EXPECT_EQ(EffortLimit({ControlMode::kVelocity, 1.0, 0.0}, axis), 0.0);
}

TEST(Servo, PositionIsApproachedInsideTheLimits) {
  world::JointAxis axis;
  axis.lower = -0.5;
  axis.upper = 0.5;
  EXPECT_DOUBLE_EQ(ServoVelocity({ControlMode::kPosition, 0.3}, axis, 0.1),
                   kPositionServoRate * 0.2);
  EXPECT_DOUBLE_EQ(ServoVelocity({ControlMode::kPosition, 9.0}, axis, 0.5), 0.0);
  axis.velocity = 1.0;
  EXPECT_EQ(ServoVelocity({ControlMode::kPosition, -9.0}, axis, 0.5), -1.0);
}

TEST(Servo, EffortIsClampedAndOnlyInItsMode) {
  EXPECT_EQ(CommandedEffort({ControlMode::kEffort, 5.0}, 3.0), 3.0);
  EXPECT_EQ(CommandedEffort({ControlMode::kEffort, -5.0}, 3.0), -3.0);
  EXPECT_EQ(CommandedEffort({ControlMode::kVelocity, 5.0}, 3.0), 0.0);
  EXPECT_EQ(CommandedEffort({ControlMode::kEffort, -5.0, 2.0}, 3.0), -2.0);
  EXPECT_TRUE(IsServo(ControlMode::kPosition));
  EXPECT_FALSE(IsServo(ControlMode::kEffort));
}

TEST(Servo, AnEffortIsAServoTowardsTheLargestSpeed) {
  world::JointAxis axis;
  axis.effort = 3.0;
  EXPECT_EQ(WithSpeedLimit({ControlMode::kEffort, 5.0}, axis).mode, ControlMode::kEffort);
  axis.velocity = 2.0;
  const MotorCommand back = WithSpeedLimit({ControlMode::kEffort, -1.5}, axis);
  EXPECT_EQ(back.mode, ControlMode::kVelocity);
  EXPECT_EQ(back.target, -2.0);
  EXPECT_EQ(EffortLimit(back, axis), 1.5);
  EXPECT_EQ(EffortLimit(WithSpeedLimit({ControlMode::kEffort, 5.0}, axis), axis), 3.0);
  EXPECT_EQ(EffortLimit(WithSpeedLimit({ControlMode::kEffort, 5.0, 0.5}, axis), axis), 0.5);
  // An effort of zero does not brake.
  EXPECT_EQ(WithSpeedLimit({ControlMode::kEffort, 0.0}, axis).mode, ControlMode::kEffort);
  EXPECT_EQ(WithSpeedLimit({ControlMode::kPosition, 1.0}, axis).mode, ControlMode::kPosition);
}

}  // namespace
}  // namespace surefoot::physics
