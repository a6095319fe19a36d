#pragma once

#include <string>
#include <vector>

#include "surefoot/base/archive.h"
#include "surefoot/drives/joints.h"
#include "surefoot/drives/rate_clock.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/physics/hold.h"
#include "surefoot/physics/inputs.h"
#include "surefoot/world/element_reader.h"

namespace surefoot::drives {

// Motors with controller and gearbox: they convert a desired speed, position or effort of a joint
// to the command of the engine.

/// A motor. All values are at the output of the gearbox: N m and rad, or N and m. The defaults are
/// an ideal servo that holds its position at rest.
struct MotorSpec {
  /// Effort per speed error; infinite: whatever is needed.
  double velocity_gain = world::kInfinity;
  /// Time constant (s) of the lag between command and motor.
  double lag = 0.0;
  double max_effort = world::kInfinity;
  /// The linear torque-speed curve; both infinite: none.
  double stall_torque = world::kInfinity;
  double no_load_speed = world::kInfinity;
  /// Coulomb friction of the gearbox.
  double friction = 0.0;
  /// Whether the motor holds its position at rest, with at most this effort, below this speed.
  bool hold = true;
  double hold_effort = world::kInfinity;
  double hold_speed = physics::kRestSpeed;
  /// Effort per ampere; 0: unknown. The no-load current is in A.
  double torque_constant = 0.0;
  double no_load_current = 0.0;
};

/// Reads a <motor> element; reports wrong values.
MotorSpec ReadMotor(const world::ElementReader& element);

/// The motor of one joint.
class Motor {
 public:
  explicit Motor(const MotorSpec& spec) : spec_(spec) {}

  /// The engine's command for the next step of `dt` (s). `joint` is the state before the step.
  physics::MotorCommand ForSpeed(double target, const JointReading& joint, double dt);
  physics::MotorCommand ForPosition(double target, const JointReading& joint, double dt);
  physics::MotorCommand ForEffort(double target, const JointReading& joint, double dt);
  /// The command of a joint without control.
  physics::MotorCommand ForNothing();

  /// Current (A) for the effort of the last step; 0 when the torque constant is unknown.
  double Current(const JointReading& joint) const;

  const MotorSpec& spec() const { return spec_; }
  bool holding() const { return hold_.holding(); }

  void Archive(StateArchive* archive) { archive->Items(&lagged_, &lag_begun_, &hold_); }

 private:
  /// Largest effort of the motor towards `side` (+1 or -1) at speed v, and what remains of it after
  /// the friction of the gearbox.
  double Curve(double side, double v) const;
  double Available(double side, double v) const;
  /// Applies the first-order lag to a command; `start` is its initial state.
  double Lagged(double target, double start, double dt);

  MotorSpec spec_;
  /// Output of the lag, once it has begun.
  double lagged_ = 0.0;
  bool lag_begun_ = false;
  physics::Hold hold_;
};

/// The motors of a drive's joints, all with the same specification.
///   motors_.Speed(i, target, view, inputs);   // once per step and joint
class MotorBank {
 public:
  /// `child` is the name of the element that describes the motor.
  MotorBank(const DriveArgs& args, std::vector<DriveJoint> joints, const std::string& child);

  const std::vector<DriveJoint>& joints() const { return joints_; }
  std::size_t size() const { return joints_.size(); }
  JointReading Reading(std::size_t i, const DriveView& view) const {
    return Read(view.state, joints_[i]);
  }

  void Speed(std::size_t i, double target, const DriveView& view, physics::Inputs* inputs) {
    Slot(i, inputs) = motors_[i].ForSpeed(target, Reading(i, view), view.step);
  }
  void Position(std::size_t i, double target, const DriveView& view, physics::Inputs* inputs) {
    Slot(i, inputs) = motors_[i].ForPosition(target, Reading(i, view), view.step);
  }
  void Effort(std::size_t i, double target, const DriveView& view, physics::Inputs* inputs) {
    Slot(i, inputs) = motors_[i].ForEffort(target, Reading(i, view), view.step);
  }
  void Free(std::size_t i, physics::Inputs* inputs) { Slot(i, inputs) = motors_[i].ForNothing(); }

  /// Publishes the motor currents (A) at publish_rate, if the torque constant is known.
  void PublishCurrents(const DriveView& view, graph::Graph* graph);

  void Archive(StateArchive* archive);

 private:
  physics::MotorCommand& Slot(std::size_t i, physics::Inputs* inputs) const {
    return inputs->motors[static_cast<std::size_t>(joints_[i].v)];
  }

  std::vector<DriveJoint> joints_;
  std::vector<Motor> motors_;
  RateClock clock_;
  int current_topic_ = -1;
  msgs::std_msgs::Float64MultiArray currents_;
};

}  // namespace surefoot::drives
