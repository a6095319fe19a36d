#pragma once

/// Reads runs of a task from files: tables with a column map, MCAP recordings and bags. All have
/// the same quantities afterwards, so that real and simulated runs may come from different
/// formats.

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/gap/run.h"
#include "surefoot/evaluation/recordings/motion/motion_log.h"

namespace surefoot::gap {

struct RunFileOptions {
  /// Tables: a column map (column_map.h) or a preset; empty: columns with well-known names.
  std::string columns;
  /// Recordings of topics: the one with poses; empty: the only one that can be it.
  std::string pose_topic;
  /// Recordings of topics: measured numbers to read as well: "/imu/data.angular_velocity.z".
  std::vector<std::string> signals;
  /// The robot's name in recordings of Surefoot runs, which contain the state of all bodies.
  std::string robot;
  /// The run serves as reference: wheel odometry is refused.
  bool is_reference = false;
};

/// One run: a CSV table (plain or gzipped), detected by content, or a recording of topics
/// (motion_log.h). `notes`: receives notes of caution.
Result<TaskRun> LoadRun(const std::string& path, const RunFileOptions& options,
                        std::vector<std::string>* notes);

/// One run per file; of folders, one per table and recording directly inside, sorted by name.
Result<std::vector<TaskRun>> LoadRuns(const std::vector<std::string>& paths,
                                      const RunFileOptions& options,
                                      std::vector<std::string>* notes);

/// A drive in a table (CSV, plain or gzipped). `columns`: a column map (column_map.h) with t, x, y
/// and heading, and either v and w, the commands (m/s, rad/s), or wheel_left and wheel_right, the
/// wheel speeds (rad/s). `names`: the wheels of the simulated robot; those with "left" or "right"
/// in their names get these speeds.
Result<MotionLog> LoadMotionTable(const std::string& path, const std::string& columns,
                                  const MotionNames& names);

}  // namespace surefoot::gap
