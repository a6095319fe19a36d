#pragma once

/// Checks whether the numbers printed in the article of published.h agree with each other, allowing
/// for the rounding of every printed input. Contradictions are listed in the report's description,
/// experiments/reports/simulators.yaml.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "surefoot/base/items.h"
#include "surefoot/base/text.h"
#include "surefoot/evaluation/studies/simulators/published.h"

namespace surefoot::gap {

/// A printed number that follows from other printed numbers.
struct PublishedCheck {
  /// "Table 9".
  std::string where;
  /// "X, mean error".
  std::string what;
  double printed = 0.0;
  /// How many decimals the print gives.
  int decimals = 0;
  /// Computed from the printed inputs.
  double computed = 0.0;
  /// Possible range of `computed`, because every printed input was rounded to its last digit.
  double min = 0.0;
  double max = 0.0;
  /// "equation (7) from Table 7".
  std::string rule;
  /// A remark; usually empty.
  std::string remark;

  /// True if rounding of the inputs and of the result explains the printed number.
  bool agrees() const;
  /// True if the printed number is the rounded computed one.
  bool agrees_to_the_digit() const;
};

/// Tolerance of the arithmetic here, whose rounding must not look like an error in print.
inline constexpr double kSlack = 1e-9;

/// A number that is known except for rounding.
struct Rounded {
  double value = 0.0;
  double min = 0.0;
  double max = 0.0;
};

inline Rounded Exactly(double value) { return {value, value, value}; }

inline Rounded Of(double value, int decimals) {
  const double half = 0.5 * std::pow(10.0, -decimals);
  return {value, value - half, value + half};
}

inline Rounded Of(const Printed& printed) { return Of(printed.value, printed.decimals); }

inline Rounded operator+(const Rounded& a, const Rounded& b) {
  return {a.value + b.value, a.min + b.min, a.max + b.max};
}

inline Rounded Times(double factor, const Rounded& a) {
  return {factor * a.value, factor * a.min, factor * a.max};
}

inline Rounded Distance(const Rounded& a, const Rounded& b) {
  const double low = a.min - b.max;
  const double high = a.max - b.min;
  const double min = low > 0.0 ? low : (high < 0.0 ? -high : 0.0);
  return {std::abs(a.value - b.value), min, std::max(std::abs(low), std::abs(high))};
}

/// Quotient of positive numbers.
inline Rounded Ratio(const Rounded& a, const Rounded& b) {
  return {a.value / b.value, a.min / b.max, a.max / b.min};
}

inline PublishedCheck MakeCheck(const std::string& where, const std::string& what, double printed,
                                int decimals, const Rounded& computed, const std::string& rule,
                                const std::string& remark = "") {
  return {where, what, printed, decimals, computed.value, computed.min, computed.max, rule, remark};
}

/// Table 4 from Table 3 by section 3.2, and the same scores in Table 11.
inline void CheckFeatures(std::vector<PublishedCheck>* checks) {
  for (const PublishedSimulator& simulator : PublishedSimulators()) {
    const auto computed = AsList(ScoresOf(simulator.features));
    const auto printed = AsList(simulator.feature_scores);
    for (std::size_t i = 0; i < computed.size(); ++i) {
      const std::string what = simulator.name + ", " + StudyMetrics()[i].title;
      checks->push_back(MakeCheck("Table 4", what, printed[i], kScoreDecimals, Exactly(computed[i]),
                                  "section 3.2 from Table 3"));
      checks->push_back(MakeCheck("Table 11", what, simulator.scores[i], kScoreDecimals,
                                  Exactly(printed[i]), "Table 4"));
    }
  }
}

/// Table 8 from Table 6, or Table 9 from Table 7.
inline void CheckExample(const PublishedExample& example, const std::string& from,
                         const std::string& in, std::vector<PublishedCheck>* checks) {
  const int decimals = example.decimals;
  const std::string rule = "equation (7) from " + from;
  Rounded sum = Exactly(0.0);
  double printed_sum = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    const PublishedAxis& axis = example.axes[i];
    const std::string name(1, "XYZ"[i]);
    const Rounded range =
        Distance(Of(axis.simulated_range, decimals), Of(axis.real_range, decimals));
    const Rounded mean = Distance(Of(axis.simulated_mean, decimals), Of(axis.real_mean, decimals));
    checks->push_back(
        MakeCheck(in, name + ", range error", axis.range_error, decimals, range, rule));
    checks->push_back(MakeCheck(in, name + ", mean error", axis.mean_error, decimals, mean, rule));
    checks->push_back(
        MakeCheck(in, name + ", total error", axis.total_error, decimals, range + mean, rule,
                  "the two errors printed beside it give " +
                      StrFormat("%.*f", decimals, axis.range_error + axis.mean_error)));
    sum = sum + range + mean;
    printed_sum += axis.total_error;
  }
  checks->push_back(MakeCheck(
      "section 3.3.4", "sum of the total errors of " + in, example.sum, decimals, sum, rule,
      "the three totals printed in " + in + " give " + StrFormat("%.*f", decimals, printed_sum)));
}

