#pragma once

/// DRIVE of wheeled and flying robots: from the command's forms to a velocity. Commands hold until
/// the next one.

#include <string>

#include "surefoot/gateways/usarsim/class_table.h"
#include "surefoot/gateways/usarsim/text.h"

namespace surefoot::gateways::usarsim {

/// In our frame: m/s, rad/s; steer is the angle of the wheel in the middle, to the left.
struct Motion {
  double forward = 0.0;
  double left = 0.0;
  double up = 0.0;
  double turn = 0.0;
  /// Ackermann robots only.
  double steer = 0.0;

  bool moves() const { return forward != 0.0 || left != 0.0 || up != 0.0 || turn != 0.0; }
};

class Drive {
 public:
  explicit Drive(const ClassSpec& spec, Dialect dialect) : spec_(spec), dialect_(dialect) {}

  /// Whether the line has keys of this robot's way of driving.
  bool Read(const Line& line);
  /// Nothing of what was told holds any longer.
  void Stop();
  const Motion& motion() const { return motion_; }
  /// Steering angles as they were told, for STA.
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
