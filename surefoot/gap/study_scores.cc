#include "surefoot/gap/study_scores.h"

#include <algorithm>

#include "surefoot/base/check.h"

namespace surefoot::gap {

std::vector<double> LeastOverEach(const std::vector<double>& values) {
  std::vector<double> scores;
  if (values.empty()) return scores;
  const double least = *std::min_element(values.begin(), values.end());
  for (double value : values) scores.push_back(value > 0.0 ? least / value : 0.0);
  return scores;
}

std::vector<double> EachOverGreatest(const std::vector<double>& values) {
  std::vector<double> scores;
  if (values.empty()) return scores;
  const double greatest = *std::max_element(values.begin(), values.end());
  for (double value : values) scores.push_back(greatest > 0.0 ? value / greatest : 0.0);
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