using Column = Printed PublishedSimulator::*;

/// Scores of Table 11 from Table 10: the minimum over each value.
inline void CheckScores(StudyMetricIndex metric, Column column, const std::string& equation,
                        const std::vector<std::string>& remarks,
                        std::vector<PublishedCheck>* checks) {
  const std::vector<double> values = PrintedValues(column);
  const auto min =
      static_cast<std::size_t>(std::min_element(values.begin(), values.end()) - values.begin());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const PublishedSimulator& simulator = PublishedSimulators()[i];
    const Rounded score =
        i == min ? Exactly(1.0)
                 : Ratio(Of(PublishedSimulators()[min].*column), Of(simulator.*column));
    const auto index = static_cast<std::size_t>(metric);
    checks->push_back(MakeCheck("Table 11", simulator.name + ", " + StudyMetrics()[index].title,
                                simulator.scores[index], kScoreDecimals, score,
                                equation + " from Table 10", remarks.empty() ? "" : remarks[i]));
  }
}

inline std::vector<std::string> RealTimeRemarks() {
  return Mapped<std::string>(
      EachOverGreatest(PrintedValues(&PublishedSimulator::real_time_factor)),
      [&](double score) { return "R / max R gives " + StrFormat("%.*f", kScoreDecimals, score); });
}

/// The weighted sums of Table 11.
inline void CheckTotals(std::vector<PublishedCheck>* checks) {
  for (const PublishedSimulator& simulator : PublishedSimulators()) {
    Rounded total = Exactly(0.0);
    for (std::size_t i = 0; i < simulator.scores.size(); ++i) {
      const double score = simulator.scores[i];
      // The scores of features are exact by the rules; only ratios are rounded.
      const bool exact = i < kFeatureCount || score == 1.0;
      total = total +
              Times(StudyMetrics()[i].weight, exact ? Exactly(score) : Of(score, kScoreDecimals));
    }
    checks->push_back(MakeCheck("Table 11", simulator.name + ", Total", simulator.total,
                                kScoreDecimals, total, "weights times scores of Table 11"));
  }
}

inline bool PublishedCheck::agrees() const {
  const double half = 0.5 * std::pow(10.0, -decimals) + kSlack;
  return printed + half >= min && printed - half <= max;
}

inline bool PublishedCheck::agrees_to_the_digit() const {
  return std::abs(printed - computed) <= 0.5 * std::pow(10.0, -decimals) + kSlack;
}

inline std::vector<PublishedCheck> CheckPublished() {
  std::vector<PublishedCheck> checks;
  CheckFeatures(&checks);
  CheckExample(AngularVelocityExample(), "Table 6", "Table 8", &checks);
  CheckExample(LinearAccelerationExample(), "Table 7", "Table 9", &checks);
  CheckScores(kRealTimeFactor, &PublishedSimulator::real_time_factor, "equation (3)",
              RealTimeRemarks(), &checks);
  CheckScores(kAverageLoad, &PublishedSimulator::average_load, "equation (4)", {}, &checks);
  CheckScores(kIntenseLoad, &PublishedSimulator::intense_load, "equation (4)", {}, &checks);
  CheckScores(kAngularVelocity, &PublishedSimulator::angular_velocity_error, "equation (8)", {},
              &checks);
  CheckScores(kLinearAcceleration, &PublishedSimulator::linear_acceleration_error, "equation (8)",
              {}, &checks);
  CheckTotals(&checks);
  return checks;
}

inline std::vector<PublishedCheck> PublishedContradictions() {
  std::vector<PublishedCheck> checks = CheckPublished();
  checks.erase(std::remove_if(checks.begin(), checks.end(),
                              [](const PublishedCheck& check) { return check.agrees(); }),
               checks.end());
  return checks;
}

}  // namespace surefoot::gap
