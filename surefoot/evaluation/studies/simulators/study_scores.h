#pragma once

/// Scores of the comparison of simulators by Farley, Wang and Marshall (2022).

#include <string>
#include <vector>

namespace surefoot::gap {

/// Equations (3), (4) and (8): the least of all values over each value. What is not a number above
/// 0 was not measured: it is left out, and its score is NaN.
std::vector<double> LeastOverEach(const std::vector<double>& values);

/// What the print does for the real-time factor in its Table 11, against equation (3): each value
/// over the greatest. The same rule for what was not measured.
std::vector<double> EachOverGreatest(const std::vector<double>& values);

/// One line of their Table 11.
struct ScoreLine {
  std::string name;
  double weight = 0.0;
  /// One score per simulator.
  std::vector<double> scores;
};

/// Sums of weight times score, one per simulator.
std::vector<double> WeightedTotals(const std::vector<ScoreLine>& lines);

}  // namespace surefoot::gap
