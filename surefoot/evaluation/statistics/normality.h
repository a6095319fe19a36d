#pragma once

#include <vector>

namespace surefoot::gap {

/// Whether numbers look drawn from a normal distribution whose mean and spread are not known.
struct NormalityTest {
  int n = 0;
  /// Anderson and Darling's statistic, corrected for the number of values, and how often chance
  /// alone exceeds it (Stephens' approximation; 1 with less than 8 values, which tell nothing).
  double statistic = 0.0;
  double p = 1.0;
  /// Greatest difference between the cumulative shares and the normal curve: how much it matters,
  /// whatever the number of values.
  double distance = 0.0;
};

NormalityTest TestNormality(std::vector<double> values);

/// Holm's rule: which of many tests stand at this level taken all together.
std::vector<bool> RejectedTogether(const std::vector<double>& p, double level);

}  // namespace surefoot::gap
