#pragma once

#include <string>
#include <vector>

#include "surefoot/session/session.h"

namespace surefoot::conformance {

/// A push against the base of a legged robot that stands or walks.
struct Shove {
  /// Forward speed (m/s), or 0 if it stands.
  double speed = 0.0;
  /// Direction (rad, to the left of forward) and impulse (N s); it takes 0.1 s.
  double direction = 0.0;
  double impulse = 0.0;
  /// Time after the robot has started (s): the phases of a step differ in stability.
  double when = 0.0;
};

/// Eight directions with one magnitude, at times distributed over a step.
std::vector<Shove> ShovesAround(double speed, double impulse);

/// Whether the robot still stands some seconds after the push, with its balance loop closed or
/// open.
Result<bool> Bears(Session* session, const std::string& robot, const Shove& shove, bool closed);

}  // namespace surefoot::conformance
