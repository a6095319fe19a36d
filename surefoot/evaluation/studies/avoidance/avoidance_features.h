#pragma once

/// Features of a run of the avoidance task: its straight legs and turns. They are measured in the
/// same way on recordings and on simulated runs, so that the two can be compared and fitted number
/// by number.

#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot::studies {

/// A run as seen by the overhead camera: s by the recording's clock, m in the arena's frame.
struct AvoidanceTrace {
  std::string name;
  std::vector<double> t;
  std::vector<double> x;
  std::vector<double> y;

  std::size_t size() const { return t.size(); }
};

/// Reads the recordings `<set>_<number>.csv` of a folder, sorted by number. Columns: t_s, x_cm,
/// y_cm, with y downwards from the arena's upper edge.
Result<std::vector<AvoidanceTrace>> ReadRecordings(const std::string& folder,
                                                   const std::string& set, double arena_height);

/// Writes a trace in the format of these files.
std::string ToCsv(const AvoidanceTrace& trace, double arena_height);

/// The trace without its first samples.
AvoidanceTrace Without(const AvoidanceTrace& trace, std::size_t discarded);

/// Position at a time: interpolated between samples, the last one after the end, NaN before the
/// first.
double At(const AvoidanceTrace& trace, const std::vector<double>& values, double t);

/// A part of a trace in which the robot drives forward.
struct Leg {
  std::size_t first = 0;
  std::size_t last = 0;
  /// Speed by the recording's clock, m/s; curvature, rad/m, positive to the left; headings at both
  /// ends, rad.
  double speed = 0.0;
  double curvature = 0.0;
  double first_heading = 0.0;
  double last_heading = 0.0;
};

/// Finds legs by the distance that the tag moves in four samples: a robot that turns on the spot
/// hardly moves it. Speeds would be no criterion, because the clock of the recordings is irregular.
std::vector<Leg> FindLegs(const AvoidanceTrace& trace);

struct AvoidanceFeatures {
  double speed = 0.0;
  /// rad/s.
  double drift = 0.0;
  /// Angles of the first and the second turn, rad, positive to the right.
  double turn = 0.0;
  /// Heading in the middle of the first leg, rad.
  double heading = 0.0;
  /// Places of the turns: x of the first, y of the second, m.
  double corner_x = 0.0;
  double corner_y = 0.0;
  /// Length of the path from the second turn to the last sample, m.
  double last_leg = 0.0;
  /// Position at the last sample.
  double end_x = 0.0;
  double end_y = 0.0;
  /// Time at which the tag passes x = 0.55 m, s by the recording's clock.
  double clock = 0.0;
  /// Time from there until the tag returns past x = 0.62 m, s.
  double round = 0.0;
  /// Distance of the tag from the robot's centre of rotation, m.
  double lever = 0.0;
};

/// nullopt for a run that is not a U-turn: it ended early, or missed an obstacle.
std::optional<AvoidanceFeatures> FeaturesOf(const AvoidanceTrace& trace);

}  // namespace surefoot::studies
