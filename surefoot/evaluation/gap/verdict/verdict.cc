#include "surefoot/evaluation/gap/verdict/verdict.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "surefoot/base/random.h"
#include "surefoot/evaluation/gap/verdict/instant.h"
#include "surefoot/evaluation/gap/verdict/verdict_words.h"
#include "surefoot/evaluation/statistics/distances.h"
#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::gap {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// Errors of the runs that last to the k-th time.
std::vector<double> ColumnOf(const std::vector<std::vector<double>>& errors, std::size_t k) {
  std::vector<double> column;
  for (const std::vector<double>& run : errors) {
    if (k < run.size()) column.push_back(run[k]);
  }
  return column;
}

/// Medians of whole runs drawn with replacement, at every time: the same draws at each, so that
/// the interval is smooth.
void AddBootstrap(const std::vector<std::vector<double>>& errors, std::size_t count,
                  ErrorBand* band) {
  constexpr int kDraws = 400;
  RandomStream random(0, "verdict bootstrap");
  std::vector<std::vector<std::size_t>> draws(kDraws);
  for (std::vector<std::size_t>& draw : draws) {
    for (std::size_t i = 0; i < errors.size(); ++i) {
      draw.push_back(
          static_cast<std::size_t>(random.Uniform() * static_cast<double>(errors.size())));
    }
  }
  std::vector<double> drawn, medians;
  for (std::size_t k = 0; k < count; ++k) {
    medians.clear();
    for (const std::vector<std::size_t>& draw : draws) {
      drawn.clear();
      for (const std::size_t run : draw) {
        if (k < errors[run].size()) drawn.push_back(errors[run][k]);
      }
      if (drawn.empty()) continue;
      const auto middle = drawn.begin() + static_cast<std::ptrdiff_t>(drawn.size() / 2);
      std::nth_element(drawn.begin(), middle, drawn.end());
      double median = *middle;
      if (drawn.size() % 2 == 0) median = 0.5 * (median + *std::max_element(drawn.begin(), middle));
      medians.push_back(median);
    }
    band->median_low.push_back(Quantile(medians, 0.025));
    band->median_high.push_back(Quantile(medians, 0.975));
  }
}

ErrorBand BandOf(const std::vector<std::vector<double>>& errors, std::size_t count) {
  ErrorBand band;
  for (std::size_t k = 0; k < count; ++k) {
    const std::vector<double> column = ColumnOf(errors, k);
    band.low.push_back(Quantile(column, 0.05));
    band.median.push_back(Quantile(column, 0.5));
    band.high.push_back(Quantile(column, 0.95));
  }
  AddBootstrap(errors, count, &band);
  return band;
}

double Variance(const std::vector<double>& values, double middle) {
  double sum = 0.0;
  for (const double value : values) sum += (value - middle) * (value - middle);
  return sum;
}

/// Deviations of all components together. Simulated differences of restarts are to their own
/// medians, so their middle is 0 already; real ones may all be off to one side.
double SpreadRatioOf(const InstantSets& sets) {
  double real = 0.0, simulated = 0.0;
  for (std::size_t c = 0; c < sets.real.size(); ++c) {
    if (sets.real[c].size() < 2 || sets.simulated[c].size() < 2) return kNone;
    real +=
        Variance(sets.real[c], Mean(sets.real[c])) / static_cast<double>(sets.real[c].size() - 1);
    simulated += Variance(sets.simulated[c], Mean(sets.simulated[c])) /
                 static_cast<double>(sets.simulated[c].size() - 1);
  }
  return real > 0.0 ? std::sqrt(simulated / real) : kNone;
}

