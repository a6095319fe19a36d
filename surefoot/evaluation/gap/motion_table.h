#pragma once

#include <string>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/recordings/motion/motion_log.h"

namespace surefoot::gap {

/// A drive in a table (CSV, plain or packed by gzip). `columns`: a column map (column_map.h) with
/// t, x, y and heading; v and w, what the robot was told (m/s, rad/s), or wheel_left and
/// wheel_right, how fast its wheels turned (rad/s). `names`: the wheels of the simulated robot;
/// those with "left" and "right" in their names get these speeds.
Result<MotionLog> LoadMotionTable(const std::string& path, const std::string& columns,
                                  const MotionNames& names);

}  // namespace surefoot::gap
