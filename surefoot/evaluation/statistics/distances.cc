#include "surefoot/evaluation/statistics/distances.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "surefoot/base/random.h"
#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::gap {
namespace {

/// Merges two sorted samples: calls `use(width, share of a below, share of b below)` for each
/// interval between neighbouring numbers.
template <typename Use>
void Walk(const std::vector<double>& a, const std::vector<double>& b, Use&& use) {
  std::size_t i = 0, j = 0;
  double last = std::min(a.front(), b.front());
  while (i < a.size() || j < b.size()) {
    const bool from_a = j == b.size() || (i < a.size() && a[i] <= b[j]);
    const double next = from_a ? a[i] : b[j];
    use(next - last, static_cast<double>(i) / static_cast<double>(a.size()),
        static_cast<double>(j) / static_cast<double>(b.size()));
    last = next;
    ++(from_a ? i : j);
  }
}

/// Mean distance of all pairs of different members, in O(n log n); 0 when there are none.
double MeanDistanceWithin(std::vector<double> values) {
  const std::size_t n = values.size();
  if (n < 2) return 0.0;
  std::sort(values.begin(), values.end());
  // A gap between neighbours contributes to every pair with one member on each side of it.
  double sum = 0.0;
  for (std::size_t i = 1; i < n; ++i) {
    sum += (values[i] - values[i - 1]) * static_cast<double>(i) * static_cast<double>(n - i);
  }
  return 2.0 * sum / (static_cast<double>(n) * static_cast<double>(n - 1));
}

double MeanDistanceBetween(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (const double x : a) {
    for (const double y : b) sum += std::abs(x - y);
  }
  return sum / (static_cast<double>(a.size()) * static_cast<double>(b.size()));
}

/// Sum of the Euclidean distances of all pairs of points.
double DistanceSum(const std::vector<std::vector<double>>& a,
                   const std::vector<std::vector<double>>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.front().size(); ++i) {
    for (std::size_t j = 0; j < b.front().size(); ++j) {
      double squares = 0.0;
      for (std::size_t c = 0; c < a.size(); ++c) {
        squares += (a[c][i] - b[c][j]) * (a[c][i] - b[c][j]);
      }
      sum += std::sqrt(squares);
    }
  }
  return sum;
}

/// Quantile at rank p (n + 1): a further draw of the same distribution lies below it with that
/// probability.
double PredictionQuantile(const std::vector<double>& sorted, double probability) {
  const auto n = static_cast<double>(sorted.size());
  const double place = std::clamp(probability * (n + 1.0) - 1.0, 0.0, n - 1.0);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - std::floor(place)) * (sorted[above] - sorted[below]);
}

/// Sum of the variances of the components; NaN with fewer than two points.
double Variance(const std::vector<std::vector<double>>& points) {
  double sum = 0.0;
  for (const std::vector<double>& values : points) {
    if (values.size() < 2) return NAN;
    const double mean = Mean(values);
    double squares = 0.0;
    for (const double value : values) squares += (value - mean) * (value - mean);
    sum += squares / static_cast<double>(values.size() - 1);
  }
  return sum;
}

constexpr int kMinSamples = 8;

double NormalBelow(double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); }

/// p-value of A*^2: D'Agostino and Stephens, Goodness-of-Fit Techniques (1986), table 4.9, case 3
/// (both parameters unknown).
double ChanceOf(double a) {
  if (a >= 13.0) return 0.0;
  if (a >= 0.6) return std::exp(1.2937 - 5.709 * a + 0.0186 * a * a);
  if (a >= 0.34) return std::exp(0.9177 - 4.279 * a - 1.38 * a * a);
  if (a >= 0.2) return 1.0 - std::exp(-8.318 + 42.796 * a - 59.938 * a * a);
  return 1.0 - std::exp(-13.436 + 101.14 * a - 223.73 * a * a);
}

constexpr int kSizes[] = {10, 50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1500, 2000};
constexpr int kDraws = 200;
constexpr std::size_t kMaxBins = 200;

struct Moments {
  double mean = 0.0;
  double sd = 0.0;
};

Moments MomentsOf(const std::vector<double>& values) {
  Moments moments;
  moments.mean = Mean(values);
  for (const double value : values) moments.sd += std::pow(value - moments.mean, 2.0);
  moments.sd = std::sqrt(moments.sd / static_cast<double>(values.size() - 1));
  return moments;
}

class Histogram {
 public:
  Histogram(const std::vector<double>& values, double bin) {
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    low_ = *low;
    count_ = std::min(kMaxBins, static_cast<std::size_t>((*high - *low) / bin) + 1);
    width_ = std::max(bin, (*high - *low) / static_cast<double>(count_) * (1.0 + 1e-12));
  }
  std::vector<double> Shares(const std::vector<double>& values) const {
    std::vector<double> shares(count_, 0.0);
    for (const double value : values) {
      const auto at = static_cast<std::size_t>(std::max(0.0, (value - low_) / width_));
      shares[std::min(at, count_ - 1)] += 1.0 / static_cast<double>(values.size());
    }
    return shares;
  }

 private:
  double low_ = 0.0;
  double width_ = 1.0;
  std::size_t count_ = 1;
};

}  // namespace

double KolmogorovSmirnov(std::vector<double> a, std::vector<double> b) {
  if (a.empty() || b.empty()) return NAN;
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  double max = 0.0;
  // Ties are one step of the distribution function: only intervals with a width count.
  Walk(a, b, [&](double width, double below_a, double below_b) {
    if (width > 0.0) max = std::max(max, std::abs(below_a - below_b));
  });
  return max;
}

