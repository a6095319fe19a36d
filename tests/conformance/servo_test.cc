// Motors: the three modes, their limits and the steady-state error of the position servo.

#include <cmath>

#include "tests/conformance/engine_test_case.h"

namespace surefoot::conformance {
namespace {

using physics::ControlMode;
using world::JointType;

class Servo : public ConformanceTest {};
SUREFOOT_ALL_ENGINES(Servo);

constexpr double kDegree = 3.14159265358979323846 / 180.0;

/// A rod held by a motor against gravity: at angle q from hanging, its weight has the moment m g
/// l/2 sin q.
std::shared_ptr<world::Model> MakeArm(double effort, double friction) {
  auto model = std::make_shared<world::Model>();
  model->name = "arm";
  model->links.push_back(MakeLink("rod", world::Box{Vector3d(0.03, 0.03, 0.6)}, 2.0));
  model->links[0].collisions.clear();
  model->links[0].X_ML.p = Vector3d(0, 0, -0.3);
  model->joints.push_back(MakeJoint("motor", JointType::kRevolute, *model, world::kWorldLink, 0,
                                    Vector3d::Zero(), Vector3d::UnitY()));
  model->joints[0].axes[0].effort = effort;
  model->joints[0].axes[0].velocity = 3.0;
  model->joints[0].axes[0].friction = friction;
  model->joints[0].axes[0].lower = -3.0;
  model->joints[0].axes[0].upper = 3.0;
  return model;
}

constexpr double kWeightTorque = 2.0 * 9.81 * 0.3;

TEST_P(Servo, PositionErrorIsTinyAtHalfTheEffortLimit) {
  for (const double friction : {0.0, 0.3}) {
    Scene scene;
    // At 90 degrees the load is half of the motor's limit.
    scene.Add(MakeArm(2.0 * kWeightTorque, friction));
    auto simulation = Run(scene);
    const double target = 90.0 * kDegree;
    ASSERT_TRUE(
        simulation->Apply(sim::JointCommand{"motor", 0, ControlMode::kPosition, target}).ok());
    Advance(simulation.get(), 3.0);
    EXPECT_TRUE(Near("servo.position", PositionOf(*simulation, "motor"), target));
    EXPECT_TRUE(Near("servo.rest_speed", SpeedOf(*simulation, "motor"), 0.0));
    // The motor and the joint's friction carry the load together.
    const double off = std::abs(std::abs(EffortOf(*simulation, "motor")) - kWeightTorque);
    EXPECT_TRUE(Small("servo.holding_effort", std::max(0.0, off - friction)));
  }
}

TEST_P(Servo, VelocityIsHeldUnderLoad) {
  Scene scene;
  scene.Add(MakeArm(2.0 * kWeightTorque, 0.0));
  auto simulation = Run(scene);
  ASSERT_TRUE(simulation->Apply(sim::JointCommand{"motor", 0, ControlMode::kVelocity, 0.5}).ok());
  Advance(simulation.get(), 1.0);
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(simulation->Step().ok());
    EXPECT_TRUE(Near("servo.velocity", SpeedOf(*simulation, "motor"), 0.5));
  }
}

TEST_P(Servo, AMotorTooWeakStalls) {
  Scene scene;
  scene.Add(MakeArm(0.5 * kWeightTorque, 0.0));
  auto simulation = Run(scene);
  ASSERT_TRUE(
      simulation->Apply(sim::JointCommand{"motor", 0, ControlMode::kPosition, 90.0 * kDegree})
          .ok());
  double max = 0.0;
  for (int i = 0; i < 5000; ++i) {
    ASSERT_TRUE(simulation->Step().ok());
    max = std::max(max, std::abs(EffortOf(*simulation, "motor")));
  }
  EXPECT_LT(PositionOf(*simulation, "motor"), 80.0 * kDegree);
  EXPECT_TRUE(NearShare("servo.stall_effort", max, 0.5 * kWeightTorque));
  EXPECT_LE(max, 0.5 * kWeightTorque * (1.0 + 1e-6));
}

TEST_P(Servo, EffortIsClampedToItsLimit) {
  Scene scene;
  scene.Gravity(Vector3d::Zero()).Add(MakeArm(0.1, 0.0));
  auto simulation = Run(scene);
  ASSERT_TRUE(simulation->Apply(sim::JointCommand{"motor", 0, ControlMode::kEffort, 5.0}).ok());
  Advance(simulation.get(), 0.5);
  const double inertia = 2.0 * (0.36 / 12.0 + 0.0009 / 12.0 + 0.09);
  EXPECT_TRUE(Near("servo.effort_speed", SpeedOf(*simulation, "motor"), 0.1 / inertia * 0.5));
  EXPECT_EQ(EffortOf(*simulation, "motor"), 0.1);
}

TEST_P(Servo, VelocityTargetsAreClampedToTheSpeedLimit) {
  Scene scene;
  scene.Gravity(Vector3d::Zero()).Add(MakeArm(10.0, 0.0));
  auto simulation = Run(scene);
  ASSERT_TRUE(simulation->Apply(sim::JointCommand{"motor", 0, ControlMode::kVelocity, 50.0}).ok());
  Advance(simulation.get(), 0.5);
  EXPECT_TRUE(Near("servo.velocity", SpeedOf(*simulation, "motor"), 3.0));
}

TEST_P(Servo, PositionIsApproachedAtItsRateAndSpeedLimit) {
  Scene scene;
  scene.Gravity(Vector3d::Zero()).Add(MakeArm(1000.0, 0.0));
  auto simulation = Run(scene);
  // The step is too small to reach the speed limit of 3 rad/s: an error of 0.05 exp(-50 t) remains.
  Must(simulation->Apply(sim::JointCommand{"motor", 0, ControlMode::kPosition, 0.05}));
  Advance(simulation.get(), 0.02);
  EXPECT_TRUE(
      Near("servo.approach", 1.0 - PositionOf(*simulation, "motor") / 0.05, std::exp(-1.0)));
  Advance(simulation.get(), 0.5);
  // A long way: at the speed limit.
  Must(simulation->Apply(sim::JointCommand{"motor", 0, ControlMode::kPosition, 2.0}));
  Advance(simulation.get(), 0.1);
  EXPECT_TRUE(Near("servo.velocity", SpeedOf(*simulation, "motor"), 3.0));
  // Beyond the joint's limit of 3 rad it stops at the limit.
  Must(simulation->Apply(sim::JointCommand{"motor", 0, ControlMode::kPosition, 4.0}));
  Advance(simulation.get(), 1.5);
  EXPECT_TRUE(Near("limit.position", PositionOf(*simulation, "motor"), 3.0));
}

TEST_P(Servo, AVelocityServoReverses) {
  Scene scene;
  scene.Add(MakeArm(2.0 * kWeightTorque, 0.0));
  auto simulation = Run(scene);
  for (const double target : {1.0, -1.0, 0.0}) {
    Must(simulation->Apply(sim::JointCommand{"motor", 0, ControlMode::kVelocity, target}));
    Advance(simulation.get(), 0.5);
    EXPECT_TRUE(Near("servo.velocity", SpeedOf(*simulation, "motor"), target));
  }
}

TEST_P(Servo, ASlideIsServoedToo) {
  auto model = MakeArm(100.0, 0.0);
  model->joints[0].type = JointType::kPrismatic;
  model->joints[0].axes[0].axis_J = Vector3d::UnitZ();
  Scene scene;
  scene.Add(model);
  auto simulation = Run(scene);
  Must(simulation->Apply(sim::JointCommand{"motor", 0, ControlMode::kPosition, 0.7}));
  Advance(simulation.get(), 1.5);
  EXPECT_TRUE(Near("servo.position", PositionOf(*simulation, "motor"), 0.7));
  EXPECT_TRUE(Near("servo.holding_effort", EffortOf(*simulation, "motor"), 2.0 * 9.81));
}

TEST_P(Servo, FreeMeansFree) {
  Scene scene;
  scene.Add(MakeArm(20.0, 0.0));
  auto simulation = Run(scene);
  ASSERT_TRUE(simulation->Apply(sim::JointCommand{"motor", 0, ControlMode::kPosition, 1.0}).ok());
  Advance(simulation.get(), 1.0);
  EXPECT_TRUE(Near("servo.position", PositionOf(*simulation, "motor"), 1.0));
  ASSERT_TRUE(simulation->Apply(sim::JointCommand{"motor", 0, ControlMode::kNone, 0.0}).ok());
  Advance(simulation.get(), 0.3);
  EXPECT_LT(PositionOf(*simulation, "motor"), 0.8);
  EXPECT_EQ(EffortOf(*simulation, "motor"), 0.0);
}

TEST_P(Servo, BadCommandsAreRefusedWithTheReason) {
  Scene scene;
  scene.Add(MakeArm(20.0, 0.0));
  auto simulation = Run(scene);
  const auto refused = [&](const sim::Input& input, const std::string& word) {
    const Status status = simulation->Apply(input);
    ASSERT_FALSE(status.ok());
    EXPECT_NE(status.error().message.find(word), std::string::npos) << status.error().message;
  };
  refused(sim::JointCommand{"nothing", 0, ControlMode::kEffort, 1.0}, "nothing");
  refused(sim::JointCommand{"motor", 1, ControlMode::kEffort, 1.0}, "axis 1");
  refused(sim::JointCommand{"motor", 0, ControlMode::kEffort, NAN}, "finite");
  refused(sim::Remove{"nobody"}, "nobody");
  refused(sim::Detach{"knot"}, "knot");
}

}  // namespace
}  // namespace surefoot::conformance
