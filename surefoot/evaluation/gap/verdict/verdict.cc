#include "surefoot/evaluation/gap/verdict/verdict.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "surefoot/base/random.h"
#include "surefoot/base/text.h"
#include "surefoot/evaluation/gap/verdict/instant.h"
#include "surefoot/evaluation/statistics/distances.h"
#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::gap {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// Errors at the k-th time of the runs that last until then.
std::vector<double> ColumnOf(const std::vector<std::vector<double>>& errors, std::size_t k) {
  std::vector<double> column;
  for (const std::vector<double>& run : errors) {
    if (k < run.size()) column.push_back(run[k]);
  }
  return column;
}

/// Bootstrap interval of the median error at every time. Whole runs are resampled, because the
/// errors of one run are correlated over time; the same 400 resamples are used at all times, which
/// makes the band smooth.
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

/// Median and band of errors at each instant.
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

void AddInstant(const InstantSets& sets, Distributions* all) {
  const bool known = !sets.real.front().empty() && sets.simulated.front().size() > 1;
  double wasserstein = kNone, ks = kNone, half = kNone, max = kNone;
  if (known) {
    wasserstein = ks = half = max = 0.0;
    for (std::size_t c = 0; c < sets.real.size(); ++c) {
      wasserstein = std::max(wasserstein, Wasserstein(sets.real[c], sets.simulated[c]));
      ks = std::max(ks, KolmogorovSmirnov(sets.real[c], sets.simulated[c]));
      half += Coverage(sets.simulated[c], sets.real[c], 0.5);
      max += Coverage(sets.simulated[c], sets.real[c], 0.9);
    }
    half /= static_cast<double>(sets.real.size());
    max /= static_cast<double>(sets.real.size());
  }
  all->energy.push_back(known ? PointEnergyDistance(sets.real, sets.simulated) : kNone);
  all->wasserstein.push_back(wasserstein);
  all->ks.push_back(ks);
  all->coverage50.push_back(half);
  all->coverage90.push_back(max);
  all->spread_ratio.push_back(SpreadRatio(sets.simulated, sets.real));
}

/// Kind of verdict by the confidence curve.
VerdictKind KindOf(const ConfidenceCurve& curve, const std::vector<double>& times) {
  if (!curve.enough_runs) return VerdictKind::kNotEnoughData;
  if (curve.reference_too_uncertain) return VerdictKind::kReferenceTooUncertain;
  // Restarts begin in the recorded state: being right at their first instant proves nothing.
  if (!curve.crossing || *curve.crossing <= times.front()) return VerdictKind::kNever;
  return *curve.crossing >= times.back() ? VerdictKind::kWhole : VerdictKind::kUntil;
}

/// Verdict of one quantity.
QuantityVerdict JudgeOne(const Comparison& comparison, double restart_interval) {
  QuantityVerdict verdict;
  const Quantity& quantity = comparison.quantity;
  verdict.quantity = quantity;
  verdict.times = comparison.times;
  verdict.errors = ErrorsOf(comparison);
  verdict.confidence =
      MakeConfidence(quantity.name, comparison.times, verdict.errors, quantity.tolerance,
                     quantity.reference_deviation, restart_interval);
  verdict.kind = KindOf(verdict.confidence, verdict.times);
  verdict.error = BandOf(verdict.errors, comparison.times.size());
  for (std::size_t k = 0; k < comparison.times.size(); ++k) {
    AddInstant(SetsAt(comparison, k), &verdict.distributions);
  }
  verdict.sentence = VerdictSentence(verdict, comparison.has_restarts());
  return verdict;
}

std::string Capital(std::string name) {
  if (!name.empty() && name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 32);
  return name;
}

/// The first time at which the bound is below the limit.
double FirstBelow(const QuantityVerdict& verdict) {
  for (const ConfidencePoint& point : verdict.confidence.points) {
    if (point.lower < verdict.confidence.limit && point.t > 0.0) return point.t;
  }
  return verdict.times.back();
}