void AddInstant(const InstantSets& sets, Distributions* all) {
  const bool known = !sets.real.front().empty() && sets.simulated.front().size() > 1;
  double wasserstein = kNone, ks = kNone, half = kNone, most = kNone;
  if (known) {
    wasserstein = ks = half = most = 0.0;
    for (std::size_t c = 0; c < sets.real.size(); ++c) {
      wasserstein = std::max(wasserstein, Wasserstein(sets.real[c], sets.simulated[c]));
      ks = std::max(ks, KolmogorovSmirnov(sets.real[c], sets.simulated[c]));
      half += Coverage(sets.simulated[c], sets.real[c], 0.5);
      most += Coverage(sets.simulated[c], sets.real[c], 0.9);
    }
    half /= static_cast<double>(sets.real.size());
    most /= static_cast<double>(sets.real.size());
  }
  all->energy.push_back(known ? PointEnergyDistance(sets.real, sets.simulated) : kNone);
  all->wasserstein.push_back(wasserstein);
  all->ks.push_back(ks);
  all->coverage50.push_back(half);
  all->coverage90.push_back(most);
  all->spread_ratio.push_back(SpreadRatioOf(sets));
}

VerdictKind KindOf(const ConfidenceCurve& curve, const std::vector<double>& times) {
  if (!curve.enough_runs) return VerdictKind::kNotEnoughData;
  if (curve.reference_too_uncertain) return VerdictKind::kReferenceTooUncertain;
  // Restarts are right when they begin; that alone is no trust.
  if (!curve.crossing || *curve.crossing <= times.front()) return VerdictKind::kNever;
  return *curve.crossing >= times.back() ? VerdictKind::kWhole : VerdictKind::kUntil;
}

QuantityVerdict JudgeOne(const Comparison& comparison, const JudgeOptions& options) {
  QuantityVerdict verdict;
  const Quantity& quantity = comparison.quantity;
  verdict.quantity = quantity;
  verdict.times = comparison.times;
  verdict.errors = ErrorsOf(comparison);
  verdict.confidence =
      MakeConfidence(quantity.name, comparison.times, verdict.errors, quantity.tolerance,
                     quantity.reference_deviation, options.restart_interval);
  verdict.kind = KindOf(verdict.confidence, verdict.times);
  verdict.error = BandOf(verdict.errors, comparison.times.size());
  for (std::size_t k = 0; k < comparison.times.size(); ++k) {
    AddInstant(SetsAt(comparison, k), &verdict.distributions);
  }
  verdict.sentence = VerdictSentence(verdict, comparison.has_restarts());
  return verdict;
}

}  // namespace

std::vector<std::vector<double>> ErrorsOf(const Comparison& comparison) {
  const Quantity& quantity = comparison.quantity;
  std::vector<std::vector<double>> errors(comparison.real.size());
  std::vector<bool> ended(comparison.real.size(), false);
  std::vector<double> median;
  for (std::size_t k = 0; k < comparison.times.size(); ++k) {
    if (!comparison.has_restarts()) {
      median = MedianOf(quantity, ValuesAt(comparison.simulated.front(), k, quantity.components));
    }
    for (std::size_t run = 0; run < comparison.real.size(); ++run) {
      if (comparison.has_restarts()) {
        median = MedianOf(quantity, ValuesAt(comparison.simulated[run], k, quantity.components));
      }
      const Trace& real = comparison.real[run];
      ended[run] = ended[run] || k >= real.size() || median.empty();
      if (ended[run]) continue;
      std::vector<double> value;
      for (const std::vector<double>& component : real.values) value.push_back(component[k]);
      errors[run].push_back(Difference(quantity, value, median));
    }
  }
  return errors;
}

GapVerdict Judge(const std::vector<Comparison>& comparisons, const JudgeOptions& options) {
  GapVerdict verdict;
  for (const Comparison& comparison : comparisons) {
    if (comparison.times.empty() || comparison.simulated.empty()) continue;
    verdict.has_restarts = verdict.has_restarts || comparison.has_restarts();
    verdict.quantities.push_back(JudgeOne(comparison, options));
  }
  verdict.summary = SummaryOf(verdict);
  return verdict;
}

}  // namespace surefoot::gap
