#pragma once

/// Baselines for a simulator: kinematics whose numbers are fitted to the recording itself.

#include <Eigen/Core>
#include <vector>

#include "surefoot/evaluation/recordings/drive_recording.h"
#include "surefoot/evaluation/recordings/pose_track.h"
#include "surefoot/evaluation/statistics/robust_fit.h"

namespace surefoot::gap {

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
