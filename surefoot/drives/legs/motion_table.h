#pragma once

/// Motions of joints by tables: the time of a row, and the angle of each joint then.

#include <string>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot::drives {

struct MotionTable {
  std::vector<std::string> joints;
  /// In s after the start, increasing.
  std::vector<double> times;
  /// Row by row.
  std::vector<double> angles;

  double angle(std::size_t row, std::size_t joint) const {
    return angles[row * joints.size() + joint];
  }
  /// The speed at a row: as the rows before and after have it, but zero where the joint turns back
  /// and at the end, so that it never leaves the range of its rows. `start` is where it begins.
  double Speed(std::size_t row, std::size_t joint, double start) const;
};

/// Reads a table:
///   # a comment
///   time, LFJ1, LFJ2
///   0.5, 0.1, -0.2
/// Numbers are apart by commas or blanks. The error tells the line, as `place` and its number; the
/// text's first line has the number `first_line`.
Result<MotionTable> ParseMotionTable(const std::string& text, const std::string& place = "line ",
                                     int first_line = 1);

}  // namespace surefoot::drives
