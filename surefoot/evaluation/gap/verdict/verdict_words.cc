#include "surefoot/evaluation/gap/verdict/verdict_words.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "surefoot/base/text.h"
#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::gap {
namespace {

std::string Capital(std::string name) {
  if (!name.empty() && name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 32);
  return name;
}

/// When the bound is first below the limit.
double FirstBelow(const QuantityVerdict& verdict) {
  for (const ConfidencePoint& point : verdict.confidence.points) {
    if (point.lower < verdict.confidence.limit && point.t > 0.0) return point.t;
  }
  return verdict.times.back();
}

std::string Whole(const QuantityVerdict& verdict, bool restarts) {
  return std::string("the whole ") + (restarts ? "horizon" : "run") + " (" +
         SecondsText(verdict.times.back()) + ")";
}

/// "Heading holds to 2 deg for 5.4 s."; empty when nothing can be said.
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

/// Of the second half of the time, when the runs have come apart.
std::vector<double> LateHalf(const std::vector<double>& values) {
  std::vector<double> late;
  for (std::size_t k = values.size() / 2; k < values.size(); ++k) {
    if (std::isfinite(values[k])) late.push_back(values[k]);
  }
  return late;
}

/// What chance alone makes of the ratio of two equal deviations, as a factor (95 %).
double ChanceFactor(std::size_t real, std::size_t simulated) {
  const auto part = [](std::size_t n) { return 0.5 / std::max(1.0, static_cast<double>(n) - 1.0); };
  return std::exp(1.96 * std::sqrt(part(real) + part(simulated)));
}

std::string SpreadText(const QuantityVerdict& verdict) {
  const std::vector<double> late = LateHalf(verdict.distributions.spread_ratio);
  if (late.empty()) return "";
  const double ratio = Median(late);
  const double factor = ChanceFactor(verdict.errors.size(), verdict.errors.size());
  if (ratio < factor && ratio > 1.0 / factor) return "";
  return " The " + verdict.quantity.name + " spread is " + TimesText(ratio) + " reality's.";
}

std::string CoverageText(const QuantityVerdict& verdict) {
  const std::vector<double> late = LateHalf(verdict.distributions.coverage90);
  if (late.empty()) return "";
  char text[160];
  std::snprintf(text, sizeof text,
                " The simulation's 90 %% band holds %.0f %% of the real %s in the second half.",
                100.0 * Mean(late), verdict.quantity.name.c_str());
  return text;
}

std::string DistinctText(const Indistinguishability& all) {
  if (all.points.empty()) return "";
  const IndistinguishabilityPoint& last = all.points.back();
  char text[200];
  if (last.high >= 0.95) {
    std::snprintf(text, sizeof text,
                  " Simulated runs of %s cannot be told from real ones (d = %.2f).",
                  SecondsText(last.t).c_str(), last.d);
  } else {
    std::snprintf(text, sizeof text,
                  " Simulated runs of %s are told from real ones in %.0f %% of cases (d = %.2f).",
                  SecondsText(last.t).c_str(), 100.0 - 50.0 * last.d, last.d);
  }
  return text;
}

std::string ChangesText(const std::vector<StateChangeReport>& changes) {
  std::string said;
  char text[200];
  for (const StateChangeReport& change : changes) {
    if (change.what.empty()) continue;
    const std::string name = std::to_string(change.order) + " (" + change.what + ")";
    if (change.simulated_share < change.real_share - 0.1) {
      std::snprintf(text, sizeof text,
                    " State change %s: %.0f %% of simulated runs do it, %.0f %% of real ones.",
                    name.c_str(), 100.0 * change.simulated_share, 100.0 * change.real_share);
      said += text;
    } else if (change.difference_low > 0.0 || change.difference_high < 0.0) {
      std::snprintf(text, sizeof text, " State change %s comes %.2f s too %s.", name.c_str(),
                    std::abs(change.difference), change.difference > 0.0 ? "late" : "early");
      said += text;
    }
  }
  return said;
}

}  // namespace

const char* NameOf(VerdictKind kind) {
  switch (kind) {
    case VerdictKind::kUntil:
      return "until";
    case VerdictKind::kWhole:
      return "whole";
    case VerdictKind::kNever:
      return "never";
    case VerdictKind::kNotEnoughData:
      return "not_enough_data";
    case VerdictKind::kReferenceTooUncertain:
      return "reference_too_uncertain";
  }
  return "";
}

std::string SecondsText(double seconds) {
  // 3.2 s may be 3.1999999 s by its sum of steps.
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
             ", at least " + std::to_string(LeastRuns(verdict.confidence.limit)) + " needed.";
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
