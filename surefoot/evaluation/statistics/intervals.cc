#include "surefoot/evaluation/statistics/intervals.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "surefoot/base/check.h"
#include "surefoot/base/random.h"

namespace surefoot::gap {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// The x > 0 at which an increasing function reaches `level`: doubles the upper end until it is
/// above, then bisects. Bisection needs no derivative and cannot diverge; speed does not matter
/// here.
template <typename Function>
double Solve(const Function& function, double level) {
  double low = 0.0;
  double high = 1.0;
  while (function(high) < level && high < 1e12) high *= 2.0;
  for (int i = 0; i < 200 && high - low > 1e-15 * high; ++i) {
    const double middle = 0.5 * (low + high);
    (function(middle) < level ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

/// Continued fraction of the incomplete beta function, evaluated by the modified Lentz method
/// (Press et al., Numerical Recipes, 3rd edition, section 6.4, function betacf).
double BetaFraction(double a, double b, double x) {
  constexpr double kTiny = 1e-300;
  const auto kept = [](double value) { return std::abs(value) < kTiny ? kTiny : value; };
  double c = 1.0;
  double d = 1.0 / kept(1.0 - (a + b) * x / (a + 1.0));
  double product = d;
  for (int i = 1; i < 1000; ++i) {
    const double m = i;
    const double even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
    d = 1.0 / kept(1.0 + even * d);
    c = kept(1.0 + even / c);
    product *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
    d = 1.0 / kept(1.0 + odd * d);
    c = kept(1.0 + odd / c);
    product *= d * c;
    if (std::abs(d * c - 1.0) < 1e-15) break;
  }
  return product;
}

/// The regularized incomplete beta function I_x(a, b) (Numerical Recipes, equation 6.4.5). The
/// standard library of C++20 has no distribution functions.
double IncompleteBeta(double a, double b, double x) {
  if (x <= 0.0) return 0.0;
  if (x >= 1.0) return 1.0;
  const double front = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) +
                                a * std::log(x) + b * std::log1p(-x));
  // The fraction converges fast below the mean only; above, the symmetry
  // I_x(a, b) = 1 - I_{1-x}(b, a) is used.
  if (x < (a + 1.0) / (a + b + 2.0)) return front * BetaFraction(a, b, x) / a;
  return 1.0 - front * BetaFraction(b, a, 1.0 - x) / b;
}

/// P(|T| <= t) of Student's distribution (Abramowitz and Stegun, 26.7.1 and 26.5.27).
double StudentWithin(double t, double degrees) {
  return IncompleteBeta(0.5, 0.5 * degrees, t * t / (degrees + t * t));
}

void CheckProbability(double probability) {
  SUREFOOT_CHECK(probability > 0.0 && probability < 1.0, "a probability between 0 and 1");
}

constexpr double kReferenceConfidence = 0.9;

/// P(X >= successes) for binomial X. The terms are computed from logarithms, because binomial
/// coefficients overflow from about 1000 trials on.
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

/// Running maximum: a run that left the tolerance once does not count as inside it again.
std::vector<double> RunningMax(const std::vector<double>& errors) {
  std::vector<double> max = errors;
  for (std::size_t i = 1; i < max.size(); ++i) max[i] = std::max(max[i - 1], max[i]);
  return max;
}

/// How many of the restarts that begin `interval` seconds apart do not overlap when each lasts `t`.
int IndependentRuns(int lasting, double t, double interval) {
  if (!(interval > 0.0)) return lasting;
  // Times are sums of steps, hence the slack: a restart that ends when the next one begins does not
  // overlap it.
  const double stride = std::max(1.0, std::ceil(t / interval - 1e-9));
  return static_cast<int>(std::ceil(lasting / stride));
}

}  // namespace

double NormalQuantile(double probability) {
  CheckProbability(probability);
  const double within = std::abs(2.0 * probability - 1.0);
  const double x = Solve([](double t) { return std::erf(t / std::sqrt(2.0)); }, within);
  return probability < 0.5 ? -x : x;
}

double StudentQuantile(double probability, double degrees_of_freedom) {
  CheckProbability(probability);
  SUREFOOT_CHECK(degrees_of_freedom > 0.0, "degrees of freedom above 0");
  const double within = std::abs(2.0 * probability - 1.0);
  const double x = Solve([&](double t) { return StudentWithin(t, degrees_of_freedom); }, within);
  return probability < 0.5 ? -x : x;
}

Interval WilsonInterval(int successes, int trials, double confidence) {
  SUREFOOT_CHECK(successes >= 0 && successes <= trials, "successes among trials");
  if (trials == 0) return {0.0, 1.0};
  const double z = NormalQuantile(0.5 + 0.5 * confidence);
  const double n = trials;
  const double rate = successes / n;
  const double scale = 1.0 + z * z / n;
  const double middle = (rate + z * z / (2.0 * n)) / scale;
  const double half = z * std::sqrt(rate * (1.0 - rate) / n + z * z / (4.0 * n * n)) / scale;
  // The formula gives exactly 0 and 1 here but for rounding.
  return {successes == 0 ? 0.0 : middle - half, successes == trials ? 1.0 : middle + half};
}

double Quantile(std::vector<double> values, double fraction) {
  SUREFOOT_CHECK(fraction >= 0.0 && fraction <= 1.0, "a fraction from 0 to 1");
  if (values.empty()) return kNone;
  if (std::any_of(values.begin(), values.end(), [](double v) { return std::isnan(v); })) {
    return kNone;
  }
  std::sort(values.begin(), values.end());
  const double place = fraction * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

double Median(std::vector<double> values) { return Quantile(std::move(values), 0.5); }

double Mean(const std::vector<double>& values) {
  if (values.empty()) return kNone;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

Interval MeanInterval(const std::vector<double>& values, double confidence) {
  if (values.size() < 2) return {kNone, kNone};
  const double mean = Mean(values);
  double squares = 0.0;
  for (double value : values) squares += (value - mean) * (value - mean);
  const auto n = static_cast<double>(values.size());
  const double half =
      StudentQuantile(0.5 + 0.5 * confidence, n - 1.0) * std::sqrt(squares / (n - 1.0) / n);
  return {mean - half, mean + half};
}

Interval BootstrapQuantile(const std::vector<double>& values, const std::vector<int>& groups,
                           double p) {
  SUREFOOT_CHECK(values.size() == groups.size(), "a group for each value");
  constexpr int kDraws = 1000;
  std::map<int, std::vector<double>> by_group;
  for (std::size_t i = 0; i < values.size(); ++i) by_group[groups[i]].push_back(values[i]);
  std::vector<const std::vector<double>*> all;
  for (const auto& [group, members] : by_group) all.push_back(&members);
  if (all.empty()) return {Quantile({}, p), Quantile({}, p)};
  RandomStream random(0, "bootstrap");
  std::vector<double> quantiles;
  std::vector<double> drawn;
  for (int draw = 0; draw < kDraws; ++draw) {
    drawn.clear();
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto pick =
          static_cast<std::size_t>(random.Uniform() * static_cast<double>(all.size()));
      drawn.insert(drawn.end(), all[pick]->begin(), all[pick]->end());
    }
    quantiles.push_back(Quantile(drawn, p));
  }
  return {Quantile(quantiles, 0.025), Quantile(quantiles, 0.975)};
}

double BinomialLowerBound(int successes, int trials, double confidence) {
  if (trials <= 0 || successes <= 0) return 0.0;
  const double requested = 1.0 - confidence;
  if (successes >= trials) return std::pow(requested, 1.0 / trials);
  double low = 0.0, high = 1.0;
  // The tail grows with p, so bisection finds the bound.
  for (int i = 0; i < 100; ++i) {
    const double middle = 0.5 * (low + high);
    (UpperTail(successes, trials, middle) < requested ? low : high) = middle;
  }
  return low;
}

int MinRuns(double limit, double confidence) {
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
  curve.enough_runs = curve.n >= MinRuns(curve.limit);
  const double within = tolerance - NormalQuantile(kReferenceConfidence) * reference_deviation;
  curve.reference_too_uncertain = !(within > 0.0);
  std::vector<std::vector<double>> max;
  for (const std::vector<double>& run : errors) max.push_back(RunningMax(run));
  int last_good = -1, last_n = -1;
  double bound = 0.0;
  for (std::size_t k = 0; k < times.size(); ++k) {
    int lasting = 0, good = 0;
    for (const std::vector<double>& run : max) {
      if (k >= run.size()) continue;
      ++lasting;
      if (run[k] <= within) ++good;
    }
    if (lasting == 0) break;
    const int n = IndependentRuns(lasting, times[k], restart_interval);
    // Scale the successes to the independent runs: 12 of 48 become 4 of 16. Fractions are rounded
    // down, which keeps the bound conservative.
    const int good_of_n = static_cast<int>(static_cast<long long>(good) * n / lasting);
    // The counts rarely change from one time to the next, and the bound is expensive.
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
