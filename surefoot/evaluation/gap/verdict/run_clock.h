#pragma once

/// Runs over a common clock. Private to this folder.

#include <vector>

#include "surefoot/evaluation/gap/run.h"

namespace surefoot::gap {

/// Equal steps from 0 to the horizon: the median interval of the recorded positions, but not more
/// than 400 steps.
std::vector<double> CommonTimes(const std::vector<TaskRun>& recorded, double horizon);

/// Quantities that all runs have, over the clock: as recorded, then heading and speed by the
/// positions where no run has them recorded.
std::vector<Comparison> OverClock(const std::vector<double>& times,
                                  const std::vector<TaskRun>& real,
                                  const std::vector<TaskRun>& simulated);

}  // namespace surefoot::gap
