#pragma once

/// Errors of a model of a vehicle on windows of a recorded drive, their statistics, and kinematic
/// baselines whose parameters are fitted to the recording itself: a simulator that does not beat
/// these adds nothing.

#include <Eigen/Core>
#include <vector>

#include "surefoot/evaluation/recordings/drive_recording.h"
#include "surefoot/evaluation/recordings/pose_track.h"
#include "surefoot/evaluation/statistics/intervals.h"
#include "surefoot/evaluation/statistics/robust_fit.h"

namespace surefoot::gap {

/// Errors of one window.
struct WindowScore {
  int id = 0;
  int step = 0;
  bool steady = false;
  /// From the start of the window to the pose that is compared (s).
  double duration = 0.0;
  /// Error at the last fresh row: distance (m) and angle (rad, not wrapped).
  double translation = 0.0;
  double heading = 0.0;
  /// Angle turned until then (rad).
  double yaw_real = 0.0;
  double yaw_model = 0.0;
  /// The same errors at every fresh row after the first.
  std::vector<std::size_t> rows;
  std::vector<double> translations;
  std::vector<double> headings;
};

/// Compares a window with a track; `start`: time of the track at the window's first row. Poses are
/// compared relative to that row, so the track may be anywhere else before.
WindowScore ScoreWindow(const DriveRecording& recording, const DriveWindow& window,
                        const PoseTrack& track, double start);

/// All windows of a run with one track over it, on the clock of WheelsOf.
std::vector<WindowScore> ScoreRun(const DriveRecording& recording, const WindowRun& run,
                                  const PoseTrack& track);

/// A number with its 95 % confidence interval.
struct Estimate {
  double value = 0.0;
  Interval interval;
};

struct DriveSummary {
  int windows = 0;
  Estimate translation_median;
  Estimate translation_p90;
  Estimate heading_median;
  Estimate heading_p90;
};

/// Medians and 90 % quantiles of scores of one recording; the bootstrap resamples whole steps,
/// because windows of a step are correlated.
DriveSummary Summarise(const std::vector<WindowScore>& scores);

/// Spread of models: (largest - smallest) / mean, the maximum over the four statistics.
double SpreadOf(const std::vector<DriveSummary>& summaries);

/// Median over windows of yaw / ideal yaw, for windows with an ideal yaw of at least `min` (rad);
/// NaN when there are none.
double YawGain(const std::vector<double>& yaw, const std::vector<double>& ideal, double min = 0.3);

/// Windows that turn by less than 55 % of the usual yaw gain: the wheels dig in. No model of hard
/// ground can reproduce these, so they are reported separately.
std::vector<bool> FindDigIns(const std::vector<double>& real_yaw, const std::vector<double>& ideal);

/// Quantiles of the errors over the time inside windows, one per row; between fresh rows errors are
/// interpolated. Rows that fewer than half of the windows reach, or fewer than ten, are left out.
struct ErrorGrowth {
  std::vector<double> time;
  std::vector<double> translation_median;
  std::vector<double> translation_p90;
  std::vector<double> heading_median;
  std::vector<double> heading_p90;
};
ErrorGrowth GrowthOf(const std::vector<WindowScore>& scores, double interval);

/// Windows regarded as restarts, since each begins in the recorded state: errors at every row from
/// the first (0) to the last fresh one, interpolated between fresh rows.
struct RowErrors {
  std::vector<std::vector<double>> translations;
  std::vector<std::vector<double>> headings;
};
RowErrors ErrorsByRow(const std::vector<WindowScore>& scores);

/// Linear kinematics of a skid-steered vehicle (Mandow et al., 2007): forward and
/// lateral velocity (m/s) and yaw rate (rad/s) from the speeds (rad/s) of the left and the right
/// wheels.
using LinearKinematics = Eigen::Matrix<double, 3, 2>;

/// The kinematics of a differential drive without slip.
LinearKinematics IdealKinematics(const SideGeometry& geometry);

PoseTrack KinematicTrack(const WheelSpeeds& wheels, const LinearKinematics& kinematics, double from,
                         double to);

/// Which parameters are fitted: effective wheel radius and track, or all six entries.
enum class KinematicKind { kEffectiveTrack, kLinear };

/// Typical errors after 2 s of a good model of a Husky (m, rad): they make residuals of positions
/// and headings comparable.
constexpr double kUsualTranslation = 0.12;
constexpr double kUsualHeading = 0.085;

/// Forward, lateral and heading error at a window's last fresh row, over their typical sizes: the
/// residuals for FitRobustly.
Eigen::Vector3d WindowResiduals(const DriveRecording& recording, const DriveWindow& window,
                                const PoseTrack& track, double start);

/// Fits the kinematics to the windows of the runs.
LinearKinematics FitKinematics(const DriveRecording& recording, const std::vector<WindowRun>& runs,
                               const SideGeometry& geometry, KinematicKind kind);

}  // namespace surefoot::gap
