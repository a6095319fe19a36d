#pragma once

/// How far a model of a vehicle is from where the real one went, and baselines for it: kinematics
/// whose numbers are fitted to the recording itself.

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
  /// At the last fresh row: distance (m) and angle (rad, not wrapped).
  double translation = 0.0;
  double heading = 0.0;
  /// Turned until then.
  double yaw_real = 0.0;
  double yaw_model = 0.0;
  /// The same errors at every fresh row after the first.
  std::vector<std::size_t> rows;
  std::vector<double> translations;
  std::vector<double> headings;
};

/// Compares a window with a track; `start`: the moment of the track at the window's first row. The
/// track need not begin where the window does: only its motion counts.
WindowScore ScoreWindow(const DriveRecording& recording, const DriveWindow& window,
                        const PoseTrack& track, double start);

/// All windows of a run with one track over it, whose time is that of WheelsOf.
std::vector<WindowScore> ScoreRun(const DriveRecording& recording, const WindowRun& run,
                                  const PoseTrack& track);

/// A number with the interval it lies in with 95 % confidence.
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

/// Of scores that are all of one recording; the intervals draw whole steps.
DriveSummary Summarise(const std::vector<WindowScore>& scores);

/// How far models are apart: largest minus smallest over the mean, the largest of the four figures.
double SpreadOf(const std::vector<DriveSummary>& summaries);

/// Median over windows of yaw over ideal yaw, where the ideal one is `least` at least; not a number
/// when there are no such windows.
double YawGain(const std::vector<double>& yaw, const std::vector<double>& ideal,
               double least = 0.3);

/// Windows that turn less than 55 % of what is usual at their wheel speeds: the wheels dig in.
std::vector<bool> FindDigIns(const std::vector<double>& real_yaw, const std::vector<double>& ideal);

/// Quantiles of the errors over the time inside windows, one per row; between fresh rows a window's
/// error is a straight line. Rows that less than half of the windows reach, or ten, are left out.
struct ErrorGrowth {
  std::vector<double> time;
  std::vector<double> translation_median;
  std::vector<double> translation_p90;
  std::vector<double> heading_median;
  std::vector<double> heading_p90;
};
ErrorGrowth GrowthOf(const std::vector<WindowScore>& scores, double interval);

/// Windows as restarts, which begin in the recorded state: the errors of each at its rows from the
/// first (0) to its last fresh one; between fresh rows a straight line.
struct RowErrors {
  std::vector<std::vector<double>> translations;
  std::vector<std::vector<double>> headings;
};
RowErrors ErrorsByRow(const std::vector<WindowScore>& scores);

/// Velocities ahead (m/s), to the left and of turning (rad/s) from the speeds (rad/s) of the left
/// and the right wheels.
using LinearKinematics = Eigen::Matrix<double, 3, 2>;

/// A differential drive whose wheels never slip.
LinearKinematics IdealKinematics(const SideGeometry& geometry);

PoseTrack KinematicTrack(const WheelSpeeds& wheels, const LinearKinematics& kinematics, double from,
                         double to);

/// Which of them are fitted: what wheels travel and the track, or all six numbers.
enum class KinematicKind { kEffectiveTrack, kLinear };

/// The usual sizes of errors: what a good model of a Husky reaches (m, rad).
constexpr double kUsualTranslation = 0.12;
constexpr double kUsualHeading = 0.085;

/// Errors ahead, to the left and of the heading at a window's last fresh row, over their usual
/// sizes; what FitRobustly makes small.
Eigen::Vector3d WindowResiduals(const DriveRecording& recording, const DriveWindow& window,
                                const PoseTrack& track, double start);

/// Fits to the windows of the runs.
LinearKinematics FitKinematics(const DriveRecording& recording, const std::vector<WindowRun>& runs,
                               const SideGeometry& geometry, KinematicKind kind);

}  // namespace surefoot::gap
