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

/// A quantile with its bootstrap interval. Groups (steps) are resampled as a whole, because
/// windows of one step are correlated.
Estimate EstimateOf(const std::vector<double>& values, const std::vector<int>& groups, double p) {
  return {Quantile(values, p), BootstrapQuantile(values, groups, p)};
}

/// The error at a row, interpolated between fresh rows; 0 at the start.
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

using Eigen::VectorXd;

/// A track must begin this long before the first row (s), because of the age of its pose.
constexpr double kBefore = 0.25;

/// Residuals of a kinematic model in all windows, for its fit.
VectorXd ResidualsOf(const DriveRecording& recording, const std::vector<WindowRun>& runs,
                     const LinearKinematics& kinematics) {
  std::size_t count = 0;
  for (const WindowRun& run : runs) count += run.count;
  VectorXd residuals(static_cast<Eigen::Index>(3 * count));
  Eigen::Index next = 0;
  for (const WindowRun& run : runs) {
    const double length = recording.window_length() * static_cast<double>(run.count);
    const PoseTrack track = KinematicTrack(WheelsOf(recording, run), kinematics, -kBefore, length);
    for (std::size_t i = 0; i < run.count; ++i, next += 3) {
      residuals.segment<3>(next) =
          WindowResiduals(recording, recording.windows[run.first + i], track,
                          recording.window_length() * static_cast<double>(i));
    }
  }
  return residuals;
}

/// A parameter that is searched linearly.
FitParameter Plain(double start, double scale) { return {"", start, -100.0, 100.0, false, scale}; }

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

double YawGain(const std::vector<double>& yaw, const std::vector<double>& ideal, double min) {
  SUREFOOT_CHECK(yaw.size() == ideal.size(), "one ideal yaw for each");
  std::vector<double> gains;
  for (std::size_t i = 0; i < yaw.size(); ++i) {
    if (std::abs(ideal[i]) >= min) gains.push_back(yaw[i] / ideal[i]);
  }
  return Quantile(gains, 0.5);
}

std::vector<bool> FindDigIns(const std::vector<double>& real_yaw,
                             const std::vector<double>& ideal) {
  constexpr double kShare = 0.55;
  constexpr double kMinTurn = 0.5;
  const double usual = YawGain(real_yaw, ideal);
  std::vector<bool> dug(real_yaw.size(), false);
  for (std::size_t i = 0; i < dug.size(); ++i) {
    dug[i] = std::abs(ideal[i]) >= kMinTurn && real_yaw[i] / ideal[i] < kShare * usual;
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

LinearKinematics IdealKinematics(const SideGeometry& geometry) {
  const double half = 0.5 * geometry.radius;
  const double turn = geometry.radius / geometry.track;
  LinearKinematics kinematics;
  kinematics << half, half, 0.0, 0.0, -turn, turn;
  return kinematics;
}

PoseTrack KinematicTrack(const WheelSpeeds& wheels, const LinearKinematics& kinematics, double from,
                         double to) {
  PoseTrack track;
  track.start = from;
  const auto count = static_cast<int>(std::ceil((to - from) / track.interval - 1e-9));
  track.X_WC.push_back({});
  for (int i = 0; i < count; ++i) {
    const WheelSpeeds::Pair speeds = wheels.At(from + (i + 0.5) * track.interval);
    const Eigen::Vector3d moved =
        track.interval * kinematics * Eigen::Vector2d(speeds.left, speeds.right);
    track.X_WC.push_back(Moved(track.X_WC.back(), {moved[0], moved[1], moved[2]}));
  }
  return track;
}

Eigen::Vector3d WindowResiduals(const DriveRecording& recording, const DriveWindow& window,
                                const PoseTrack& track, double start) {
  const double lever = recording.nuisance.lever;
  const std::size_t row = window.last_fresh();
  const PlanarPose X_WS = Ahead(track.At(start - window.age), lever);
  const double end = start + recording.interval * static_cast<double>(row);
  const PlanarPose X_SP = RelativeTo(X_WS, Ahead(track.At(end), lever));
  const PlanarPose& real = window.X_SP[row];
  return {(X_SP.x - real.x) / kUsualTranslation, (X_SP.y - real.y) / kUsualTranslation,
          (X_SP.yaw - real.yaw) / kUsualHeading};
}

LinearKinematics FitKinematics(const DriveRecording& recording, const std::vector<WindowRun>& runs,
                               const SideGeometry& geometry, KinematicKind kind) {
  const LinearKinematics ideal = IdealKinematics(geometry);
  const auto make = [&](const VectorXd& p) {
    LinearKinematics kinematics;
    if (kind == KinematicKind::kEffectiveTrack) {
      kinematics = p[0] * ideal;
      kinematics.row(2) = p[1] * ideal.row(2);
    } else {
      kinematics << p[0], p[1], p[2], p[3], p[4], p[5];
    }
    return kinematics;
  };
  const FitModel model = [&](const std::vector<VectorXd>& points) {
    std::vector<VectorXd> all;
    for (const VectorXd& point : points) all.push_back(ResidualsOf(recording, runs, make(point)));
    return Result<std::vector<VectorXd>>(std::move(all));
  };
  std::vector<FitParameter> parameters;
  if (kind == KinematicKind::kEffectiveTrack) {
    parameters = {Plain(1.0, 1.0), Plain(0.5, 1.0)};
  } else {
    for (Eigen::Index i = 0; i < 3; ++i) {
      const double scale = i == 2 ? ideal(2, 1) : ideal(0, 0);
      for (Eigen::Index k = 0; k < 2; ++k) {
        parameters.push_back(Plain(i == 2 ? 0.5 * ideal(i, k) : ideal(i, k), scale));
      }
    }
  }
  FitOptions options;
  options.iterations = 30;
  options.tolerance = 1e-4;
  options.difference = 1e-3;
  return make(FitRobustly(parameters, model, options).value().values);
}

}  // namespace surefoot::gap
