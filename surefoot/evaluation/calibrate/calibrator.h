#pragma once

/// Drives on grounds with given parameters, and the search for the best. Private to this folder.

#include <atomic>
#include <string>
#include <vector>

#include "surefoot/evaluation/calibrate/calibrate.h"
#include "surefoot/evaluation/calibrate/calibrate_data.h"

namespace surefoot::experiment {

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
