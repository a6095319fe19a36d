#include "surefoot/drives/motor_bank.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace surefoot::drives {
namespace {

using physics::ControlMode;
using physics::MotorCommand;

/// Relative difference of speeds at which the servo has reached its target.
constexpr double kArrived = 1e-3;

double SignOf(double x) { return x < 0.0 ? -1.0 : 1.0; }

double Positive(const world::ElementReader& element, const char* name, double fallback) {
  return element.Number(name, fallback, 0.0, world::kInfinity);
}

}  // namespace

MotorSpec ReadMotor(const world::ElementReader& element) {
  MotorSpec spec;
  spec.velocity_gain = Positive(element, "velocity_gain", spec.velocity_gain);
  spec.lag = element.Number("lag", spec.lag, 0.0, 1e6);
  spec.max_effort = Positive(element, "max_effort", spec.max_effort);
  spec.stall_torque = Positive(element, "stall_torque", spec.stall_torque);
  spec.no_load_speed = element.Number("no_load_speed", spec.no_load_speed, 1e-9, world::kInfinity);
  spec.friction = element.Number("friction", spec.friction, 0.0, 1e12);
  spec.hold = element.Flag("hold", spec.hold);
  spec.hold_effort = Positive(element, "hold_effort", spec.hold_effort);
  spec.hold_speed = Positive(element, "hold_speed", spec.hold_speed);
  spec.torque_constant = element.Number("torque_constant", spec.torque_constant, 0.0, 1e12);
  spec.no_load_current = element.Number("no_load_current", spec.no_load_current, 0.0, 1e12);
  if (std::isinf(spec.stall_torque) != std::isinf(spec.no_load_speed)) {
    element.Error("stall_torque", "a torque-speed curve needs a stall torque and a no-load speed",
                  "", "give both <stall_torque> and <no_load_speed>, or neither");
  }
  element.WarnMisspelt({"current_topic"});
  return spec;
}

double Motor::Curve(double side, double v) const {
  if (std::isinf(spec_.stall_torque)) return spec_.max_effort;
  // The linear torque-speed curve of a DC motor. While braking the torque is limited to the stall
  // torque.
  const double share = side * v >= 0.0 ? 1.0 - std::abs(v) / spec_.no_load_speed : 1.0;
  return std::min(spec_.max_effort, spec_.stall_torque * std::max(share, 0.0));
}

double Motor::Available(double side, double v) const {
  const double max = Curve(side, v);
  return std::max(side * v >= 0.0 ? max - spec_.friction : max + spec_.friction, 0.0);
}

double Motor::Lagged(double target, double start, double dt) {
  if (spec_.lag <= 0.0) return target;
  if (!lag_begun_) lagged_ = start;
  lag_begun_ = true;
  // The exact solution of a first-order lag over the step, stable for any dt.
  lagged_ += -std::expm1(-dt / spec_.lag) * (target - lagged_);
  return lagged_;
}

MotorCommand Motor::ForSpeed(double target, const JointReading& joint, double dt) {
  const double desired = Lagged(target, joint.v, dt);
  const double at_rest = spec_.hold_speed;
  const bool stands = spec_.hold && target == 0.0 && std::abs(desired) <= at_rest;
  if (stands && hold_.Update(joint.q, joint.v, at_rest)) {
    const double limit =
        std::min(spec_.hold_effort, std::min(spec_.max_effort, spec_.stall_torque));
    return {ControlMode::kPosition, hold_.target(), limit + spec_.friction};
  }
  hold_.Release();
  const double error = desired - joint.v;
  const bool arrived = std::abs(error) <= kArrived * std::max(1.0, std::abs(desired));
  const double side = SignOf(arrived ? joint.effort : error);
  double limit = Available(side, joint.v);
  // The engine's servo reaches its speed without overshoot, so a limit that is proportional to the
  // error is stable with a gain of any size.
  if (!std::isinf(spec_.velocity_gain)) {
    limit = std::min(limit, spec_.velocity_gain * std::abs(error));
  }
  return {ControlMode::kVelocity, desired, limit};
}

MotorCommand Motor::ForPosition(double target, const JointReading& joint, double dt) {
  hold_.Release();
  const double desired = Lagged(target, joint.q, dt);
  // At its target the joint carries a load, whose direction is that of the last effort.
  const double side = SignOf(std::abs(joint.v) <= kArrived ? joint.effort : desired - joint.q);
  return {ControlMode::kPosition, desired, Available(side, joint.v)};
}

MotorCommand Motor::ForEffort(double target, const JointReading& joint, double dt) {
  hold_.Release();
  const double desired = Lagged(target, 0.0, dt);
  const double given = std::clamp(desired, -Curve(-1.0, joint.v), Curve(1.0, joint.v));
  if (spec_.friction <= 0.0) return {ControlMode::kEffort, given, world::kInfinity};
  if (std::abs(given) > spec_.friction) {
    const bool driving = given * joint.v >= 0.0;
    const double lost = SignOf(given) * spec_.friction;
    return {ControlMode::kEffort, driving ? given - lost : given + lost, world::kInfinity};
  }
  // The effort is below the friction, which stops the joint and holds it.
  return {ControlMode::kVelocity, 0.0, spec_.friction - SignOf(joint.v) * given};
}

MotorCommand Motor::ForNothing() {
  hold_.Release();
  lag_begun_ = false;
  return {};
}

double Motor::Current(const JointReading& joint) const {
  if (spec_.torque_constant <= 0.0) return 0.0;
  const double turning = std::abs(joint.v) > spec_.hold_speed ? spec_.no_load_current : 0.0;
  return std::abs(joint.effort) / spec_.torque_constant + turning;
}

MotorBank::MotorBank(const DriveArgs& args, std::vector<DriveJoint> joints,
                     const std::string& child)
    : joints_(std::move(joints)),
      motors_(joints_.size(), Motor(ReadMotor(args.element.Child(child)))),
      clock_(args.element.Number("publish_rate", 50.0, 1e-6, 1e6)) {
  if (motors_.empty() || motors_[0].spec().torque_constant <= 0.0) return;
  const world::ElementReader element = args.element.Child(child);
  const std::string usual =
      args.element.Text("name", args.element.Text("type")) + "/" + child + "_currents";
  const std::string topic = graph::TopicName(args.scope, element.Text("current_topic", usual));
  const Result<int> id = args.graph->Advertise<msgs::std_msgs::Float64MultiArray>(topic);
  if (!id.ok()) {
    element.Error("current_topic", id.error().message, topic);
    return;
  }
  current_topic_ = id.value();
  currents_.data.resize(joints_.size());
}

void MotorBank::PublishCurrents(const DriveView& view, graph::Graph* graph) {
  if (current_topic_ < 0 || !clock_.Tick(view.time_ns, view.time_ns)) return;
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    currents_.data[i] = motors_[i].Current(Reading(i, view));
  }
  graph->Publish(current_topic_, view.time_ns, currents_);
}

void MotorBank::Archive(StateArchive* archive) {
  archive->Items(&clock_);
  archive->Each(&motors_);
}

}  // namespace surefoot::drives
