#pragma once

/// How far off a simulation is, how fast that grows, and how sure that is: what is told of compared
/// runs, in numbers and in the words of the page.

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

/// All are as long as the times, NaN where nothing is known.
struct ErrorBand {
  /// Over runs: 5 %, 50 % and 95 % of |real - simulated median|.
  std::vector<double> median;
  std::vector<double> low;
  std::vector<double> high;
  /// Where the median lies with 95 % confidence (whole runs drawn with replacement).
  std::vector<double> median_low;
  std::vector<double> median_high;
};

/// Instant by instant, NaN where undefined. Of restarts, what is compared are the differences to
/// the simulated median of each; they need several simulated runs each.
struct Distributions {
  std::vector<double> energy;
  /// The largest over components.
  std::vector<double> wasserstein;
  std::vector<double> ks;
  /// Deviation of simulated runs over that of real ones.
  std::vector<double> spread_ratio;
  /// Share of real runs inside the simulated ones' 50 % and 90 % band; mean over components.
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
  /// Under the verdict: what the other quantities say, spread and coverage in words.
  std::string summary;
  std::vector<std::string> notes;
};

/// Judges each quantity; the first is the one that the summary leaves to its own sentence. State
/// changes and indistinguishability, which need whole runs, are left open: the caller adds them.
/// `restart_interval`: of restarts, seconds from one to the next. Those that begin before another's
/// time is over are not independent of it, and n is that of those that are (MakeConfidence). 0:
/// none overlap.
GapVerdict Judge(const std::vector<Comparison>& comparisons, double restart_interval = 0.0);

/// The errors alone: |real - simulated median|, whose median is taken per component (angles:
/// around their mean direction). Rows end where the real run or all of its simulated ones do.
std::vector<std::vector<double>> ErrorsOf(const Comparison& comparison);

/// Writes GapVerdict::summary again after state changes or indistinguishability were added.
std::string SummaryOf(const GapVerdict& verdict);

using report::AmountText;

/// "3.2 s", not more than it is.
std::string SecondsText(double seconds);

/// `restarts`: what is counted are restarts, not runs.
std::string VerdictSentence(const QuantityVerdict& verdict, bool restarts);

}  // namespace surefoot::gap
