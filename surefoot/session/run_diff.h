#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot {

/// How two recorded runs compare.
struct RunDiff {
  bool identical = false;
  /// Differences of the runs' settings: "engine: mujoco, ode".
  std::vector<std::string> settings;
  /// First step at which the hash chains differ, -1 when they never do.
  std::int64_t first_step = -1;
  /// Bodies that differ in that step; empty when only joint coordinates or inputs differ.
  std::vector<std::string> bodies;
  /// From the first recorded states at or after that step: largest position difference in m, the
  /// body and the step; -1 when there are none.
  double position_difference = -1.0;
  std::string position_body;
  std::int64_t position_step = -1;
  /// Steps that both recordings cover, and the number each has.
  std::int64_t common_steps = 0;
  std::int64_t steps_a = 0;
  std::int64_t steps_b = 0;
  /// Inputs that took effect at or before the first different step and are not the same.
  std::vector<std::string> inputs;
};

/// Compares two recordings of runs. The error names the file that cannot be read.
Result<RunDiff> CompareRuns(const std::string& path_a, const std::string& path_b);

}  // namespace surefoot
