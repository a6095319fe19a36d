#pragma once

/// What lies between a wanted speed, position or effort of a joint and what the engine is told: a
/// motor with its controller and gearbox.

#include "surefoot/base/archive.h"
#include "surefoot/physics/hold.h"
#include "surefoot/physics/inputs.h"
#include "surefoot/world/element_reader.h"

namespace surefoot::drives {

/// All at the joint's side of the gearbox: N m and rad, or N and m. The defaults are a stiff servo
/// that holds when it stands.
struct MotorSpec {
  /// Effort per speed error; infinite: as much as it takes.
  double velocity_gain = world::kInfinity;
  /// Time constant (s) of the lag between command and motor.
  double lag = 0.0;
  double max_effort = world::kInfinity;
  /// The torque-speed curve; both infinite: none.
  double stall_torque = world::kInfinity;
  double no_load_speed = world::kInfinity;
  /// Dry friction of the gearbox.
  double friction = 0.0;
  bool hold = true;
  double hold_effort = world::kInfinity;
  double hold_speed = physics::kRestSpeed;
  /// Effort per ampere; zero when unknown.
  double torque_constant = 0.0;
  double no_load_current = 0.0;
};

/// Reads a <motor> element; wrong values are reported.
MotorSpec ReadMotor(const world::ElementReader& element);

/// What the joint's own sensors say.
struct JointReading {
  double q = 0.0;
  double v = 0.0;
  /// Of the motor, in the last step.
  double effort = 0.0;
};

class Motor {
 public:
  explicit Motor(const MotorSpec& spec) : spec_(spec) {}

  /// What the engine is told for the next step of `dt`.
  physics::MotorCommand ForSpeed(double target, const JointReading& joint, double dt);
  physics::MotorCommand ForPosition(double target, const JointReading& joint, double dt);
  physics::MotorCommand ForEffort(double target, const JointReading& joint, double dt);
  /// The joint is left alone.
  physics::MotorCommand ForNothing();

  /// Current (A) that the effort of the last step takes; 0 when the torque constant is unknown.
  double Current(const JointReading& joint) const;

  const MotorSpec& spec() const { return spec_; }
  bool holding() const { return hold_.holding(); }

  void Archive(StateArchive* archive);

 private:
  /// The most that the motor gives towards `side` (+1 or -1) at speed v, and what of it passes the
  /// gearbox.
  double Curve(double side, double v) const;
  double Available(double side, double v) const;
  /// Passes the command through the lag; `start` is where the lag begins.
  double Lagged(double target, double start, double dt);

  MotorSpec spec_;
  /// Output of the lag, once it has begun.
  double lagged_ = 0.0;
  bool lag_begun_ = false;
  physics::Hold hold_;
};

}  // namespace surefoot::drives
