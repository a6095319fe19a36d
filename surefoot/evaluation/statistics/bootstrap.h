#pragma once

#include <vector>

#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::gap {

/// Where a quantile (intervals.h) lies with 95 % confidence, by 1000 draws with replacement. Values
/// of one group (as long as `values`) depend on each other: whole groups are drawn. The same
/// numbers for the same input.
Interval BootstrapQuantile(const std::vector<double>& values, const std::vector<int>& groups,
                           double p);

}  // namespace surefoot::gap
