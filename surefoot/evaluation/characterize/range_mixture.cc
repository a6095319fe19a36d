/// Good readings and wrong ones, told apart: expectation and maximisation.

#include <algorithm>
#include <cmath>
#include <set>

#include "surefoot/evaluation/characterize/range_fit.h"
#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::gap {
namespace {

/// Readings farther from the median than this many robust deviations are wrong to begin with.
constexpr double kFar = 5.0;
constexpr std::size_t kNeighbours = 25;

void JudgeGroup(const RangeSamples& samples, const std::vector<std::size_t>& group,
                std::vector<double>* good) {
  std::vector<double> readings;
  for (const std::size_t i : group) readings.push_back(samples.samples[i].reading);
  const double middle = Median(readings);
  for (double& reading : readings) reading = std::abs(reading - middle);
  const double deviation = 1.4826 * Median(readings);
  for (const std::size_t i : group) {
    const double far = std::abs(samples.samples[i].reading - middle);
    (*good)[i] = deviation > 0.0 && far > kFar * deviation ? 0.0 : 1.0;
  }
}

/// By the medians of places; places with few readings are taken together with their neighbours.
std::vector<double> FirstJudgement(const RangeSamples& samples,
                                   const std::vector<RangePlace>& places) {
  std::vector<double> good(samples.samples.size(), 1.0);
  std::vector<std::size_t> group;
  for (const RangePlace& place : places) {
    if (place.samples.size() >= kNeighbours) {
      JudgeGroup(samples, place.samples, &good);
      continue;
    }
    group.insert(group.end(), place.samples.begin(), place.samples.end());
    if (group.size() < kNeighbours) continue;
    JudgeGroup(samples, group, &good);
    group.clear();
  }
  return good;
}

std::vector<PlaceStats> StatsOf(const RangeSamples& samples, const std::vector<RangePlace>& places,
                                const std::vector<double>& good) {
  std::vector<PlaceStats> all;
  for (const RangePlace& place : places) {
    PlaceStats stats{place.distance, place.angle, place.offset, 0.0, 0.0, 0.0};
    for (const std::size_t i : place.samples) {
      stats.n += good[i];
      stats.mean += good[i] * samples.samples[i].reading;
    }
    if (stats.n > 0.0) stats.mean /= stats.n;
    for (const std::size_t i : place.samples) {
      stats.variance += good[i] * std::pow(samples.samples[i].reading - stats.mean, 2.0);
    }
    if (stats.n > 0.0) stats.variance /= stats.n;
    all.push_back(stats);
  }
  return all;
}

/// How likely each sample is a good one, and the likelihood of all.
double Judge(const RangeSamples& samples, const std::vector<RangePlace>& places,
             RangeMixture* fit) {
  const double wrong = fit->outliers / std::max(fit->high - fit->low, 1e-300);
  double sum = 0.0;
  for (std::size_t k = 0; k < places.size(); ++k) {
    const double mean = fit->curves.MeanAt(fit->places[k]);
    const double sd = fit->curves.WidthAt(fit->places[k]);
    for (const std::size_t i : places[k].samples) {
      const double z = (samples.samples[i].reading - mean) / sd;
      const double right =
          (1.0 - fit->outliers) * std::exp(-0.5 * z * z) / (sd * std::sqrt(2.0 * M_PI));
      fit->good[i] = right + wrong > 0.0 ? right / (right + wrong) : 0.0;
      sum += std::log(std::max(right + wrong, 1e-300));
    }
  }
  return sum;
}

double ShareWrong(const std::vector<double>& good) {
  double sum = 0.0;
  for (const double g : good) sum += 1.0 - g;
  return sum / static_cast<double>(good.size());
}

}  // namespace

RangeMixture FitMixture(const RangeShape& mean, const RangeShape& sd, const RangeSamples& samples,
                        const std::vector<RangePlace>& places, double step) {
  RangeMixture fit;
  const auto [least, most] = std::minmax_element(
      samples.samples.begin(), samples.samples.end(),
      [](const RangeSample& a, const RangeSample& b) { return a.reading < b.reading; });
  fit.low = least->reading;
  fit.high = most->reading;
  fit.good = FirstJudgement(samples, places);
  double before = -1e300;
  for (int iteration = 0; iteration < 60 && !fit.converged; ++iteration) {
    fit.places = StatsOf(samples, places, fit.good);
    fit.outliers = std::clamp(ShareWrong(fit.good), 1e-6, 0.9);
    fit.curves = FitCurves(mean, sd, fit.places, step);
    const double now = Judge(samples, places, &fit);
    fit.converged = std::abs(now - before) < 1e-7 * std::abs(now) + 1e-6;
    before = now;
  }
  // Without wrong ones: is it really less likely?
  RangeMixture plain = fit;
  plain.good.assign(fit.good.size(), 1.0);
  plain.places = StatsOf(samples, places, plain.good);
  plain.outliers = 0.0;
  plain.curves = FitCurves(mean, sd, plain.places, step);
  const double without = Judge(samples, places, &plain);
  constexpr double kGain = 5.0;  // twice of it would be exceeded by chance in 0.2 %
  if (before - without < kGain) {
    plain.good.assign(fit.good.size(), 1.0);
    plain.converged = true;
    return plain;
  }
  fit.outliers = ShareWrong(fit.good);
  return fit;
}

double StepOf(const RangeSamples& samples) {
  std::set<double> different;
  for (const RangeSample& sample : samples.samples) different.insert(sample.reading);
  // Numbers that hardly ever repeat have no step that matters.
  if (different.size() < 2 || different.size() * 4 > samples.samples.size()) return 0.0;
  double step = 1e300;
  double before = *different.begin();
  for (auto at = std::next(different.begin()); at != different.end(); before = *at++) {
    step = std::min(step, *at - before);
  }
  for (const double value : different) {
    const double parts = (value - *different.begin()) / step;
    if (std::abs(parts - std::round(parts)) > 1e-3) return 0.0;
  }
  return step;
}

}  // namespace surefoot::gap
