#pragma once

#include <cstddef>
#include <vector>

namespace surefoot::report {

/// A point in plot coordinates; one that is not finite is a gap.
struct PlotPoint {
  double x = 0.0;
  double y = 0.0;
};

/// Fewer points with the same appearance: of neighbours in one column of width `column` the first,
/// the lowest, the highest and the last stay in their order (M4 aggregation, Jugel et al., 2014),
/// and one point of each gap that is wider than a column. Where this leaves more than `max`,
/// segments of equal count keep their ends and extremes in x and y. O(n).
std::vector<PlotPoint> Thinned(const std::vector<PlotPoint>& points, double column,
                               std::size_t max);

}  // namespace surefoot::report
