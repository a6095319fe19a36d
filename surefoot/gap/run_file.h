#pragma once

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/gap/run.h"

namespace surefoot::gap {

struct RunFileOptions {
  /// Tables: a column map (column_map.h) or a preset; empty: columns with well-known names.
  std::string columns;
  /// Recordings of topics: the one with poses; empty: the only one that can be it.
  std::string pose_topic;
  /// It must tell where the robot really was: wheel odometry is refused.
  bool is_reference = false;
};

/// One run: a CSV table (plain or packed by gzip) or an MCAP file, known by content.
Result<TaskRun> LoadRun(const std::string& path, const RunFileOptions& options);

/// A run from each file; of folders from each table and recording directly inside, by name.
Result<std::vector<TaskRun>> LoadRuns(const std::vector<std::string>& paths,
                                      const RunFileOptions& options);

}  // namespace surefoot::gap
