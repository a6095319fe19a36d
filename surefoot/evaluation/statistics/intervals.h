#pragma once

/// Medians, means and success rates of a few trials, with how sure they are; and for how long a
/// simulation can be trusted: the probability that it stays within a tolerance of reality, and a
/// bound for it that few runs cannot flatter.

#include <optional>
#include <string>
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

/// The least probability of success under which so many successes or more are not less likely than
/// 1 - confidence (Clopper and Pearson, one-sided): exact for any number of trials.
double BinomialLowerBound(int successes, int trials, double confidence = 0.9);

/// What the verdict asks of the lower bound.
constexpr double kTrustLimit = 0.8;
/// With fewer runs the bound cannot reach the limit even when all of them are within the tolerance.
int LeastRuns(double limit = kTrustLimit, double confidence = 0.9);

struct ConfidencePoint {
  double t = 0.0;
  /// Share of the runs that stayed within the tolerance up to t.
  double c = 0.0;
  double lower = 0.0;
  /// Runs that last so long; of restarts, as many as do not overlap.
  int n = 0;
};

struct ConfidenceCurve {
  /// "position".
  std::string quantity;
  double tolerance = 0.0;
  double limit = kTrustLimit;
  /// Runs, or restarts that do not overlap.
  int n = 0;
  std::vector<ConfidencePoint> points;
  /// The last time at which the bound is at least the limit; nothing when it never is.
  std::optional<double> crossing;
  /// False: fewer than LeastRuns.
  bool enough_runs = false;
  /// The reference is so uncertain that it cannot tell whether the tolerance is met.
  bool reference_too_uncertain = false;
};

/// `errors[i][k]`: |real - simulated median| of run i at times[k]. A run that ends early (a shorter
/// row) counts as long as it lasts, and n is that of the runs that last. `reference_deviation`:
/// standard deviation of the reference itself; an error counts as within the tolerance only when
/// the truth is so with 90 % probability. `restart_interval`: runs are restarts that begin so many
/// seconds apart. c is the share of all of them, but those that overlap tell the same twice: after
/// t only each ceil(t / restart_interval)-th counts, and the bound is that of floor(c n) good ones
/// among such n. 0: no two overlap.
ConfidenceCurve MakeConfidence(const std::string& quantity, const std::vector<double>& times,
                               const std::vector<std::vector<double>>& errors, double tolerance,
                               double reference_deviation = 0.0, double restart_interval = 0.0);

}  // namespace surefoot::gap
