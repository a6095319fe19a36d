#pragma once

/// DRIVE of wheeled, flying and walking robots: converts the forms of the command to a velocity.
/// The protocol has no timeout: a command applies until the next one, or until the connection
/// closes.

#include <string>

#include "surefoot/gateways/usarsim/class_table.h"
#include "surefoot/gateways/usarsim/text.h"

namespace surefoot::gateways::usarsim {

/// A velocity in Surefoot's frame (m/s, rad/s, to the left).
struct Motion {
  double forward = 0.0;
  double left = 0.0;
  double up = 0.0;
  double turn = 0.0;
  /// Steering angle of the virtual middle wheel, to the left (rad); Ackermann robots only.
  double steer = 0.0;

  bool moves() const { return forward != 0.0 || left != 0.0 || up != 0.0 || turn != 0.0; }
};

/// The driving command of a robot. Keys that a line does not have keep their last values.
///   Drive drive(spec, Dialect::kUdk);
///   if (drive.Read(ParseLine("DRIVE {Left 1.0} {Right 1.0}"))) Send(drive.motion());
class Drive {
 public:
  explicit Drive(const ClassSpec& spec, Dialect dialect) : spec_(spec), dialect_(dialect) {}

  /// Reads a DRIVE line; whether it has keys for this kind of robot.
  bool Read(const Line& line);
  /// Resets all values to 0.
  void Stop();
  const Motion& motion() const { return motion_; }
  /// Steering angles as commanded, in the protocol's direction, for STA (rad).
  double front_steer() const { return front_steer_; }
  double rear_steer() const { return rear_steer_; }

 private:
  bool ReadSides(const Line& line, bool normalized);
  bool ReadSteering(const Line& line, bool normalized);
  bool ReadFlight(const Line& line, bool normalized);
  double WheelSpeed(double value, bool normalized) const;

  const ClassSpec& spec_;
  Dialect dialect_;
  Motion motion_;
  double left_ = 0.0;
  double right_ = 0.0;
  double speed_ = 0.0;
  double front_steer_ = 0.0;
  double rear_steer_ = 0.0;
};

}  // namespace surefoot::gateways::usarsim
