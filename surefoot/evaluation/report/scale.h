#pragma once

#include <string>
#include <vector>

#include "surefoot/evaluation/report/plot.h"

namespace surefoot::report {

/// A mark on an axis.
struct Tick {
  double value = 0.0;
  /// Empty: a grid line only.
  std::string label;
};

/// Ascending multiples of 1, 2 or 5 times a power of ten in [low, high]: as many as possible, at
/// most `max` (at least 2). Requires finite low < high that differ by more than rounding.
std::vector<Tick> LinearTicks(double low, double high, int max);

/// Powers of ten in [low, high], every n-th if there are many; 2 and 5 between them if there are
/// few, and linear ticks within less than a decade. Needs 0 < low < high.
std::vector<Tick> LogarithmicTicks(double low, double high, int max);

/// Range of the values seen so far that an axis can show.
class Extent {
 public:
  explicit Extent(bool logarithmic) : logarithmic_(logarithmic) {}

  void Add(double value);
  bool empty() const { return low_ > high_; }
  double low() const { return low_; }
  double high() const { return high_; }

 private:
  bool logarithmic_;
  double low_ = 1e300;
  double high_ = -1e300;
};

/// Maps values from low() to high() to positions from 0 to `length`.
class Scale {
 public:
  /// The axis' own range, or that of the data extended at both ends by these shares of its length.
  Scale(const Axis& axis, const Extent& extent, double length, double below, double above);

  /// Distance from the low end; NaN where the axis cannot show the value. Positions far outside are
  /// clamped, because viewers fail on huge SVG coordinates.
  double At(double value) const;
  std::vector<Tick> Ticks(int max) const;
  /// Moves an end that lies just before a tick to that tick: 0 to 19.98 ends at 20.
  void SnapToTicks(int max);
  /// Extends both ends equally until the range has the length `span`.
  void Widen(double span);

  double low() const { return low_; }
  double high() const { return high_; }
  double length() const { return length_; }
  void set_length(double length) { length_ = length; }
  bool logarithmic() const { return logarithmic_; }

 private:
  bool logarithmic_;
  double low_ = 0.0;
  double high_ = 1.0;
  double length_;
};

}  // namespace surefoot::report
