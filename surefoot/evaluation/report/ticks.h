#pragma once

#include <string>
#include <vector>

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

}  // namespace surefoot::report
