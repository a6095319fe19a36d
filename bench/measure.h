#pragma once

#include <functional>
#include <vector>

namespace surefoot {

/// The upper median; `values` must not be empty.
double Median(std::vector<double> values);

/// What `measure` returns in a process of its own, where nothing else has used memory yet; NaN when
/// it returns NaN or does not come to an end.
double MeasureInChild(const std::function<double()>& measure);

}  // namespace surefoot