double Wasserstein(std::vector<double> a, std::vector<double> b) {
  if (a.empty() || b.empty()) return NAN;
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  double sum = 0.0;
  Walk(a, b, [&](double width, double below_a, double below_b) {
    sum += width * std::abs(below_a - below_b);
  });
  return sum;
}

double EnergyDistance(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.empty() || b.empty()) return NAN;
  return std::max(0.0,
                  2.0 * MeanDistanceBetween(a, b) - MeanDistanceWithin(a) - MeanDistanceWithin(b));
}

double PointEnergyDistance(const std::vector<std::vector<double>>& a,
                           const std::vector<std::vector<double>>& b) {
  if (a.size() == 1) return EnergyDistance(a.front(), b.front());
  if (a.front().empty() || b.front().empty()) return NAN;
  const auto count = [](const auto& points) { return static_cast<double>(points.front().size()); };
  const auto mean_of = [](double sum, double pairs) { return pairs > 0.0 ? sum / pairs : 0.0; };
  const double between = DistanceSum(a, b) / (count(a) * count(b));
  return std::max(0.0, 2.0 * between - mean_of(DistanceSum(a, a), count(a) * (count(a) - 1.0)) -
                           mean_of(DistanceSum(b, b), count(b) * (count(b) - 1.0)));
}

double SpreadRatio(const std::vector<std::vector<double>>& a,
                   const std::vector<std::vector<double>>& b) {
  const double of_b = Variance(b);
  return of_b > 0.0 ? std::sqrt(Variance(a) / of_b) : NAN;
}

double Coverage(const std::vector<double>& simulated, const std::vector<double>& reality,
                double share) {
  if (simulated.empty() || reality.empty()) return NAN;
  std::vector<double> sorted = simulated;
  std::sort(sorted.begin(), sorted.end());
  const double low = PredictionQuantile(sorted, 0.5 * (1.0 - share));
  const double high = PredictionQuantile(sorted, 0.5 * (1.0 + share));
  const auto inside = std::count_if(reality.begin(), reality.end(),
                                    [&](double value) { return value >= low && value <= high; });
  return static_cast<double>(inside) / static_cast<double>(reality.size());
}

NormalityTest TestNormality(std::vector<double> values) {
  NormalityTest test;
  test.n = static_cast<int>(values.size());
  if (test.n < kMinSamples) return test;
  std::sort(values.begin(), values.end());
  const double n = test.n;
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double square = 0.0;
  for (const double value : values) square += (value - mean) * (value - mean);
  const double sd = std::sqrt(square / (n - 1.0));
  if (!(sd > 0.0)) {
    test.statistic = 1e3;
    test.p = 0.0;
    test.distance = 0.5;
    return test;
  }
  double sum = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double below = NormalBelow((values[i] - mean) / sd);
    const double above = NormalBelow(-(values[values.size() - 1 - i] - mean) / sd);
    const double k = static_cast<double>(i);
    sum +=
        (2.0 * k + 1.0) * (std::log(std::max(below, 1e-300)) + std::log(std::max(above, 1e-300)));
    test.distance = std::max({test.distance, below - k / n, (k + 1.0) / n - below});
  }
  test.statistic = (-n - sum / n) * (1.0 + 0.75 / n + 2.25 / (n * n));
  test.p = std::clamp(ChanceOf(test.statistic), 0.0, 1.0);
  return test;
}

std::vector<bool> RejectedTogether(const std::vector<double>& p, double level) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<bool> rejected(p.size(), false);
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (p[order[i]] > level / static_cast<double>(p.size() - i)) break;
    rejected[order[i]] = true;
  }
  return rejected;
}

SampleSizeStudy StudySampleSize(const std::vector<double>& readings, double bin, double tolerance) {
  SampleSizeStudy study;
  study.readings = static_cast<int>(readings.size());
  study.bin = bin;
  study.tolerance = tolerance;
  if (readings.size() < 10 || !(bin > 0.0)) return study;
  const Moments all = MomentsOf(readings);
  if (!(all.sd > 0.0)) return study;
  const Histogram histogram(readings, bin);
  const std::vector<double> shares = histogram.Shares(readings);
  RandomStream random(1, "sample_size");
  for (const int size : kSizes) {
    std::vector<double> means, sds, elsewhere;
    std::vector<double> drawn(static_cast<std::size_t>(size));
    for (int draw = 0; draw < kDraws; ++draw) {
      for (double& value : drawn) {
        value = readings[static_cast<std::size_t>(random.Uniform() *
                                                  static_cast<double>(readings.size()))];
      }
      const Moments some = MomentsOf(drawn);
      means.push_back(std::abs(some.mean - all.mean) / all.sd);
      sds.push_back(std::abs(some.sd / all.sd - 1.0));
      double moved = 0.0;
      const std::vector<double> now = histogram.Shares(drawn);
      for (std::size_t i = 0; i < now.size(); ++i) moved += 0.5 * std::abs(now[i] - shares[i]);
      elsewhere.push_back(moved);
    }
    study.points.push_back({size, Quantile(means, 0.9), Quantile(sds, 0.9), Median(elsewhere)});
  }
  for (auto at = study.points.rbegin(); at != study.points.rend(); ++at) {
    if (std::max(at->mean_error, at->sd_error) > tolerance) break;
    study.enough = at->n;
  }
  return study;
}

}  // namespace surefoot::gap
