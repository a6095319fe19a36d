#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/archive.h"
#include "surefoot/drives/command_input.h"
#include "surefoot/drives/motor_bank.h"
#include "surefoot/world/element_reader.h"
#include "surefoot/world/model.h"

namespace surefoot::drives {

struct PidSpec {
  double p = 0.0;
  double i = 0.0;
  double d = 0.0;
  /// Bounds of the integral's part of the output.
  double i_min = -world::kInfinity;
  double i_max = world::kInfinity;
  /// Bounds of the output, and what is added to it before.
  double cmd_min = -world::kInfinity;
  double cmd_max = world::kInfinity;
  double cmd_offset = 0.0;
};

/// Reads a <pid> element; wrong values are reported.
PidSpec ReadPid(const world::ElementReader& element);

class Pid {
 public:
  Pid() = default;
  explicit Pid(const PidSpec& spec) : spec_(spec) {}

  /// The output for this error and its rate; adds the error to the integral.
  double Update(double error, double error_rate, double dt);
  void Reset() { integral_part_ = 0.0; }

  void Archive(StateArchive* archive) { archive->Items(&integral_part_); }

 private:
  PidSpec spec_;
  double integral_part_ = 0.0;
};

using physics::ControlMode;

/// How a joint reaches its targets: by the servo of its motor, or by the effort of a PID.
struct JointControl {
  std::optional<Pid> position_pid;
  std::optional<Pid> velocity_pid;
};

/// <pid> and <velocity_pid> of an element.
JointControl ReadJointControl(const world::ElementReader& element);

/// Motors of which each has a target of its own.
class JointTargets {
 public:
  /// `timeout` in s after which speeds and efforts are zero; 0: never.
  JointTargets(MotorBank motors, std::vector<JointControl> controls, double timeout);

  const MotorBank& motors() const { return motors_; }
  std::size_t size() const { return targets_.size(); }
  ControlMode mode(std::size_t i) const { return targets_[i].mode; }
  double target(std::size_t i) const { return targets_[i].value; }

  void Set(std::size_t i, ControlMode mode, double target, SimTimeNs time_ns);
  /// To be at `from` now and at `to` after the step: without lagging behind where there is no PID.
  void Follow(std::size_t i, double from, double to, const DriveView& view);
  /// Writes the motors.
  void Update(const DriveView& view, physics::Inputs* inputs);
  void Publish(const DriveView& view, graph::Graph* graph) { motors_.PublishCurrents(view, graph); }

  void Archive(StateArchive* archive);

 private:
  struct Target {
    ControlMode mode = ControlMode::kNone;
    double value = 0.0;
    SimTimeNs time_ns = 0;
  };

  void UpdateOne(std::size_t i, const DriveView& view, physics::Inputs* inputs);

  MotorBank motors_;
  std::vector<JointControl> controls_;
  std::vector<Target> targets_;
  SimTimeNs timeout_ns_;
};

/// A drive that sets targets by messages; <motor> and <cmd_timeout> are read here.
class TargetDrive : public Drive {
 public:
  TargetDrive(const DriveArgs& args, const std::vector<DriveJoint>& joints,
              std::vector<JointControl> controls);

  const std::vector<int>& axes() const override { return axes_; }
  bool TakeNewCommand() override { return input_.TakeNew(); }
  void Update(const DriveView& view, physics::Inputs* inputs) override {
    targets_.Update(view, inputs);
  }
  void Publish(const DriveView& view, graph::Graph* graph) override {
    targets_.Publish(view, graph);
  }
  RefusedMessages refused() const override { return input_.refused(); }
  void Archive(StateArchive* archive) override { archive->Items(&input_, &targets_); }

 protected:
  CommandInput& input() { return input_; }
  JointTargets& targets() { return targets_; }
  const JointTargets& targets() const { return targets_; }

 private:
  CommandInput input_;
  JointTargets targets_;
  std::vector<int> axes_;
};

/// One number per joint, as a message brings them: sets them all, or tells what is wrong.
std::string SetAll(const std::vector<double>& numbers, ControlMode mode, SimTimeNs time_ns,
                   JointTargets* targets);

/// "position", "velocity" or "effort"; kNone for anything else.
ControlMode ModeOf(const std::string& name);

/// What the <joint> elements of a drive say of how their joints are controlled, in their order.
std::vector<JointControl> ReadJointControls(const DriveArgs& args);

/// Sets the targets of the <joint> elements at the start, and whenever a message on one of their
/// topics says so; `told(i)` is called when one has. All must outlive `input`.
void ListenToJoints(const DriveArgs& args, const std::vector<DriveJoint>& joints,
                    CommandInput* input, JointTargets* targets,
                    const std::function<void(std::size_t)>& told = {});

}  // namespace surefoot::drives
