#pragma once

/// Drives for calibration, and how far a track is from them. Private to this folder.

#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/evaluation/gap/drive_score.h"
#include "surefoot/evaluation/gap/drives/gap_drive.h"
#include "surefoot/evaluation/gap/drives/gap_robot.h"
#include "surefoot/evaluation/recordings/real_data.h"

namespace surefoot::experiment {

/// One drive with what it is compared with.
struct FitDrive {
  std::string name;
  GapDriveSpec spec;
  /// The step of wheel speeds that it belongs to.
  int step = 0;
  /// 0 or 1.
  int half = 0;
  /// Of DRIVE, or nullptr and ...
  std::shared_ptr<const gap::DriveRecording> recording;
  gap::WindowRun run;
  /// When its first window begins, by the clock of the track.
  double start = 0.0;
  /// ... angles that the gyro tells it turned in blocks of 2 s, of a run with an IMU.
  std::vector<double> turned;

  int observations() const {
    return static_cast<int>(recording != nullptr ? run.count : turned.size());
  }
  /// Three numbers for each observation: ahead, left, heading over their usual sizes.
  Eigen::VectorXd Residuals(const gap::PoseTrack& track) const;
  std::vector<gap::WindowScore> Scores(const gap::PoseTrack& track) const;

 private:
  double StartOf(int window) const;
};

/// Seconds of a block.
constexpr double kTurnBlock = 2.0;

/// All drives of the robot, at most `limit` (0: all); the data must outlive them. An error when
/// they are of several terrains or kinds.
Result<std::vector<FitDrive>> FitDrives(const GapRobot& robot, const gap::RealData& data,
                                        int limit);

}  // namespace surefoot::experiment
