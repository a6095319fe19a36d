#pragma once

#include <string>
#include <vector>

#include "surefoot/evaluation/report/plot.h"

namespace surefoot::report {

/// Where an axis is marked, ascending.
struct Tick {
  double value = 0.0;
  /// Empty: a grid line only.
  std::string label;
};

/// Multiples of 1, 2 or 5 times a power of ten in [low, high]: as many as possible, at most `most`,
/// which is at least 2. Needs low < high, both finite, not closer than doubles can tell.
std::vector<Tick> LinearTicks(double low, double high, int most);

/// Powers of ten in [low, high], every n-th if there are many; 2 and 5 between them if there are
/// few, and linear ticks within less than a decade. Needs 0 < low < high.
std::vector<Tick> LogarithmicTicks(double low, double high, int most);

/// What values were seen, those that an axis can show.
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

/// An axis on paper: values from low() to high() along `length`.
class Scale {
 public:
  /// The axis' own range, or that of the data with these parts of its length more at the ends.
  Scale(const Axis& axis, const Extent& extent, double length, double below, double above);

  /// Distance from the low end; NaN where the axis cannot show the value. Far outside it is cut.
  double At(double value) const;
  std::vector<Tick> Ticks(int most) const;
  /// An end that lies just before a tick moves there, so that 0 to 19.98 ends at 20.
  void SnapToTicks(int most);
  /// As much more at both ends as to make its length `span`.
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
