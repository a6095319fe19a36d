#pragma once

/// Drives for calibration, how far a track is from them, and the search for the best parameters of
/// their ground. Private to this folder.

#include <Eigen/Core>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/evaluation/calibrate/calibrate.h"
#include "surefoot/evaluation/gap/drive_score.h"
#include "surefoot/evaluation/gap/drives/gap_drive.h"
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

/// Drives or runs of one half (0 or 1), or all of them (-1).
template <typename Drive>
std::vector<const Drive*> OfHalf(const std::vector<Drive>& drives, int half) {
  std::vector<const Drive*> chosen;
  for (const Drive& drive : drives) {
    if (half < 0 || drive.half == half) chosen.push_back(&drive);
  }
  return chosen;
}

class Calibrator {
 public:
  using Chosen = std::vector<const FitDrive*>;
  using Tracks = std::vector<gap::PoseTrack>;

  /// The arguments must outlive it.
  Calibrator(const Parts& parts, const GapWorld& world, const CalibrateOptions& options,
             std::vector<gap::FitParameter> parameters);

  /// Fits a body that only slides and turns first (`planar`), then the engine from there, with the
  /// derivatives of that body. The search begins at the best of usual grounds, what was given and
  /// earlier fits, as far ones may end in a valley of their own.
  Result<gap::Fit> Fit(const Chosen& drives, const std::string& what, Eigen::VectorXd* planar);

  /// Where the drives go with these values, one track each.
  Result<Tracks> Drive(const Chosen& drives, const Eigen::VectorXd& values,
                       const std::string& engine);

 private:
  /// Empty engine: the body in the plane.
  gap::FitModel Model(const Chosen& drives, const std::string& engine, const std::string& what);
  Result<std::vector<Tracks>> DriveAll(const Chosen& drives,
                                       const std::vector<Eigen::VectorXd>& points,
                                       const std::string& engine, const std::string& what);
  /// The parameters with the best of the starts.
  Result<std::vector<gap::FitParameter>> BestStart(
      const gap::FitModel& model, const std::vector<Eigen::VectorXd>& starts) const;
  /// False when it is to stop.
  bool Tell(const std::string& what);

  struct Place;
  Result<Place> MakePlace(const Eigen::VectorXd& values, bool planar) const;
  Result<gap::PoseTrack> Track(const Place& place, const FitDrive& drive,
                               const std::string& engine) const;

  const Parts& parts_;
  const GapWorld& world_;
  const CalibrateOptions& options_;
  std::vector<gap::FitParameter> parameters_;
  std::vector<Eigen::VectorXd> starts_;
  std::atomic<bool> stopped_ = false;
};

}  // namespace surefoot::experiment
