// The limit of a single command: the maximum effort of a motor in the next step.

#include <cmath>

#include "surefoot/engines/register.h"
#include "tests/conformance/engine_test_case.h"

namespace surefoot::conformance {
namespace {

using physics::ControlMode;
using physics::MotorCommand;
using world::JointType;

class MotorLimit : public ConformanceTest {};
SUREFOOT_ALL_ENGINES(MotorLimit);

constexpr double kStep = 0.001;
constexpr double kJointLimit = 5.0;
/// Moment of inertia of a bar of 2 kg and 0.6 m about its end.
constexpr double kInertia = 2.0 * (0.36 / 12.0 + 0.0009 / 12.0 + 0.09);

/// A bar that rotates about a vertical axis, so that only its motor accelerates it.
std::shared_ptr<const world::World> MakeTurntable(double fastest = world::kInfinity) {
  auto model = std::make_shared<world::Model>();
  model->name = "bar";
  model->links.push_back(MakeLink("bar", world::Box{Vector3d(0.6, 0.03, 0.03)}, 2.0));
  model->links[0].collisions.clear();
  model->links[0].X_ML.p = Vector3d(0.3, 0, 0);
  model->joints.push_back(MakeJoint("motor", JointType::kContinuous, *model, world::kWorldLink, 0,
                                    Vector3d::Zero(), Vector3d::UnitZ()));
  model->joints[0].axes[0].effort = kJointLimit;
  model->joints[0].axes[0].velocity = fastest;
  return Scene().Add(model).Make();
}

/// Steps an engine directly, because only drives set inputs with limits.
class Stepper {
 public:
  Stepper(const std::string& engine, std::shared_ptr<const world::World> world) {
    physics::BackendRegistry engines;
    engines::RegisterBackends(&engines);
    physics::BackendArgs args;
    args.world = world;
    args.models = {0};
    auto made = engines.Find(engine)->make(args);
    EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().message);
    if (made.ok()) backend_ = std::move(made).value();
    state_ = physics::MakeInitialState(*world);
    inputs_.motors.resize(1);
  }

  void Step(const MotorCommand& command, int count = 1) {
    inputs_.motors[0] = command;
    for (int i = 0; i < count && backend_ != nullptr; ++i) {
      backend_->Step(inputs_, kStep, &state_, &report_);
    }
  }
  double speed() const { return state_.v[0]; }
  double effort() const { return state_.effort[0]; }

 private:
  std::unique_ptr<physics::Backend> backend_;
  physics::Inputs inputs_;
  physics::State state_;
  physics::StepReport report_;
};

TEST_P(MotorLimit, AServoGivesExactlyItsLimitUntilItIsThere) {
  Stepper stepper(engine(), MakeTurntable());
  double speed = 0.0;
  for (int i = 0; i < 100; ++i) {
    // The limit changes in every step.
    const double limit = 0.5 + 0.01 * i;
    stepper.Step({ControlMode::kVelocity, 10.0, limit});
    speed += kStep * limit / kInertia;
    EXPECT_TRUE(NearShare("servo.limited_effort", stepper.effort(), limit));
  }
  EXPECT_TRUE(NearShare("servo.limited_speed", stepper.speed(), speed));
  stepper.Step({ControlMode::kVelocity, -10.0, 0.25});
  EXPECT_TRUE(NearShare("servo.limited_effort", stepper.effort(), -0.25));
  stepper.Step({ControlMode::kPosition, 100.0, 0.75});
  EXPECT_TRUE(NearShare("servo.limited_effort", stepper.effort(), 0.75));
}

TEST_P(MotorLimit, TheJointsOwnLimitHoldsAsWell) {
  Stepper stepper(engine(), MakeTurntable());
  stepper.Step({ControlMode::kVelocity, 10.0, 2.0 * kJointLimit});
  EXPECT_TRUE(NearShare("servo.limited_effort", stepper.effort(), kJointLimit));
  stepper.Step({ControlMode::kEffort, 100.0, 2.0 * kJointLimit});
  EXPECT_EQ(stepper.effort(), kJointLimit);
  stepper.Step({ControlMode::kEffort, -100.0, 0.5});
  EXPECT_EQ(stepper.effort(), -0.5);
}

TEST_P(MotorLimit, AnEffortDoesNotPushBeyondTheLargestSpeed) {
  Stepper stepper(engine(), MakeTurntable(2.0));
  stepper.Step({ControlMode::kEffort, -3.0}, 50);
  EXPECT_TRUE(NearShare("servo.limited_speed", stepper.speed(), -50 * kStep * 3.0 / kInertia));
  EXPECT_TRUE(NearShare("servo.limited_effort", stepper.effort(), -3.0));
  stepper.Step({ControlMode::kEffort, 3.0}, 1000);
  EXPECT_TRUE(Near("servo.velocity", stepper.speed(), 2.0));
  EXPECT_NEAR(stepper.effort(), 0.0, 0.01);
}

TEST_P(MotorLimit, NoneAtAllLetsTheJointRunOn) {
  Stepper stepper(engine(), MakeTurntable());
  stepper.Step({ControlMode::kVelocity, 2.0}, 500);
  EXPECT_TRUE(Near("servo.velocity", stepper.speed(), 2.0));
  stepper.Step({ControlMode::kVelocity, 0.0, 0.0}, 100);
  EXPECT_TRUE(Near("servo.velocity", stepper.speed(), 2.0));
  EXPECT_EQ(stepper.effort(), 0.0);
  // A sufficiently large limit makes no difference.
  stepper.Step({ControlMode::kVelocity, 0.0, 4.0}, 500);
  EXPECT_TRUE(Near("servo.velocity", stepper.speed(), 0.0));
}

}  // namespace
}  // namespace surefoot::conformance
