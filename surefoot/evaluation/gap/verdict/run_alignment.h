#pragma once

/// Runs of one task brought to a common start, frame and clock, and what falls out of line.

#include <optional>
#include <string>
#include <vector>

#include "surefoot/evaluation/gap/run.h"
#include "surefoot/math/planar_odometry.h"

namespace surefoot::gap {

struct RunAlignment {
  /// Time 0 is where a run has come this far (m) from where it was first. 0: where its file begins.
  double motion = 0.02;
  /// Poses are told relative to that at time 0 (heading, or the direction of the first 10 cm).
  bool from_first_pose = false;
  /// Frame R of the recording in the simulated world W; of real runs only.
  std::optional<PlanarPose> X_WR;
};

/// When the run has gone so far; nothing when it never does.
std::optional<double> StartOfMotion(const TaskRun& run, double distance);

/// Brings all runs to their start; those that never move are left out with a note. `what`: "real".
/// Gives the median of the starts in the runs' own times.
double AlignStarts(const RunAlignment& alignment, const std::string& what,
                   std::vector<TaskRun>* runs, std::vector<std::string>* notes);

/// Moves the poses of a run by X_WR.
void MoveRun(const PlanarPose& X_WR, TaskRun* run);
/// The pose at time 0.
PlanarPose FirstPose(const TaskRun& run);

/// Indices of runs that are far from the others: their root mean square distance from the median
/// path is above the median of such distances by five times 1.4826 times the median absolute
/// deviation, and twice as large. Each has a sentence in `notes`, as have runs that end before
/// 80 % of the median time.
std::vector<std::size_t> FindOutliers(const std::vector<TaskRun>& runs, const std::string& what,
                                      std::vector<std::string>* notes);

/// Equal steps from 0 to the horizon: the median interval of the recorded positions, but not more
/// than 400 steps.
std::vector<double> CommonTimes(const std::vector<TaskRun>& recorded, double horizon);

/// Quantities that all runs have, over the clock: as recorded, then heading and speed by the
/// positions where no run has them recorded.
std::vector<Comparison> OverClock(const std::vector<double>& times,
                                  const std::vector<TaskRun>& real,
                                  const std::vector<TaskRun>& simulated);

}  // namespace surefoot::gap
