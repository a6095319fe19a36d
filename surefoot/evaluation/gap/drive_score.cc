#include "surefoot/evaluation/gap/drive_score.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "surefoot/base/check.h"
#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::gap {
namespace {

constexpr std::size_t kFewest = 10;

Estimate EstimateOf(const std::vector<double>& values, const std::vector<int>& groups, double p) {
  return {Quantile(values, p), BootstrapQuantile(values, groups, p)};
}

/// The error at a row, straight between those at fresh rows; 0 at the start.
double ErrorAt(const std::vector<std::size_t>& rows, const std::vector<double>& errors,
               std::size_t row) {
  std::size_t before_row = 0;
  double before = 0.0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] >= row) {
      const double part =
          static_cast<double>(row - before_row) / static_cast<double>(rows[i] - before_row);
      return before + part * (errors[i] - before);
    }
    before_row = rows[i];
    before = errors[i];
  }
  return before;
}

}  // namespace

WindowScore ScoreWindow(const DriveRecording& recording, const DriveWindow& window,
                        const PoseTrack& track, double start) {
  const double lever = recording.nuisance.lever;
  WindowScore score;
  score.id = window.id;
  score.step = window.step;
  score.steady = window.steady;
  const PlanarPose X_WS = Ahead(track.At(start - window.age), lever);
  for (std::size_t row = 1; row <= window.last_fresh(); ++row) {
    if (!window.fresh[row]) continue;
    const double time = recording.interval * static_cast<double>(row);
    const PlanarPose X_SP = RelativeTo(X_WS, Ahead(track.At(start + time), lever));
    const PlanarPose& real = window.X_SP[row];
    score.duration = time + window.age;
    score.translation = std::hypot(X_SP.x - real.x, X_SP.y - real.y);
    score.heading = std::abs(X_SP.yaw - real.yaw);
    score.yaw_real = real.yaw;
    score.yaw_model = X_SP.yaw;
    score.rows.push_back(row);
    score.translations.push_back(score.translation);
    score.headings.push_back(score.heading);
  }
  return score;
}

std::vector<WindowScore> ScoreRun(const DriveRecording& recording, const WindowRun& run,
                                  const PoseTrack& track) {
  std::vector<WindowScore> scores;
  for (std::size_t i = 0; i < run.count; ++i) {
    const double start = static_cast<double>(i) * recording.window_length();
    scores.push_back(ScoreWindow(recording, recording.windows[run.first + i], track, start));
  }
  return scores;
}

DriveSummary Summarise(const std::vector<WindowScore>& scores) {
  std::vector<double> translations, headings;
  std::vector<int> steps;
  for (const WindowScore& score : scores) {
    translations.push_back(score.translation);
    headings.push_back(score.heading);
    steps.push_back(score.step);
  }
  DriveSummary summary;
  summary.windows = static_cast<int>(scores.size());
  summary.translation_median = EstimateOf(translations, steps, 0.5);
  summary.translation_p90 = EstimateOf(translations, steps, 0.9);
  summary.heading_median = EstimateOf(headings, steps, 0.5);
  summary.heading_p90 = EstimateOf(headings, steps, 0.9);
  return summary;
}

double SpreadOf(const std::vector<DriveSummary>& summaries) {
  double spread = 0.0;
  for (const auto figure : {&DriveSummary::translation_median, &DriveSummary::translation_p90,
                            &DriveSummary::heading_median, &DriveSummary::heading_p90}) {
    double low = std::numeric_limits<double>::infinity(), high = 0.0, sum = 0.0;
    for (const DriveSummary& summary : summaries) {
      const double value = (summary.*figure).value;
      low = std::min(low, value);
      high = std::max(high, value);
      sum += value;
    }
    if (sum > 0.0) {
      spread = std::max(spread, (high - low) * static_cast<double>(summaries.size()) / sum);
    }
  }
  return spread;
}

double YawGain(const std::vector<double>& yaw, const std::vector<double>& ideal, double least) {
  SUREFOOT_CHECK(yaw.size() == ideal.size(), "one ideal yaw for each");
  std::vector<double> gains;
  for (std::size_t i = 0; i < yaw.size(); ++i) {
    if (std::abs(ideal[i]) >= least) gains.push_back(yaw[i] / ideal[i]);
  }
  return Quantile(gains, 0.5);
}

std::vector<bool> FindDigIns(const std::vector<double>& real_yaw,
                             const std::vector<double>& ideal) {
  constexpr double kShare = 0.55;
  constexpr double kLeastTurn = 0.5;
  const double usual = YawGain(real_yaw, ideal);
  std::vector<bool> dug(real_yaw.size(), false);
  for (std::size_t i = 0; i < dug.size(); ++i) {
    dug[i] = std::abs(ideal[i]) >= kLeastTurn && real_yaw[i] / ideal[i] < kShare * usual;
  }
  return dug;
}

ErrorGrowth GrowthOf(const std::vector<WindowScore>& scores, double interval) {
  std::map<std::size_t, std::pair<std::vector<double>, std::vector<double>>> by_row;
  for (const WindowScore& score : scores) {
    const std::size_t last = score.rows.empty() ? 0 : score.rows.back();
    for (std::size_t row = 1; row <= last; ++row) {
      by_row[row].first.push_back(ErrorAt(score.rows, score.translations, row));
      by_row[row].second.push_back(ErrorAt(score.rows, score.headings, row));
    }
  }
  ErrorGrowth growth;
  for (const auto& [row, errors] : by_row) {
    if (errors.first.size() < kFewest || 2 * errors.first.size() < scores.size()) continue;
    growth.time.push_back(interval * static_cast<double>(row));
    growth.translation_median.push_back(Quantile(errors.first, 0.5));
    growth.translation_p90.push_back(Quantile(errors.first, 0.9));
    growth.heading_median.push_back(Quantile(errors.second, 0.5));
    growth.heading_p90.push_back(Quantile(errors.second, 0.9));
  }
  return growth;
}

RowErrors ErrorsByRow(const std::vector<WindowScore>& scores) {
  RowErrors errors;
  for (const WindowScore& score : scores) {
    const std::size_t last = score.rows.empty() ? 0 : score.rows.back();
    std::vector<double> translations = {0.0}, headings = {0.0};
    for (std::size_t row = 1; row <= last; ++row) {
      translations.push_back(ErrorAt(score.rows, score.translations, row));
      headings.push_back(ErrorAt(score.rows, score.headings, row));
    }
    errors.translations.push_back(std::move(translations));
    errors.headings.push_back(std::move(headings));
  }
  return errors;
}

}  // namespace surefoot::gap
