#include "surefoot/evaluation/statistics/confidence.h"

#include <algorithm>
#include <cmath>

#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::gap {
namespace {

constexpr double kReferenceConfidence = 0.9;

/// P(X >= successes) for X binomial; terms from logarithms, so that any number of trials works.
double UpperTail(int successes, int trials, double p) {
  if (successes <= 0 || p >= 1.0) return 1.0;
  if (p <= 0.0) return 0.0;
  const double log_p = std::log(p);
  const double log_q = std::log1p(-p);
  double sum = 0.0;
  for (int k = successes; k <= trials; ++k) {
    const double log_choose =
        std::lgamma(trials + 1.0) - std::lgamma(k + 1.0) - std::lgamma(trials - k + 1.0);
    sum += std::exp(log_choose + k * log_p + (trials - k) * log_q);
  }
  return std::min(sum, 1.0);
}

/// The errors up to and including each time, as their greatest.
std::vector<double> RunningMost(const std::vector<double>& errors) {
  std::vector<double> most = errors;
  for (std::size_t i = 1; i < most.size(); ++i) most[i] = std::max(most[i - 1], most[i]);
  return most;
}

/// Of restarts that begin `interval` apart, how many do not overlap when each lasts `t`.
int IndependentRuns(int lasting, double t, double interval) {
  if (!(interval > 0.0)) return lasting;
  // Times are sums of steps: a restart that ends when the next begins does not overlap it.
  const double stride = std::max(1.0, std::ceil(t / interval - 1e-9));
  return static_cast<int>(std::ceil(lasting / stride));
}

}  // namespace

double BinomialLowerBound(int successes, int trials, double confidence) {
  if (trials <= 0 || successes <= 0) return 0.0;
  const double wanted = 1.0 - confidence;
  if (successes >= trials) return std::pow(wanted, 1.0 / trials);
  double low = 0.0, high = 1.0;
  // The tail grows with p.
  for (int i = 0; i < 100; ++i) {
    const double middle = 0.5 * (low + high);
    (UpperTail(successes, trials, middle) < wanted ? low : high) = middle;
  }
  return low;
}

int LeastRuns(double limit, double confidence) {
  int runs = 1;
  while (BinomialLowerBound(runs, runs, confidence) < limit) ++runs;
  return runs;
}

ConfidenceCurve MakeConfidence(const std::string& quantity, const std::vector<double>& times,
                               const std::vector<std::vector<double>>& errors, double tolerance,
                               double reference_deviation, double restart_interval) {
  ConfidenceCurve curve;
  curve.quantity = quantity;
  curve.tolerance = tolerance;
  curve.n = static_cast<int>(errors.size());
  curve.enough_runs = curve.n >= LeastRuns(curve.limit);
  const double within = tolerance - NormalQuantile(kReferenceConfidence) * reference_deviation;
  curve.reference_too_uncertain = !(within > 0.0);
  std::vector<std::vector<double>> most;
  for (const std::vector<double>& run : errors) most.push_back(RunningMost(run));
  int last_good = -1, last_n = -1;
  double bound = 0.0;
  for (std::size_t k = 0; k < times.size(); ++k) {
    int lasting = 0, good = 0;
    for (const std::vector<double>& run : most) {
      if (k >= run.size()) continue;
      ++lasting;
      if (run[k] <= within) ++good;
    }
    if (lasting == 0) break;
    const int n = IndependentRuns(lasting, times[k], restart_interval);
    // A share of whole runs: 12 of 48 are 4 of 16; what is between two counts as the lower.
    const int good_of_n = static_cast<int>(static_cast<long long>(good) * n / lasting);
    // Few times differ from the one before, and the bound takes long.
    if (good_of_n != last_good || n != last_n) bound = BinomialLowerBound(good_of_n, n);
    last_good = good_of_n;
    last_n = n;
    curve.points.push_back({times[k], static_cast<double>(good) / lasting, bound, n});
  }
  for (const ConfidencePoint& point : curve.points) {
    if (point.lower < curve.limit) break;
    curve.crossing = point.t;
  }
  return curve;
}

}  // namespace surefoot::gap
