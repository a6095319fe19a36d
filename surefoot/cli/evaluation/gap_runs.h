#pragma once

#include <string>
#include <vector>

#include "surefoot/cli/arguments.h"
#include "surefoot/session/parts.h"

namespace surefoot::cli {

struct GapArguments;

/// What only `surefoot gap --real RUNS --sim RUNS` takes.
struct RunsArguments {
  /// Simulated runs: files and folders.
  std::vector<std::string> sim;
  /// Column maps of tables, or presets (evaluation/recordings/column_map.h). Empty: usual names;
  /// `sim_columns` empty: as `columns`.
  std::string columns;
  std::string sim_columns;
  /// Topic with the poses of simulated recordings.
  std::string sim_truth;
  /// "/imu/data.angular_velocity.z".
  std::vector<std::string> signals;
  /// "motion", "motion:0.1" or "recorded".
  std::string start = "motion";
  /// "recorded", "first" or "X,Y,YAW".
  std::string frame = "recorded";
  bool drop_outliers = false;
  /// "range=0.1".
  std::vector<std::string> detections;
  /// "auto", "none" or "position=0.002,latency=0.1".
  std::string sensor = "auto";
};
void AddArguments(const CommandArguments& command, RunsArguments* arguments);

/// Compares runs with runs. Returns the exit status.
int GapRuns(const Parts& parts, const GapArguments& arguments);

}  // namespace surefoot::cli
