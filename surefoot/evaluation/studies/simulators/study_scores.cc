#include "surefoot/evaluation/studies/simulators/study_scores.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "surefoot/base/check.h"

namespace surefoot::gap {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

bool Measured(double value) { return std::isfinite(value) && value > 0.0; }

std::vector<double> MeasuredOf(const std::vector<double>& values) {
  std::vector<double> measured;
  std::copy_if(values.begin(), values.end(), std::back_inserter(measured), Measured);
  return measured;
}

}  // namespace

std::vector<double> LeastOverEach(const std::vector<double>& values) {
  const std::vector<double> measured = MeasuredOf(values);
  std::vector<double> scores(values.size(), kNone);
  if (measured.empty()) return scores;
  const double least = *std::min_element(measured.begin(), measured.end());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (Measured(values[i])) scores[i] = least / values[i];
  }
  return scores;
}

std::vector<double> EachOverGreatest(const std::vector<double>& values) {
  const std::vector<double> measured = MeasuredOf(values);
  std::vector<double> scores(values.size(), kNone);
  if (measured.empty()) return scores;
  const double greatest = *std::max_element(measured.begin(), measured.end());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (Measured(values[i])) scores[i] = values[i] / greatest;
  }
  return scores;
}

std::vector<double> WeightedTotals(const std::vector<ScoreLine>& lines) {
  std::vector<double> totals;
  for (const ScoreLine& line : lines) {
    if (totals.empty()) totals.resize(line.scores.size(), 0.0);
    SUREFOOT_CHECK(line.scores.size() == totals.size(), "one score per simulator: " + line.name);
    for (std::size_t i = 0; i < totals.size(); ++i) totals[i] += line.weight * line.scores[i];
  }
  return totals;
}

}  // namespace surefoot::gap
