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

// Joints with individual targets, for all drives that command joints directly.

/// Gains of a PID controller as ROS's control_toolbox has them: the output is an effort (N m or N).
struct PidSpec {
  double p = 0.0;
  double i = 0.0;
  double d = 0.0;
  /// Bounds of the integral term of the output.
  double i_min = -world::kInfinity;
  double i_max = world::kInfinity;
  /// Bounds of the output, and an offset that is added before them.
  double cmd_min = -world::kInfinity;
  double cmd_max = world::kInfinity;
  double cmd_offset = 0.0;
};

/// Reads a <pid> element; wrong values are reported.
PidSpec ReadPid(const world::ElementReader& element);

/// A PID controller of one joint.
class Pid {
 public:
  Pid() = default;
  explicit Pid(const PidSpec& spec) : spec_(spec) {}

  /// Output for this error and its rate; integrates the error over `dt` (s).
  double Update(double error, double error_rate, double dt);
  void Reset() { integral_part_ = 0.0; }

  void Archive(StateArchive* archive) { archive->Items(&integral_part_); }

 private:
  PidSpec spec_;
  double integral_part_ = 0.0;
};

using physics::ControlMode;

/// How a joint is controlled: by the servo of its motor, or, where there is one, by a PID whose
/// output is the effort.
struct JointControl {
  std::optional<Pid> position_pid;
  std::optional<Pid> velocity_pid;
};

/// <pid> and <velocity_pid> of an element.
JointControl ReadJointControl(const world::ElementReader& element);

/// Motors with an individual target for each: rad or m, rad/s or m/s, N m or N by mode.
class JointTargets {
 public:
  /// `timeout` (s) after which speeds and efforts become zero; 0: never.
  JointTargets(MotorBank motors, std::vector<JointControl> controls, double timeout);

  const MotorBank& motors() const { return motors_; }
  std::size_t size() const { return targets_.size(); }
  ControlMode mode(std::size_t i) const { return targets_[i].mode; }
  double target(std::size_t i) const { return targets_[i].value; }

  void Set(std::size_t i, ControlMode mode, double target, SimTimeNs time_ns);
  /// Follows a path: at `from` now, at `to` after the step. Without a PID the speed is fed forward,
  /// so that the joint does not lag behind.
  void Follow(std::size_t i, double from, double to, const DriveView& view);
  /// Every joint stops: it holds its position, or its speed or effort is zero.
  void Stop(const DriveView& view);
  /// Writes the motor commands of all joints.
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

/// Base of drives whose messages set targets. Reads <motor> and <cmd_timeout>.
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
  physics::ControlMode CommandMode(std::size_t i) const override { return targets_.mode(i); }
  void OnActivate(const DriveView& view) override { targets_.Stop(view); }
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

/// Sets one target per joint from a message; returns why they are rejected, or an empty string.
/// Then no target was changed.
std::string SetAll(const std::vector<double>& numbers, ControlMode mode, SimTimeNs time_ns,
                   JointTargets* targets);

/// "position", "velocity" or "effort"; kNone for anything else.
ControlMode ModeOf(const std::string& name);

/// The controls of the <joint> elements of a drive, in their order.
std::vector<JointControl> ReadJointControls(const DriveArgs& args);

/// Sets the initial targets of the <joint> elements and subscribes to their topics. `on_command(i)`
/// is called after a message has set target i. All arguments must outlive `input`.
void ListenToJoints(const DriveArgs& args, const std::vector<DriveJoint>& joints,
                    CommandInput* input, JointTargets* targets,
                    const std::function<void(std::size_t)>& on_command = {});

}  // namespace surefoot::drives
