#pragma once

#include <string>
#include <vector>

#include "surefoot/session/session.h"

namespace surefoot::conformance {

/// A push against the base of a robot on legs that stands or walks.
struct Shove {
  /// Ahead, or 0: it stands. m/s.
  double speed = 0.0;
  /// Where to, in rad to the left of ahead, and how much, in N s; it takes 0.1 s.
  double direction = 0.0;
  double impulse = 0.0;
  /// When, in s after the robot has got going: steps differ in what they bear.
  double when = 0.0;
};

/// Eight directions of a size, at times that are spread over a step.
std::vector<Shove> ShovesAround(double speed, double impulse);

/// Whether the robot still stands some seconds after the shove, with the loop of its balance closed
/// or open.
Result<bool> Bears(Session* session, const std::string& robot, const Shove& shove, bool closed);

}  // namespace surefoot::conformance
