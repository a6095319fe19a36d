#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/drives/motor_bank.h"
#include "surefoot/physics/servo.h"
#include "surefoot/world/test/markup.h"

namespace surefoot::drives {
namespace {

using physics::ControlMode;
using physics::MotorCommand;

constexpr double kStep = 0.001;

/// A wheel that is driven by its motor.
struct Wheel {
  Motor motor;
  double inertia = 0.05;
  double load = 0.0;
  JointReading joint = {};

  explicit Wheel(const MotorSpec& spec) : motor(spec) {}

  void Turn(double target, int steps) {
    for (int i = 0; i < steps; ++i) Apply(motor.ForSpeed(target, joint, kStep));
  }
  void Apply(const MotorCommand& command) {
    const world::JointAxis axis;
    double effort = physics::CommandedEffort(command, axis.effort);
    if (physics::IsServo(command.mode)) {
      const double expected = physics::ServoVelocity(command, axis, joint.q);
      effort = (expected - joint.v) * inertia / kStep - load;
      effort = std::clamp(effort, -command.limit, command.limit);
    }
    joint.effort = effort;
    joint.v += kStep * (effort + load) / inertia;
    joint.q += kStep * joint.v;
  }
};

TEST(Motor, ByDefaultIsAStiffServo) {
  Motor motor{MotorSpec()};
  const MotorCommand command = motor.ForSpeed(3.0, {0.0, 1.0, 0.0}, kStep);
  EXPECT_EQ(command.mode, ControlMode::kVelocity);
  EXPECT_EQ(command.target, 3.0);
  EXPECT_EQ(command.limit, world::kInfinity);
  const MotorCommand position = motor.ForPosition(0.5, {0.0, 1.0, 0.0}, kStep);
  EXPECT_EQ(position.mode, ControlMode::kPosition);
  EXPECT_EQ(position.target, 0.5);
  EXPECT_EQ(position.limit, world::kInfinity);
  const MotorCommand effort = motor.ForEffort(-2.0, {0.0, 1.0, 0.0}, kStep);
  EXPECT_EQ(effort.mode, ControlMode::kEffort);
  EXPECT_EQ(effort.target, -2.0);
}

TEST(Motor, TheLagIsExponential) {
  MotorSpec spec;
  spec.lag = 0.05;
  Wheel wheel(spec);
  for (int i = 1; i <= 200; ++i) {
    wheel.Turn(2.0, 1);
    EXPECT_NEAR(wheel.joint.v, 2.0 * (1.0 - std::exp(-i * kStep / 0.05)), 1e-12) << i;
  }
}

TEST(Motor, TheVelocityLoopApproachesWithItsTimeConstant) {
  MotorSpec spec;
  spec.velocity_gain = 0.5;
  Wheel wheel(spec);
  // I dv/dt = gain (desired - v): time constant 0.05 / 0.5 = 0.1 s, in steps (1 - dt / 0.1)^n.
  wheel.Turn(4.0, 150);
  EXPECT_NEAR(wheel.joint.v, 4.0 * (1.0 - std::pow(1.0 - kStep / 0.1, 150)), 1e-9);
  // Under a load the speed error is load / gain.
  wheel.load = -0.3;
  wheel.Turn(4.0, 2000);
  EXPECT_NEAR(wheel.joint.v, 4.0 - 0.3 / 0.5, 1e-6);
}

TEST(Motor, AHugeGainIsStable) {
  MotorSpec spec;
  spec.velocity_gain = 1e6;
  Wheel wheel(spec);
  wheel.Turn(4.0, 10);
  EXPECT_NEAR(wheel.joint.v, 4.0, 1e-9);
}

TEST(Motor, FollowsItsTorqueSpeedCurve) {
  MotorSpec spec;
  spec.stall_torque = 2.0;
  spec.no_load_speed = 10.0;
  Wheel wheel(spec);
  // I dv/dt = stall (1 - v / no_load): approaches the no-load speed and never passes it.
  for (int i = 0; i < 300; ++i) {
    const double before = wheel.joint.v;
    wheel.Turn(50.0, 1);
    EXPECT_NEAR(wheel.joint.effort, 2.0 * (1.0 - before / 10.0), 1e-12);
  }
  EXPECT_NEAR(wheel.joint.v, 10.0 * (1.0 - std::pow(1.0 - kStep * 2.0 / (10.0 * 0.05), 300)), 1e-9);
  // Braking has the stall torque.
  wheel.Turn(-50.0, 1);
  EXPECT_NEAR(wheel.joint.effort, -2.0, 1e-12);
  // Beyond the no-load speed it gives no torque, and it does not brake below its command.
  Motor fast(spec);
  EXPECT_EQ(fast.ForSpeed(50.0, {0.0, 12.0, 0.0}, kStep).limit, 0.0);
}

TEST(Motor, SaturatesBeforeTheCurve) {
  MotorSpec spec;
  spec.stall_torque = 2.0;
  spec.no_load_speed = 10.0;
  spec.max_effort = 0.5;
  Motor motor(spec);
  EXPECT_EQ(motor.ForSpeed(5.0, {0.0, 0.0, 0.0}, kStep).limit, 0.5);
  EXPECT_NEAR(motor.ForSpeed(9.9, {0.0, 9.0, 0.0}, kStep).limit, 0.2, 1e-12);
}

TEST(Motor, FrictionIsTakenFromDrivingAndHelpsBraking) {
  MotorSpec spec;
  spec.max_effort = 1.0;
  spec.friction = 0.3;
  Motor motor(spec);
  EXPECT_NEAR(motor.ForSpeed(5.0, {0.0, 1.0, 0.0}, kStep).limit, 0.7, 1e-12);
  EXPECT_NEAR(motor.ForSpeed(0.0, {0.0, 1.0, 0.0}, kStep).limit, 1.3, 1e-12);
  EXPECT_NEAR(motor.ForEffort(0.8, {0.0, 1.0, 0.0}, kStep).target, 0.5, 1e-12);
  EXPECT_NEAR(motor.ForEffort(0.8, {0.0, -1.0, 0.0}, kStep).target, 1.1, 1e-12);
  // Too little effort does not move the gearbox: from 1 rad/s it stops after I v / (f - e).
  Wheel wheel(spec);
  wheel.joint.v = 1.0;
  int steps = 0;
  while (wheel.joint.v > 1e-12 && steps < 1000) {
    wheel.Apply(wheel.motor.ForEffort(0.1, wheel.joint, kStep));
    ++steps;
  }
  EXPECT_NEAR(steps * kStep, 0.05 * 1.0 / (0.3 - 0.1), 2.0 * kStep);
  wheel.Apply(wheel.motor.ForEffort(0.1, wheel.joint, kStep));
  EXPECT_NEAR(wheel.joint.v, 0.0, 1e-12);
}

TEST(Motor, HoldsWhereItCameToRest) {
  Wheel wheel{MotorSpec()};
  wheel.Turn(3.0, 100);
  wheel.Turn(0.0, 10);
  EXPECT_TRUE(wheel.motor.holding());
  const double held = wheel.joint.q;
  const MotorCommand command = wheel.motor.ForSpeed(0.0, {held + 0.01, 0.001, 0.0}, kStep);
  EXPECT_EQ(command.mode, ControlMode::kPosition);
  EXPECT_NEAR(command.target, held, 1e-12);
  // Any other command releases it.
  EXPECT_EQ(wheel.motor.ForSpeed(0.1, wheel.joint, kStep).mode, ControlMode::kVelocity);
  EXPECT_FALSE(wheel.motor.holding());
}

TEST(Motor, AHoldTooWeakSlipsAndTakesHoldAgain) {
  MotorSpec spec;
  spec.hold_effort = 0.2;
  spec.max_effort = 1.0;
  Wheel wheel(spec);
  wheel.Turn(0.0, 5);
  wheel.load = 0.15;
  wheel.Turn(0.0, 1000);
  EXPECT_NEAR(wheel.joint.q, 0.0, 0.01);
  // Above the holding torque it breaks loose and is braked with the motor's full torque,
  // repeatedly.
  wheel.load = 0.5;
  wheel.Turn(0.0, 200);
  EXPECT_GT(wheel.joint.q, 0.01);
  wheel.load = 0.0;
  wheel.Turn(0.0, 200);
  EXPECT_TRUE(wheel.motor.holding());
  const double there = wheel.joint.q;
  wheel.Turn(0.0, 1000);
  EXPECT_NEAR(wheel.joint.q, there, 0.02);
}

TEST(Motor, WithoutHoldItOnlyBrakes) {
  MotorSpec spec;
  spec.hold = false;
  Motor motor(spec);
  EXPECT_EQ(motor.ForSpeed(0.0, {1.0, 0.0, 0.0}, kStep).mode, ControlMode::kVelocity);
}

TEST(Motor, CurrentIsEffortOverTorqueConstant) {
  MotorSpec spec;
  spec.torque_constant = 0.4;
  spec.no_load_current = 0.6;
  const Motor motor(spec);
  EXPECT_NEAR(motor.Current({0.0, 2.0, -1.0}), 1.0 / 0.4 + 0.6, 1e-12);
  EXPECT_NEAR(motor.Current({0.0, 0.0, 1.0}), 1.0 / 0.4, 1e-12);
}

TEST(Motor, ComesBackFromItsBytes) {
  MotorSpec spec;
  spec.lag = 0.1;
  spec.velocity_gain = 1.0;
  Wheel wheel(spec);
  wheel.Turn(2.0, 30);
  const Bytes bytes = SavedState(&wheel.motor);
  Wheel other(spec);
  other.joint = wheel.joint;
  EXPECT_TRUE(RestoreState(bytes, &other.motor));
  for (Wheel* one : {&wheel, &other}) {
    one->Turn(2.0, 10);
    one->Turn(0.0, 2000);
  }
  EXPECT_EQ(wheel.joint.q, other.joint.q);
}

TEST(Motor, IsReadFromItsElement) {
  Problems problems;
  const world::Element element = world::test::ParseMarkup(
      "<motor><lag>0.02</lag><stall_torque>5</stall_torque><no_load_speed>7</no_load_speed>"
      "<hold>false</hold></motor>");
  const MotorSpec spec = ReadMotor(world::ElementReader(element, &problems));
  EXPECT_TRUE(problems.ok());
  EXPECT_EQ(spec.lag, 0.02);
  EXPECT_EQ(spec.stall_torque, 5.0);
  EXPECT_EQ(spec.no_load_speed, 7.0);
  EXPECT_FALSE(spec.hold);
  const world::Element half =
      world::test::ParseMarkup("<motor><stall_torque>5</stall_torque><lag>-1</lag></motor>");
  ReadMotor(world::ElementReader(half, &problems));
  EXPECT_EQ(problems.error_count(), 2);
}

}  // namespace
}  // namespace surefoot::drives
