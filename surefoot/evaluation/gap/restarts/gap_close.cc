#include "surefoot/evaluation/gap/restarts/gap_close.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "surefoot/evaluation/gap/restarts/gap_parameters.h"

namespace surefoot::experiment {
namespace {

/// Values tried over the whole range, and then around the best.
constexpr int kCoarse = 7;
constexpr int kFine = 8;
/// A search tries at most such factors of what the world has.
constexpr double kWidest = 5.0;
/// More restarts than this on a side hardly change a fit, and each takes its time.
constexpr std::size_t kMostPerHalf = 12;

/// One number between two bounds, on the scale that it is searched on.
struct Scale {
  bool is_factor = true;
  double To(double value) const { return is_factor ? std::log(value) : value; }
  double From(double place) const { return is_factor ? std::exp(place) : place; }
};

class Closer {
 public:
  Closer(const RestartStudy& study, const std::function<bool(double, double)>& progress,
         const std::vector<std::string>& only)
      : study_(study),
        parameters_(GapParameters(study.world(), study.led_by_wheels())),
        progress_(progress) {
    std::erase_if(parameters_, [&](const GapParameter& parameter) {
      return !only.empty() && std::find(only.begin(), only.end(), parameter.name) == only.end();
    });
    // Restarts in turn; evenly thinned where there are many.
    const std::size_t pairs = study.count() / 2;
    const std::size_t used = std::min(pairs, kMostPerHalf);
    for (std::size_t i = 0; i < used; ++i) {
      const std::size_t pair = i * pairs / used;
      train_.push_back(2 * pair);
      test_.push_back(2 * pair + 1);
    }
    wanted_ = static_cast<double>(parameters_.size()) * (kCoarse + kFine + 1) + 2.0;
    study_.set_progress([this](double, double) { return progress_ == nullptr || going_; });
  }

  Result<std::vector<VerdictContext::Close>> Run() {
    if (train_.size() < 2) {
      return Error{"--close: " + std::to_string(study_.count()) +
                   " restarts are too few; half of them is fitted to, the other half judges, so 4 "
                   "are needed"};
    }
    const Result<double> train = Score({}, train_);
    if (!train.ok()) return train.error();
    const Result<double> test = Score({}, test_);
    if (!test.ok()) return test.error();
    std::vector<VerdictContext::Close> all;
    for (const GapParameter& parameter : parameters_) {
      const Result<double> fitted = Fit(parameter, *train);
      if (!fitted.ok()) return fitted.error();
      const Result<double> judged = Score({{parameter.name, *fitted}}, test_);
      if (!judged.ok()) return judged.error();
      const double closes = *test > 0.0 ? std::max(0.0, 1.0 - *judged / *test) : 0.0;
      all.push_back(
          {parameter.name, parameter.label, parameter.unit, parameter.value, *fitted, closes});
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return a.closes > b.closes; });
    return all;
  }

 private:
  Result<double> Score(const std::vector<std::pair<std::string, double>>& values,
                       const std::vector<std::size_t>& restarts) {
    const Result<SetWorld> set = WithParameters(study_.world(), study_.led_by_wheels(), values);
    if (!set.ok()) return set.error();
    const double delay = values.empty() ? study_.options().command_delay : set->command_delay;
    const Result<RestartRuns> runs = study_.Run(set->world, delay, restarts);
    if (!runs.ok()) return runs.error();
    done_ += 1.0;
    if (progress_ && !progress_(done_, wanted_)) going_ = false;
    if (!going_) return Error{"stopped before the end"};
    return ErrorOf(study_.Compare(*runs));
  }

  /// A value whose simulation breaks is as bad as can be.
  Result<double> Try(const GapParameter& parameter, double value) {
    const Result<double> score = Score({{parameter.name, value}}, train_);
    if (score.ok() || !going_) return score;
    return std::numeric_limits<double>::infinity();
  }

  Result<double> Fit(const GapParameter& parameter, double now) {
    const Scale scale{parameter.is_factor};
    double low = parameter.low, high = parameter.high;
    if (parameter.is_factor) {
      low = std::max(low, parameter.value / kWidest);
      high = std::min(high, parameter.value * kWidest);
    }
    double a = scale.To(std::min(low, parameter.value));
    double b = scale.To(std::max(high, parameter.value));
    std::map<double, double> tried = {{scale.To(parameter.value), now}};
    for (int i = 0; i < kCoarse; ++i) {
      const double place = a + (b - a) * i / (kCoarse - 1);
      if (tried.contains(place)) continue;
      const Result<double> score = Try(parameter, scale.From(place));
      if (!score.ok()) return score.error();
      tried[place] = *score;
    }
    for (int i = 0; i < kFine; ++i) {
      const double place = Next(tried);
      const Result<double> score = Try(parameter, scale.From(place));
      if (!score.ok()) return score.error();
      tried[place] = *score;
    }
    return scale.From(Best(tried)->first);
  }

  static std::map<double, double>::const_iterator Best(const std::map<double, double>& tried) {
    return std::min_element(tried.begin(), tried.end(),
                            [](const auto& x, const auto& y) { return x.second < y.second; });
  }

  /// The golden part of the wider side beside the best.
  static double Next(const std::map<double, double>& tried) {
    constexpr double kGolden = 0.381966;
    const auto best = Best(tried);
    const double here = best->first;
    const double left = best == tried.begin() ? here : std::prev(best)->first;
    const double right = std::next(best) == tried.end() ? here : std::next(best)->first;
    return right - here > here - left ? here + kGolden * (right - here)
                                      : here - kGolden * (here - left);
  }

  RestartStudy study_;
  std::vector<GapParameter> parameters_;
  const std::function<bool(double, double)>& progress_;
  std::vector<std::size_t> train_;
  std::vector<std::size_t> test_;
  double done_ = 0.0;
  double wanted_ = 0.0;
  bool going_ = true;
};

}  // namespace

double ErrorOf(const std::vector<gap::Comparison>& comparisons) {
  std::vector<double> squares, counts;
  for (const gap::Comparison& comparison : comparisons) {
    const gap::Quantity& quantity = comparison.quantity;
    if (quantity.name != "position" && quantity.name != "heading") continue;
    const std::vector<std::vector<double>> errors = gap::ErrorsOf(comparison);
    squares.resize(errors.size());
    counts.resize(errors.size());
    for (std::size_t i = 0; i < errors.size(); ++i) {
      for (double error : errors[i]) squares[i] += std::pow(error / quantity.tolerance, 2);
      counts[i] += static_cast<double>(errors[i].size());
    }
  }
  double sum = 0.0;
  for (std::size_t i = 0; i < squares.size(); ++i) {
    sum += std::sqrt(squares[i] / std::max(1.0, counts[i]));
  }
  return squares.empty() ? 0.0 : sum / static_cast<double>(squares.size());
}

Result<std::vector<VerdictContext::Close>> WhatCloses(
    const RestartStudy& study, const std::function<bool(double, double)>& progress,
    const std::vector<std::string>& only) {
  return Closer(study, progress, only).Run();
}

}  // namespace surefoot::experiment
