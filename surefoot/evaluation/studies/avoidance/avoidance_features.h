#pragma once

/// What a run of the avoidance task is made of: straight legs and turns. Measured in the same way
/// on recordings and on simulated runs, so that the two can be compared and fitted number by
/// number.

#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot::studies {

/// A run as the camera above saw it: seconds by the recording's clock, m in the arena.
struct AvoidanceTrace {
  std::string name;
  std::vector<double> t;
  std::vector<double> x;
  std::vector<double> y;

  std::size_t size() const { return t.size(); }
};

/// The recordings `<set>_<number>.csv` (t_s, x_cm, y_cm, y down from the arena's upper edge) in a
/// folder, by number.
Result<std::vector<AvoidanceTrace>> ReadRecordings(const std::string& folder,
                                                   const std::string& set, double arena_height);

/// As those files have it.
std::string ToCsv(const AvoidanceTrace& trace, double arena_height);

/// Without the first samples.
AvoidanceTrace Without(const AvoidanceTrace& trace, std::size_t discarded);

/// Between samples; held after the last one, NaN before the first.
double At(const AvoidanceTrace& trace, const std::vector<double>& values, double t);

/// A stretch of a trace in which the robot goes ahead.
struct Leg {
  std::size_t first = 0;
  std::size_t last = 0;
  /// m/s by the recording's clock, curvature (rad/m to the left), headings at its ends (rad).
  double speed = 0.0;
  double curvature = 0.0;
  double first_heading = 0.0;
  double last_heading = 0.0;
};

/// Legs by how far the tag gets in four samples: a robot that turns about its axle hardly moves.
/// Clocks of recordings are too rough to tell it by speed.
std::vector<Leg> FindLegs(const AvoidanceTrace& trace);

struct AvoidanceFeatures {
  double speed = 0.0;
  /// rad/s.
  double drift = 0.0;
  /// rad to the right, of the first turn and the second.
  double turn = 0.0;
  /// Heading in the middle of the first leg.
  double heading = 0.0;
  /// Where the robot turns (m): x of the first place, y of the second.
  double corner_x = 0.0;
  double corner_y = 0.0;
  /// From the second turn to the last sample (m).
  double last_leg = 0.0;
  /// The last sample.
  double end_x = 0.0;
  double end_y = 0.0;
  /// When the tag passes x = 0.55 m (s by the recording's clock).
  double clock = 0.0;
  /// From there until it comes back past x = 0.62 m (s).
  double round = 0.0;
  /// Of the tag from where the robot turns about (m).
  double lever = 0.0;
};

/// Nothing for a run that is no U-turn: cut short, or one obstacle missed.
std::optional<AvoidanceFeatures> FeaturesOf(const AvoidanceTrace& trace);

}  // namespace surefoot::studies