/// Text for a verdict that holds to the end: "the whole run (8 s)".
std::string Whole(const QuantityVerdict& verdict, bool restarts) {
  return std::string("the whole ") + (restarts ? "horizon" : "run") + " (" +
         SecondsText(verdict.times.back()) + ")";
}

/// "Heading holds to 2 deg for 5.4 s."; empty when there are not enough data.
std::string HoldsText(const QuantityVerdict& verdict, bool restarts) {
  const std::string start = Capital(verdict.quantity.name) + " ";
  const std::string to = " to " + AmountText(verdict.quantity.tolerance, verdict.quantity.unit);
  switch (verdict.kind) {
    case VerdictKind::kUntil:
      return start + "holds" + to + " for " + SecondsText(*verdict.confidence.crossing) + ".";
    case VerdictKind::kWhole:
      return start + "holds" + to + " for " + Whole(verdict, restarts) + ".";
    case VerdictKind::kNever:
      return start + "does not hold" + to + ": the limit is crossed within " +
             SecondsText(FirstBelow(verdict)) + ".";
    case VerdictKind::kReferenceTooUncertain:
      return verdict.sentence;
    case VerdictKind::kNotEnoughData:
      return "";
  }
  return "";
}

/// "half of", "1.7 times".
std::string TimesText(double ratio) {
  if (ratio < 0.05) return "almost none of";
  if (std::abs(ratio - 0.5) < 0.08) return "half of";
  if (std::abs(ratio - 0.33) < 0.05) return "a third of";
  if (std::abs(ratio - 0.25) < 0.03) return "a quarter of";
  if (std::abs(ratio - 2.0) < 0.2) return "twice";
  return StrFormat(ratio < 1.0 ? "%.2f of" : "%.1f times", ratio);
}

/// Finite values of the second half of the time, when the runs have diverged.
std::vector<double> LateHalf(const std::vector<double>& values) {
  std::vector<double> late;
  for (std::size_t k = values.size() / 2; k < values.size(); ++k) {
    if (std::isfinite(values[k])) late.push_back(values[k]);
  }
  return late;
}

/// 95 % range of the ratio of two sample deviations under equal true deviations, as a factor. The
/// variance of the logarithm of a sample deviation is about 1 / (2 (n - 1)) for normal data.
double ChanceFactor(std::size_t real, std::size_t simulated) {
  const auto part = [](std::size_t n) { return 0.5 / std::max(1.0, static_cast<double>(n) - 1.0); };
  return std::exp(1.96 * std::sqrt(part(real) + part(simulated)));
}

/// Sentence on the spread in the second half; empty when it is not different.
std::string SpreadText(const QuantityVerdict& verdict) {
  const std::vector<double> late = LateHalf(verdict.distributions.spread_ratio);
  if (late.empty()) return "";
  const double ratio = Median(late);
  const double factor = ChanceFactor(verdict.errors.size(), verdict.errors.size());
  if (ratio < factor && ratio > 1.0 / factor) return "";
  return " The " + verdict.quantity.name + " spread is " + TimesText(ratio) + " reality's.";
}

/// Sentence on coverage in the second half.
std::string CoverageText(const QuantityVerdict& verdict) {
  const std::vector<double> late = LateHalf(verdict.distributions.coverage90);
  if (late.empty()) return "";
  char text[160];
  std::snprintf(text, sizeof text,
                " The simulation's 90 %% band contains %.0f %% of the real %s in the second half.",
                100.0 * Mean(late), verdict.quantity.name.c_str());
  return text;
}

/// Sentence on whether simulated runs can be distinguished from real ones.
std::string DistinctText(const Indistinguishability& all) {
  if (all.points.empty()) return "";
  const IndistinguishabilityPoint& last = all.points.back();
  char text[200];
  if (last.high >= 0.95) {
    std::snprintf(text, sizeof text,
                  " Simulated runs of %s cannot be distinguished from real ones (d = %.2f).",
                  SecondsText(last.t).c_str(), last.d);
  } else {
    std::snprintf(
        text, sizeof text,
        " Simulated runs of %s are distinguished from real ones in %.0f %% of cases (d = %.2f).",
        SecondsText(last.t).c_str(), 100.0 - 50.0 * last.d, last.d);
  }
  return text;
}

