#pragma once

#include <cstdint>
#include <vector>

namespace surefoot::gap {

/// The value below which the share `p` (0 to 1) of the values lies, straight between two of them;
/// not a number when there are none.
double Quantile(std::vector<double> values, double p);

struct Interval {
  double low = 0.0;
  double high = 0.0;
};

/// Where that quantile lies with 95 % confidence, by 1000 draws with replacement. Values of one
/// group (as long as `values`) depend on each other: whole groups are drawn. The same numbers for
/// the same input.
Interval BootstrapQuantile(const std::vector<double>& values, const std::vector<int>& groups,
                           double p);

}  // namespace surefoot::gap
