#pragma once

#include <functional>
#include <vector>

namespace surefoot {

/// The upper median; `values` must not be empty.
double Median(std::vector<double> values);

/// Result of `measure` in a separate process, in which nothing else has used memory yet; NaN when
/// it returns NaN or does not terminate normally.
double MeasureInChild(const std::function<double()>& measure);

}  // namespace surefoot