/// Sentences on state changes that differ between real and simulated runs.
std::string ChangesText(const std::vector<StateChangeReport>& changes) {
  std::string said;
  char text[200];
  for (const StateChangeReport& change : changes) {
    if (change.what.empty()) continue;
    const std::string name = std::to_string(change.order) + " (" + change.what + ")";
    if (change.simulated_share < change.real_share - 0.1) {
      std::snprintf(
          text, sizeof text,
          " State change %s occurs in %.0f %% of simulated runs and in %.0f %% of real ones.",
          name.c_str(), 100.0 * change.simulated_share, 100.0 * change.real_share);
      said += text;
    } else if (change.difference_low > 0.0 || change.difference_high < 0.0) {
      std::snprintf(text, sizeof text, " State change %s occurs %.2f s too %s.", name.c_str(),
                    std::abs(change.difference), change.difference > 0.0 ? "late" : "early");
      said += text;
    }
  }
  return said;
}

}  // namespace

/// Distance of each real run from the simulated median, at each instant.
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

GapVerdict Judge(const std::vector<Comparison>& comparisons, double restart_interval) {
  GapVerdict verdict;
  for (const Comparison& comparison : comparisons) {
    if (comparison.times.empty() || comparison.simulated.empty()) continue;
    verdict.has_restarts = verdict.has_restarts || comparison.has_restarts();
    verdict.quantities.push_back(JudgeOne(comparison, restart_interval));
  }
  verdict.summary = SummaryOf(verdict);
  return verdict;
}

const char* NameOf(VerdictKind kind) {
  constexpr const char* kNames[] = {"until", "whole", "never", "not_enough_data",
                                    "reference_too_uncertain"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string SecondsText(double seconds) {
  // Times are sums of steps: 3.2 s may be 3.1999999 s.
  const double scale = seconds < 0.1 ? 100.0 : seconds < 100.0 ? 10.0 : 1.0;
  return NumberText(std::floor(seconds * scale + 1e-6) / scale, 3) + " s";
}

std::string VerdictSentence(const QuantityVerdict& verdict, bool restarts) {
  const Quantity& quantity = verdict.quantity;
  const std::string what = quantity.name + " to " + AmountText(quantity.tolerance, quantity.unit);
  switch (verdict.kind) {
    case VerdictKind::kUntil:
      return "Trust " + what + " for " + SecondsText(*verdict.confidence.crossing) + ".";
    case VerdictKind::kWhole:
      return "Trust " + what + " for " + Whole(verdict, restarts) + ".";
    case VerdictKind::kNever:
      return "Do not trust " + what + ": the limit is crossed within " +
             SecondsText(FirstBelow(verdict)) + ".";
    case VerdictKind::kNotEnoughData:
      return "Not enough data: " + std::to_string(verdict.confidence.n) +
             (restarts ? " restart" : " run") + (verdict.confidence.n == 1 ? "" : "s") +
             ", at least " + std::to_string(MinRuns(verdict.confidence.limit)) + " needed.";
    case VerdictKind::kReferenceTooUncertain:
      return "Cannot judge " + what + ": the reference itself is uncertain by " +
             AmountText(quantity.reference_deviation, quantity.unit) + ".";
  }
  return "";
}

std::string SummaryOf(const GapVerdict& verdict) {
  std::string summary;
  for (std::size_t i = 1; i < verdict.quantities.size(); ++i) {
    const std::string holds = HoldsText(verdict.quantities[i], verdict.has_restarts);
    if (!holds.empty()) summary += " " + holds;
  }
  for (const QuantityVerdict& quantity : verdict.quantities) summary += SpreadText(quantity);
  if (!verdict.quantities.empty()) summary += CoverageText(verdict.quantities.front());
  summary += ChangesText(verdict.state_changes);
  if (verdict.indistinguishability) summary += DistinctText(*verdict.indistinguishability);
  return summary.empty() ? summary : summary.substr(1);
}

}  // namespace surefoot::gap
