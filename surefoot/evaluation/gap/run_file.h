#pragma once

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
  /// Of these also numbers that were measured: "/imu/data.angular_velocity.z".
  std::vector<std::string> signals;
  /// The robot's name in recordings of our own runs that tell the state of all bodies.
  std::string robot;
  /// It must tell where the robot really was: wheel odometry is refused.
  bool is_reference = false;
};

/// One run: a CSV table (plain or packed by gzip), known by content, or a recording of topics
/// (motion_log.h). `notes`: sentences of caution.
Result<TaskRun> LoadRun(const std::string& path, const RunFileOptions& options,
                        std::vector<std::string>* notes);

/// A run from each file; of folders from each table and recording directly inside, by name.
Result<std::vector<TaskRun>> LoadRuns(const std::vector<std::string>& paths,
                                      const RunFileOptions& options,
                                      std::vector<std::string>* notes);

/// A drive in a table (CSV, plain or packed by gzip). `columns`: a column map (column_map.h) with
/// t, x, y and heading; v and w, what the robot was told (m/s, rad/s), or wheel_left and
/// wheel_right, how fast its wheels turned (rad/s). `names`: the wheels of the simulated robot;
/// those with "left" and "right" in their names get these speeds.
Result<MotionLog> LoadMotionTable(const std::string& path, const std::string& columns,
                                  const MotionNames& names);

}  // namespace surefoot::gap
