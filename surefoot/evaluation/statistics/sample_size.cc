#include "surefoot/evaluation/statistics/sample_size.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/random.h"
#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::gap {
namespace {

constexpr int kSizes[] = {10, 50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1500, 2000};
constexpr int kDraws = 200;
constexpr std::size_t kMostBins = 200;

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
    count_ = std::min(kMostBins, static_cast<std::size_t>((*high - *low) / bin) + 1);
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
