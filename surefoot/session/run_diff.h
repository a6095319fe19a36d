#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot {

/// Result of comparing two recorded runs.
struct RunDiff {
  bool identical = false;
  /// Different settings of the runs, as "engine: mujoco, ode".
  std::vector<std::string> settings;
  /// First step with different hashes, -1 if there is none.
  std::int64_t first_step = -1;
  /// Bodies that differ in that step; empty if only joint coordinates or inputs differ.
  std::vector<std::string> bodies;
  /// From the first recorded states at or after that step: largest difference of a position (m),
  /// the body and the step; -1 if there are no states.
  double position_difference = -1.0;
  std::string position_body;
  std::int64_t position_step = -1;
  /// Number of steps in both recordings, and in each of them.
  std::int64_t common_steps = 0;
  std::int64_t steps_a = 0;
  std::int64_t steps_b = 0;
  /// Inputs at or before the first different step that are not the same in both.
  std::vector<std::string> inputs;
};

/// Compares two recordings of runs. Fails if a file cannot be read.
Result<RunDiff> CompareRuns(const std::string& path_a, const std::string& path_b);

}  // namespace surefoot
