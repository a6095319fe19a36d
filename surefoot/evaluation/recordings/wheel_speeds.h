#pragma once

#include <vector>

namespace surefoot::gap {

/// How fast the wheels of both sides turned (rad/s) over time (s, rising).
struct WheelSpeeds {
  std::vector<double> time;
  std::vector<double> left;
  std::vector<double> right;

  struct Pair {
    double left = 0.0;
    double right = 0.0;
  };
  /// Straight lines between samples; before the first and after the last sample, that one. There
  /// must be one.
  Pair At(double moment) const;
};

}  // namespace surefoot::gap
