#pragma once

/// Distances between two samples, the coverage of one by the other, a test of normality, and the
/// number of readings that a mean and a spread need.

#include <optional>
#include <vector>

namespace surefoot::gap {

/// Every distance is NaN when one of the samples is empty. Numbers must be finite.

/// Two-sample Kolmogorov-Smirnov statistic: the largest difference of the empirical distribution
/// functions, 0 to 1. O(n log n).
double KolmogorovSmirnov(std::vector<double> a, std::vector<double> b);

/// Wasserstein distance of order 1 (earth mover's distance), in the unit of the numbers: the area
/// between the empirical distribution functions. O(n log n).
double Wasserstein(std::vector<double> a, std::vector<double> b);

/// Energy distance 2 E|a - b| - E|a - a'| - E|b - b'| in the unit of the numbers (Szekely and
/// Rizzo, 2013). Pairs of a number with itself are left out (the U-statistic), so that the
/// expectation is 0 for equal distributions of any sample size; values below 0 by chance are set to
/// 0.
double EnergyDistance(const std::vector<double>& a, const std::vector<double>& b);
/// The same for points with Euclidean distances: [component][point]. O(n^2) for more than one
/// component.
double PointEnergyDistance(const std::vector<std::vector<double>>& a,
                           const std::vector<std::vector<double>>& b);

/// Standard deviation of the points a over that of b, all components together; NaN with fewer than
/// two points of either, or when b has no spread. Each is about its own mean: simulated differences
/// of restarts have their median at 0 already, real ones may all lie to one side.
double SpreadRatio(const std::vector<std::vector<double>>& a,
                   const std::vector<std::vector<double>>& b);

/// The share of `reality` inside the central band of `simulated`: 0.5 is the band from 25 to 75 %.
/// The ends are prediction quantiles at rank p (n + 1) (type 6 of Hyndman and Fan, 1996): another
/// draw of the same distribution falls inside with that probability, also for small n. A band that
/// would reach beyond the sample ends at its extremes.
double Coverage(const std::vector<double>& simulated, const std::vector<double>& reality,
                double share);

/// Anderson-Darling test of normality with unknown mean and variance.
struct NormalityTest {
  int n = 0;
  /// The statistic A*^2, corrected for the sample size, and its p-value by the approximation of
  /// D'Agostino and Stephens (1986), table 4.9. p is 1 with fewer than 8 values, for which the
  /// approximation does not hold.
  double statistic = 0.0;
  double p = 1.0;
  /// Largest difference between the empirical and the fitted normal distribution function: the size
  /// of the effect, which unlike p does not depend on the number of values.
  double distance = 0.0;
};

NormalityTest TestNormality(std::vector<double> values);

/// Which hypotheses the step-down procedure of S. Holm (1979) rejects at this family-wise level.
std::vector<bool> RejectedTogether(const std::vector<double>& p, double level);

/// Errors of the mean and of the standard deviation of n resampled readings, in units of the
/// standard deviation of all: 90 % quantiles over the draws. `histogram`: median share of the
/// histogram that lies in other bins than for all readings (total variation distance).
struct SampleSizePoint {
  int n = 0;
  double mean_error = 0.0;
  double sd_error = 0.0;
  double histogram = 0.0;
};

struct SampleSizeStudy {
  double distance = 0.0;
  /// Number of readings of the study.
  int readings = 0;
  double bin = 0.0;
  double tolerance = 0.0;
  std::vector<SampleSizePoint> points;
  /// The smallest of the sizes from which on both errors stay within the tolerance.
  std::optional<int> enough;
};

/// An eighth of the standard deviation: below it the histogram of a sensor hardly changes any more.
constexpr double kSampleTolerance = 0.125;

/// Bootstraps samples of 10 to 2000 readings (the sizes of Van Scoy et al.) from these readings.
/// `bin`: width of the histogram's bins. Deterministic for the same input.
SampleSizeStudy StudySampleSize(const std::vector<double>& readings, double bin,
                                double tolerance = kSampleTolerance);

}  // namespace surefoot::gap
