#pragma once

/// The verdict on a simulation: for how long each quantity stays within its tolerance, with a
/// confidence bound; error bands, distances between distributions; in numbers and in sentences.
///
///   const GapVerdict verdict = Judge(comparisons);
///   Print(verdict.quantities.front().sentence);  // "Trust position to 5 cm for 3.2 s."

#include <optional>
#include <string>
#include <vector>

#include "surefoot/evaluation/gap/run.h"
#include "surefoot/evaluation/gap/verdict/indistinguishability.h"
#include "surefoot/evaluation/gap/verdict/state_changes.h"
#include "surefoot/evaluation/report/text.h"
#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::gap {

enum class VerdictKind { kUntil, kWhole, kNever, kNotEnoughData, kReferenceTooUncertain };
/// "until", "whole", "never", "not_enough_data", "reference_too_uncertain".
const char* NameOf(VerdictKind kind);

/// Error over time. All vectors are as long as the times; NaN where nothing is known.
struct ErrorBand {
  /// Over runs: 50 %, 5 % and 95 % quantiles of |real - simulated median|.
  std::vector<double> median;
  std::vector<double> low;
  std::vector<double> high;
  /// 95 % confidence interval of the median, by bootstrap of whole runs.
  std::vector<double> median_low;
  std::vector<double> median_high;
};

/// Distances between real and simulated values at each time; NaN where undefined. For restarts the
/// differences to the simulated median of each restart are compared, which needs several simulated
/// runs per restart.
struct Distributions {
  std::vector<double> energy;
  /// Maximum over components.
  std::vector<double> wasserstein;
  std::vector<double> ks;
  /// Standard deviation of simulated over that of real runs.
  std::vector<double> spread_ratio;
  /// Share of real runs inside the 50 % and the 90 % band of the simulated ones; mean over
  /// components.
  std::vector<double> coverage50;
  std::vector<double> coverage90;
};

struct QuantityVerdict {
  Quantity quantity;
  std::vector<double> times;
  VerdictKind kind = VerdictKind::kNotEnoughData;
  ConfidenceCurve confidence;
  /// "Trust position to 5 cm for 3.2 s."
  std::string sentence;
  /// errors[i][k]: |real - simulated median| of real run i; shorter where a run ends early.
  std::vector<std::vector<double>> errors;
  ErrorBand error;
  Distributions distributions;
};

struct GapVerdict {
  bool has_restarts = false;
  std::vector<QuantityVerdict> quantities;
  std::vector<StateChangeReport> state_changes;
  std::optional<Indistinguishability> indistinguishability;
  /// Text under the headline: the other quantities, spread and coverage in words.
  std::string summary;
  std::vector<std::string> notes;
};

/// Judges each quantity; the summary omits the first, which has its own sentence. The caller adds
/// state changes and indistinguishability, which need whole runs, and then calls SummaryOf.
/// `restart_interval`: seconds between restarts. Overlapping restarts are not independent, so n is
/// the number of independent ones (MakeConfidence). 0: none overlap.
GapVerdict Judge(const std::vector<Comparison>& comparisons, double restart_interval = 0.0);

/// Errors |real - simulated median| of each real run. The median is taken per component (for
/// angles, around their mean direction). A row ends where the real run or all of its simulated runs
/// end.
std::vector<std::vector<double>> ErrorsOf(const Comparison& comparison);

/// The summary text, to be set again after adding state changes or indistinguishability.
std::string SummaryOf(const GapVerdict& verdict);

using report::AmountText;

/// "3.2 s", rounded down: a promise must not be longer than the data support.
std::string SecondsText(double seconds);

/// The sentence of a quantity. `restarts`: the samples are restarts, not runs.
std::string VerdictSentence(const QuantityVerdict& verdict, bool restarts);

}  // namespace surefoot::gap
