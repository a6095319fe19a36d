#include "surefoot/autonomy/estimate/discrete_bayes.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "surefoot/base/check.h"
#include "surefoot/base/items.h"

namespace surefoot::estimate {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Of a normal distribution, what is further out than this many deviations is left out.
constexpr double kReach = 8.0;

double NormalBelow(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

/// Probability that a motion ends in the cell `offset` cells away.
double ShareOf(int offset, double width, double mean, double deviation) {
  if (deviation > 0.0) {
    return NormalBelow(((offset + 0.5) * width - mean) / deviation) -
           NormalBelow(((offset - 0.5) * width - mean) / deviation);
  }
  return std::max(0.0, 1.0 - std::abs(offset - mean / width));
}

}  // namespace

DiscreteBayes::DiscreteBayes(double first, double width, int count)
    : first_(first), width_(width), log_(static_cast<std::size_t>(std::max(count, 1))) {
  SUREFOOT_CHECK(width > 0.0 && count > 0, "cells have a width and are at least one");
  Reset();
}

void DiscreteBayes::Reset() {
  std::fill(log_.begin(), log_.end(), -std::log(static_cast<double>(log_.size())));
}

/// Convolution with a normal distribution whose mass per cell is integrated exactly, up to kReach
/// deviations. Belief that would leave the grid stays in its border cells.
void DiscreteBayes::Predict(double mean, double deviation) {
  const std::vector<double> before = Probabilities();
  std::vector<double> after(before.size(), 0.0);
  const int count = size();
  const int low = static_cast<int>(std::floor((mean - kReach * deviation) / width_)) - 1;
  const int high = static_cast<int>(std::ceil((mean + kReach * deviation) / width_)) + 1;
  for (int offset = low; offset <= high; ++offset) {
    const double share = ShareOf(offset, width_, mean, deviation);
    if (share == 0.0) continue;
    for (int from = 0; from < count; ++from) {
      const int to = std::clamp(from + offset, 0, count - 1);
      after[static_cast<std::size_t>(to)] += share * before[static_cast<std::size_t>(from)];
    }
  }
  for (std::size_t i = 0; i < after.size(); ++i) {
    log_[i] = after[i] > 0.0 ? std::log(after[i]) : -kInfinity;
  }
  Normalize();
}

/// Bayes' rule: the logarithms of belief and likelihood add up. False if the reading is impossible
/// everywhere; the belief is then unchanged.
bool DiscreteBayes::Update(const std::function<double(double)>& log_likelihood) {
  std::vector<double> updated = log_;
  for (int i = 0; i < size(); ++i) {
    updated[static_cast<std::size_t>(i)] += log_likelihood(CenterOf(i));
  }
  const double max = *std::max_element(updated.begin(), updated.end());
  if (!std::isfinite(max)) return false;
  log_ = std::move(updated);
  Normalize();
  return true;
}

/// Subtracts the largest logarithm before exponentiation, so that hundreds of sharp readings do not
/// underflow.
void DiscreteBayes::Normalize() {
  const double max = *std::max_element(log_.begin(), log_.end());
  double sum = 0.0;
  for (const double value : log_) sum += std::exp(value - max);
  const double total = max + std::log(sum);
  for (double& value : log_) value -= total;
}

std::vector<double> DiscreteBayes::Probabilities() const {
  return Mapped<double>(log_, [&](const double value) { return std::exp(value); });
}

int DiscreteBayes::MostProbable() const {
  return static_cast<int>(std::max_element(log_.begin(), log_.end()) - log_.begin());
}

/// The expected distance.
double DiscreteBayes::Mean() const {
  const std::vector<double> probabilities = Probabilities();
  double mean = 0.0;
  for (int i = 0; i < size(); ++i) mean += CenterOf(i) * probabilities[static_cast<std::size_t>(i)];
  return mean;
}

/// Grows from both ends of the grid until the tails hold (1 - share) / 2 each.
DiscreteBayes::Interval DiscreteBayes::CentralInterval(double share) const {
  const std::vector<double> probabilities = Probabilities();
  const double tail = 0.5 * (1.0 - share);
  const auto end_from = [&](int at, int step) {
    double outside = probabilities[static_cast<std::size_t>(at)];
    while (outside <= tail && at + step >= 0 && at + step < size()) {
      at += step;
      outside += probabilities[static_cast<std::size_t>(at)];
    }
    return CenterOf(at);
  };
  return {end_from(0, 1), end_from(size() - 1, -1)};
}

double LogNormal(double value, double mean, double deviation) {
  const double z = (value - mean) / deviation;
  return -0.5 * z * z - std::log(deviation) - 0.5 * std::log(2.0 * 3.14159265358979323846);
}

RangeBelief::RangeBelief(const noise::RangeModel& model, const Grid& grid)
    : model_(model), width_(grid.width), cells_(grid.first, grid.width, grid.cells) {}

/// A reading that is not finite contains no information about the distance and is ignored.
bool RangeBelief::Update(double reading, double incidence, double offset) {
  if (!std::isfinite(reading)) return false;
  return cells_.Update([&](double distance) {
    return model_.LogLikelihood(reading, {distance, incidence, offset});
  });
}

/// A lost reading is evidence, too: losses are more probable at some distances.
bool RangeBelief::UpdateLost() {
  return cells_.Update([&](double distance) {
    return std::log(model_.Dropout({distance, 0.0, 0.0}));
  });
}

DiscreteBayes::Interval RangeBelief::CentralInterval(double share) const {
  const DiscreteBayes::Interval centres = cells_.CentralInterval(share);
  return {centres.low - 0.5 * width_, centres.high + 0.5 * width_};
}

}  // namespace surefoot::estimate
