#pragma once

/// Medians, means and success rates of a few trials, with how sure they are.

#include <vector>

namespace surefoot::gap {

struct Interval {
  double low = 0.0;
  double high = 0.0;
};

/// Where the true success rate lies, by Wilson's score: good for few trials and rates near 0 and 1.
/// {0, 1} without trials. `confidence` is between 0 and 1.
Interval WilsonInterval(int successes, int trials, double confidence = 0.95);

/// Between the two nearest of the sorted values, as numpy does it. NaN without values; `fraction`
/// is from 0 to 1.
double Quantile(std::vector<double> values, double fraction);
double Median(std::vector<double> values);

/// NaN without values.
double Mean(const std::vector<double>& values);

/// Where the true mean lies, by Student's t: for values that are about normally distributed. With
/// less than two values nothing is known: NaN.
Interval MeanInterval(const std::vector<double>& values, double confidence = 0.95);

/// Quantiles of the distributions: x with P(X <= x) = probability, which is between 0 and 1.
double NormalQuantile(double probability);
double StudentQuantile(double probability, double degrees_of_freedom);

/// Where a quantile (intervals.h) lies with 95 % confidence, by 1000 draws with replacement. Values
/// of one group (as long as `values`) depend on each other: whole groups are drawn. The same
/// numbers for the same input.
Interval BootstrapQuantile(const std::vector<double>& values, const std::vector<int>& groups,
                           double p);

}  // namespace surefoot::gap
