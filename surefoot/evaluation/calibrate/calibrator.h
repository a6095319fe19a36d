#pragma once

/// Drives for calibration, residuals of a simulated track, and the search for the parameters of the
/// ground. Private to this folder.

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

/// One simulated drive and the recording that it is compared with: windows with poses, or turns of
/// a run with an IMU.
struct FitDrive {
  std::string name;
  GapDriveSpec spec;
  /// The step of commanded wheel speeds that it belongs to.
  int step = 0;
  /// 0 or 1: the fold of the cross-validation.
  int half = 0;
  /// Windows with poses; nullptr when `turned` is used.
  std::shared_ptr<const gap::DriveRecording> recording;
  gap::WindowRun run;
  /// Time of the track at which the first window begins, s. Not 0 when a window before it is
  /// simulated as run-up.
  double start = 0.0;
  /// Heading changes in blocks of kTurnBlock by the gyroscope, rad, for a run with an IMU.
  std::vector<double> turned;

  int observations() const {
    return static_cast<int>(recording != nullptr ? run.count : turned.size());
  }
  /// Three numbers for each observation: errors forward, to the left and in heading, each divided
  /// by its usual size so that metres and radians have comparable weight.
  Eigen::VectorXd Residuals(const gap::PoseTrack& track) const;
  std::vector<gap::WindowScore> Scores(const gap::PoseTrack& track) const;

 private:
  double StartOf(int window) const;
};

/// Length of a block, s: that of a window of DRIVE, so that scores are comparable.
constexpr double kTurnBlock = 2.0;

/// All drives of the robot, at most `limit` (0: no limit); `data` must outlive them. An error when
/// they are of several terrains or kinds, or too few for two halves.
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

/// Simulates drives on candidate grounds, in parallel, and searches for the best ground. Not
/// thread-safe; fits profit from the results of earlier fits by the same object.
class Calibrator {
 public:
  using Chosen = std::vector<const FitDrive*>;
  using Tracks = std::vector<gap::PoseTrack>;

  /// The arguments must outlive it.
  Calibrator(const Parts& parts, const GapWorld& world, const CalibrateOptions& options,
             std::vector<gap::FitParameter> parameters);

  /// Fits with a planar body first (`planar` receives the values), then with the engine from there,
  /// with derivatives by the planar body: an engine's finite differences cost one simulation of all
  /// drives per parameter and are noisy. The search starts at the best of the usual grounds, the
  /// given start and earlier fits, because a distant start may end in a local minimum.
  Result<gap::Fit> Fit(const Chosen& drives, const std::string& what, Eigen::VectorXd* planar);

  /// Simulates the drives with these values; one track per drive.
  Result<Tracks> Drive(const Chosen& drives, const Eigen::VectorXd& values,
                       const std::string& engine);

 private:
  /// Residuals as a function of the parameters. `engine` empty: the planar body.
  gap::FitModel Model(const Chosen& drives, const std::string& engine, const std::string& what);
  Result<std::vector<Tracks>> DriveAll(const Chosen& drives,
                                       const std::vector<Eigen::VectorXd>& points,
                                       const std::string& engine, const std::string& what);
  /// The parameters with the start of lowest cost.
  Result<std::vector<gap::FitParameter>> BestStart(
      const gap::FitModel& model, const std::vector<Eigen::VectorXd>& starts) const;
  /// Reports progress; false when the caller asks to stop.
  bool ReportProgress(const std::string& what);

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
