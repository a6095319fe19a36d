#pragma once

#include <cstddef>
#include <vector>

namespace surefoot::report {

/// A point on paper; one that is not finite is a gap.
struct PlotPoint {
  double x = 0.0;
  double y = 0.0;
};

/// Fewer points that look the same: of neighbours in one column of width `column` the first, the
/// lowest, the highest and the last stay, in their order, and one point of each gap that is wider
/// than a column. Where this leaves more than `most`, stretches of equal count keep their ends and
/// extremes in x and y.
std::vector<PlotPoint> Thinned(const std::vector<PlotPoint>& points, double column,
                               std::size_t most);

}  // namespace surefoot::report
