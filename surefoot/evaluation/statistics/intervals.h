#pragma once

/// Quantiles, means and success rates of a few trials with confidence intervals, and the confidence
/// curve of a simulation: the probability that it stays within a tolerance of reality up to a time,
/// with a lower bound that accounts for the number of runs.
///
///   const Interval rate = WilsonInterval(18, 20);
///   const ConfidenceCurve curve = MakeConfidence("position", times, errors, 0.05);
///   if (curve.crossing) Print(*curve.crossing);  // trusted for so many seconds

#include <optional>
#include <string>
#include <vector>

namespace surefoot::gap {

struct Interval {
  double low = 0.0;
  double high = 0.0;
};

/// Confidence interval of a success rate by the score method (E. B. Wilson, 1927): its coverage is
/// right for few trials and for rates near 0 and 1, where the normal approximation fails. {0, 1}
/// without trials. `confidence` is between 0 and 1.
Interval WilsonInterval(int successes, int trials, double confidence = 0.95);

/// Linear interpolation between the two nearest order statistics, as numpy.quantile does by default
/// (type 7 of Hyndman and Fan, 1996). NaN without values, and when one of them is NaN. `fraction`
/// is from 0 to 1. Sorts a copy: O(n log n).
double Quantile(std::vector<double> values, double fraction);
double Median(std::vector<double> values);

/// NaN without values.
double Mean(const std::vector<double>& values);

/// Confidence interval of the mean by Student's t distribution, for values that are approximately
/// normal. NaN with fewer than two values.
Interval MeanInterval(const std::vector<double>& values, double confidence = 0.95);

/// Quantiles of the distributions: x with P(X <= x) = probability, which is between 0 and 1.
double NormalQuantile(double probability);
double StudentQuantile(double probability, double degrees_of_freedom);

/// 95 % confidence interval of a quantile by the percentile bootstrap (Efron and Tibshirani, 1993,
/// section 13.3) with 1000 resamples. Values of one group depend on each other, so whole groups are
/// resampled (cluster bootstrap); `groups` is as long as `values`. Deterministic: the random stream
/// has a fixed seed.
Interval BootstrapQuantile(const std::vector<double>& values, const std::vector<int>& groups,
                           double p);

/// One-sided lower confidence bound of a success probability (Clopper and Pearson, 1934): the
/// smallest probability under which `successes` or more have a probability of at least
/// 1 - confidence. Exact for any number of trials, hence conservative.
double BinomialLowerBound(int successes, int trials, double confidence = 0.9);

/// The verdict trusts a simulation as long as the lower bound is at least this.
constexpr double kTrustLimit = 0.8;
/// The smallest number of runs with which the bound can reach the limit, when all of them are
/// within the tolerance: 11 for the defaults.
int MinRuns(double limit = kTrustLimit, double confidence = 0.9);

struct ConfidencePoint {
  double t = 0.0;
  /// Share of the runs that stayed within the tolerance up to t.
  double c = 0.0;
  double lower = 0.0;
  /// Number of runs that last until t; of restarts, the number that do not overlap.
  int n = 0;
};

struct ConfidenceCurve {
  /// "position".
  std::string quantity;
  double tolerance = 0.0;
  double limit = kTrustLimit;
  /// Number of runs, or of restarts.
  int n = 0;
  std::vector<ConfidencePoint> points;
  /// The last time up to which the bound is at least the limit; empty when it never is.
  std::optional<double> crossing;
  /// False: fewer than MinRuns.
  bool enough_runs = false;
  /// The reference is too uncertain to decide whether the tolerance is met.
  bool reference_too_uncertain = false;
};

/// `errors[i][k]`: |real - simulated median| of run i at times[k]. A run that ends early (a shorter
/// row) counts for as long as it lasts; n is the number of runs that last. An error above the
/// tolerance at any time makes the run fail from then on. `reference_deviation`: standard deviation
/// of the reference; an error counts as within the tolerance only when the true error is with 90 %
/// probability, so the tolerance is reduced by 1.28 deviations. `restart_interval`: the runs are
/// restarts that begin this many seconds apart. c is the share of all of them, but overlapping
/// restarts are not independent: at time t only every ceil(t / restart_interval)-th counts, and the
/// bound is that of floor(c n) successes among those n. 0: no two restarts overlap.
ConfidenceCurve MakeConfidence(const std::string& quantity, const std::vector<double>& times,
                               const std::vector<std::vector<double>>& errors, double tolerance,
                               double reference_deviation = 0.0, double restart_interval = 0.0);

}  // namespace surefoot::gap
