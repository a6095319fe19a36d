#include "surefoot/drives/joint/joint_targets.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "surefoot/physics/servo.h"

namespace surefoot::drives {
namespace {

/// Limit of gains, so that their products with errors do not overflow.
constexpr double kMaxGain = 1e12;

void CheckOrder(const world::ElementReader& element, const char* name, double* min, double* max) {
  if (*min <= *max) return;
  element.Error(name, "the lower bound is above the upper one");
  *min = -world::kInfinity;
  *max = world::kInfinity;
}

}  // namespace

PidSpec ReadPid(const world::ElementReader& element) {
  PidSpec spec;
  spec.p = element.Number("p", spec.p, 0.0, kMaxGain);
  spec.i = element.Number("i", spec.i, 0.0, kMaxGain);
  spec.d = element.Number("d", spec.d, 0.0, kMaxGain);
  spec.i_min = element.Number("i_min", spec.i_min);
  spec.i_max = element.Number("i_max", spec.i_max);
  spec.cmd_min = element.Number("cmd_min", spec.cmd_min);
  spec.cmd_max = element.Number("cmd_max", spec.cmd_max);
  spec.cmd_offset = element.Number("cmd_offset", spec.cmd_offset, -kMaxGain, kMaxGain);
  CheckOrder(element, "i_min", &spec.i_min, &spec.i_max);
  CheckOrder(element, "cmd_min", &spec.cmd_min, &spec.cmd_max);
  element.WarnMisspelt();
  return spec;
}

// The integral is clamped as a part of the output (anti-windup), not as a sum of errors, so that
// its bounds have the unit of the output whatever the gain.
double Pid::Update(double error, double error_rate, double dt) {
  integral_part_ = std::clamp(integral_part_ + spec_.i * error * dt, spec_.i_min, spec_.i_max);
  const double output = spec_.p * error + integral_part_ + spec_.d * error_rate + spec_.cmd_offset;
  return std::clamp(output, spec_.cmd_min, spec_.cmd_max);
}

ControlMode ModeOf(const std::string& name) {
  if (name == "position") return ControlMode::kPosition;
  if (name == "velocity") return ControlMode::kVelocity;
  return name == "effort" ? ControlMode::kEffort : ControlMode::kNone;
}

JointControl ReadJointControl(const world::ElementReader& element) {
  JointControl control;
  if (element.Has("pid")) control.position_pid = Pid(ReadPid(element.Child("pid")));
  if (element.Has("velocity_pid")) {
    control.velocity_pid = Pid(ReadPid(element.Child("velocity_pid")));
  }
  return control;
}

JointTargets::JointTargets(MotorBank motors, std::vector<JointControl> controls, double timeout)
    : motors_(std::move(motors)),
      controls_(std::move(controls)),
      targets_(motors_.size()),
      timeout_ns_(ToNanoseconds(timeout)) {
  controls_.resize(motors_.size());
}

TargetDrive::TargetDrive(const DriveArgs& args, const std::vector<DriveJoint>& joints,
                         std::vector<JointControl> controls)
    : targets_(MotorBank(args, joints, "motor"), std::move(controls),
               args.element.Number("cmd_timeout", 0.0, 0.0, 1e6)),
      axes_(AxesOf(joints)) {}

void JointTargets::Set(std::size_t i, ControlMode mode, double target, SimTimeNs time_ns) {
  if (mode != targets_[i].mode) {
    if (controls_[i].position_pid) controls_[i].position_pid->Reset();
    if (controls_[i].velocity_pid) controls_[i].velocity_pid->Reset();
  }
  targets_[i] = {mode, target, time_ns};
}

void JointTargets::Follow(std::size_t i, double from, double to, const DriveView& view) {
  // A joint at rest uses the position servo, which holds it without drift.
  if (from == to || controls_[i].position_pid) {
    return Set(i, ControlMode::kPosition, to, view.time_ns);
  }
  const double behind = from - motors_.Reading(i, view).q;
  const double speed = (to - from) / view.step + physics::kPositionServoRate * behind;
  Set(i, ControlMode::kVelocity, speed, view.time_ns);
}

void JointTargets::Stop(const DriveView& view) {
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    const ControlMode mode = targets_[i].mode;
    const double here = motors_.Reading(i, view).q;
    Set(i, mode, mode == ControlMode::kPosition ? here : 0.0, view.time_ns);
    if (controls_[i].position_pid) controls_[i].position_pid->Reset();
    if (controls_[i].velocity_pid) controls_[i].velocity_pid->Reset();
  }
}

void JointTargets::Update(const DriveView& view, physics::Inputs* inputs) {
  for (std::size_t i = 0; i < targets_.size(); ++i) UpdateOne(i, view, inputs);
}

void JointTargets::UpdateOne(std::size_t i, const DriveView& view, physics::Inputs* inputs) {
  const Target& target = targets_[i];
  // After the timeout speeds and efforts become 0; a position is a safe target for ever.
  const bool late = timeout_ns_ > 0 && view.time_ns - target.time_ns > timeout_ns_;
  const double value = late && target.mode != ControlMode::kPosition ? 0.0 : target.value;
  JointControl& control = controls_[i];
  const JointReading joint = motors_.Reading(i, view);
  switch (target.mode) {
    case ControlMode::kPosition:
      if (control.position_pid) {
        const double effort = control.position_pid->Update(value - joint.q, -joint.v, view.step);
        return motors_.Effort(i, effort, view, inputs);
      }
      return motors_.Position(i, value, view, inputs);
    case ControlMode::kVelocity:
      if (control.velocity_pid) {
        const double effort = control.velocity_pid->Update(value - joint.v, 0.0, view.step);
        return motors_.Effort(i, effort, view, inputs);
      }
      return motors_.Speed(i, value, view, inputs);
    case ControlMode::kEffort:
      return motors_.Effort(i, value, view, inputs);
    case ControlMode::kNone:
      return motors_.Free(i, inputs);
  }
}

std::string SetAll(const std::vector<double>& numbers, ControlMode mode, SimTimeNs time_ns,
                   JointTargets* targets) {
  if (numbers.size() != targets->size()) {
    return std::to_string(numbers.size()) + " numbers for " + std::to_string(targets->size()) +
           " joints";
  }
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (!std::isfinite(numbers[i])) {
      return "the target of '" + targets->motors().joints()[i].name + "' is not finite";
    }
  }
  for (std::size_t i = 0; i < numbers.size(); ++i) targets->Set(i, mode, numbers[i], time_ns);
  return {};
}

void JointTargets::Archive(StateArchive* archive) {
  archive->Items(&motors_);
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    archive->Choice(&targets_[i].mode, ControlMode::kPosition);
    archive->Items(&targets_[i].value, &targets_[i].time_ns);
    if (controls_[i].position_pid) archive->Items(&*controls_[i].position_pid);
    if (controls_[i].velocity_pid) archive->Items(&*controls_[i].velocity_pid);
  }
}

}  // namespace surefoot::drives
