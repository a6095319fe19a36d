#pragma once

/// How far two sets of numbers are from being drawn from the same distribution, and how much of one
/// lies within the other.

#include <optional>
#include <vector>

namespace surefoot::gap {

/// All are NaN when one of the sets is empty. Numbers must be finite.

/// Greatest difference of the two cumulative distributions (Kolmogorov and Smirnov): 0 to 1.
double KolmogorovSmirnov(std::vector<double> a, std::vector<double> b);

/// Least mean way of moving one distribution onto the other (Wasserstein, of order 1), in the unit
/// of the numbers.
double Wasserstein(std::vector<double> a, std::vector<double> b);

/// 2 E|a - b| - E|a - a'| - E|b - b'|, not negative, in the unit of the numbers (Szekely and
/// Rizzo); pairs of one with itself are left out, so that it is about 0 for equal distributions
/// however few numbers there are; what is below 0 by chance is 0.
double EnergyDistance(const std::vector<double>& a, const std::vector<double>& b);
/// The same of points: [component][point].
double PointEnergyDistance(const std::vector<std::vector<double>>& a,
                           const std::vector<std::vector<double>>& b);

/// Standard deviation of the points a over that of b, of all components together; NaN with fewer
/// than two of either, or when b has none. Simulated differences of restarts are to their own
/// medians, so their middle is 0 already; real ones may all be off to one side.
double SpreadRatio(const std::vector<std::vector<double>>& a,
                   const std::vector<std::vector<double>>& b);

/// The share of `reality` that lies between two quantiles of `simulated`: 0.5 -> 25 to 75 %. The
/// quantiles are those between which another number of the same distribution lies with that
/// probability (place p (n + 1) in their order), so that few numbers make no narrow band; a band
/// that would reach beyond the numbers ends at the outermost.
double Coverage(const std::vector<double>& simulated, const std::vector<double>& reality,
                double share);

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

/// How far mean and spread of so many readings are from those of all, in 90 of 100 draws, in units
/// of the spread; and the share of a histogram that lies elsewhere than in that of all (the middle
/// draw).
struct SampleSizePoint {
  int n = 0;
  double mean_error = 0.0;
  double sd_error = 0.0;
  double histogram = 0.0;
};

struct SampleSizeStudy {
  double distance = 0.0;
  /// Readings that it rests on.
  int readings = 0;
  double bin = 0.0;
  double tolerance = 0.0;
  std::vector<SampleSizePoint> points;
  /// The least of the sizes from which on both errors stay within the tolerance.
  std::optional<int> enough;
};

/// An eighth of the spread.
constexpr double kSampleTolerance = 0.125;

/// Sizes from 10 to 2000, as Van Scoy et al. tried them, each drawn many times with replacement
/// from these readings. `bin`: width of the histogram's bins. The same numbers for the same input.
SampleSizeStudy StudySampleSize(const std::vector<double>& readings, double bin,
                                double tolerance = kSampleTolerance);

}  // namespace surefoot::gap
