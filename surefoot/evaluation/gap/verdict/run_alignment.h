#pragma once

/// Aligns runs of one task to a common start, frame and clock, and finds outliers.

#include <optional>
#include <string>
#include <vector>

#include "surefoot/evaluation/gap/run.h"
#include "surefoot/math/planar_odometry.h"

namespace surefoot::gap {

struct RunAlignment {
  /// Time 0 is when a run has moved this far (m) from its first position. 0: the start of its file.
  double motion = 0.02;
  /// Poses are relative to that at time 0 (its heading, or the direction of the first 10 cm).
  bool from_first_pose = false;
  /// Frame R of the recording in the simulated world W; of real runs only.
  std::optional<PlanarPose> X_WR;
};

/// Time at which the run has moved this far (m), interpolated; empty when it never does.
std::optional<double> StartOfMotion(const TaskRun& run, double distance);

/// Shifts the clock of all runs to their start of motion; runs that never move are removed with a
/// note. `what`: "real" or "simulated", for notes. Returns the median of the starts on the original
/// clocks.
double AlignStarts(const RunAlignment& alignment, const std::string& what,
                   std::vector<TaskRun>* runs, std::vector<std::string>* notes);

/// Transforms the poses of a run by X_WR.
void MoveRun(const PlanarPose& X_WR, TaskRun* run);
/// The pose at time 0.
PlanarPose FirstPose(const TaskRun& run);

/// Indices of outliers: runs whose root mean square distance from the median path exceeds the
/// median of these distances by more than 5 robust deviations (1.4826 times the median absolute
/// deviation) and twice that median. Each gets a note, as do runs that end before 80 % of the
/// median duration.
std::vector<std::size_t> FindOutliers(const std::vector<TaskRun>& runs, const std::string& what,
                                      std::vector<std::string>* notes);

/// Equally spaced times from 0 to the horizon at the median interval of the recorded positions, at
/// most 400 steps (the cost of the statistics grows with them).
std::vector<double> CommonTimes(const std::vector<TaskRun>& recorded, double horizon);

/// The quantities that all runs have, on the common clock; heading and speed are derived from
/// positions when they were not recorded.
std::vector<Comparison> OverClock(const std::vector<double>& times,
                                  const std::vector<TaskRun>& real,
                                  const std::vector<TaskRun>& simulated);

}  // namespace surefoot::gap
