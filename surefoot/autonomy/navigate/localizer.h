#pragma once

#include <optional>
#include <vector>

#include "surefoot/autonomy/navigate/settings.h"

namespace surefoot::navigate {

/// Estimates a vehicle's pose from its own sensors, by dead reckoning or EKF-SLAM. The start is
/// known.
///   localizer.Move(increment);               // for each odometry message
///   const auto rocks = localizer.Look(seen); // for each scan
class Localizer {
 public:
  Localizer(Localization how, const Errors& errors, const estimate::Pose2& start);

  /// Adds an increment of odometry.
  void Move(const estimate::Increment& increment);
  /// Takes the rocks of a scan at the current pose; returns them in the map's frame.
  std::vector<plan::Rock> Look(const std::vector<estimate::SeenRock>& seen);

  estimate::Pose2 pose() const;
  /// Covariance of x, y (m) and heading (rad).
  Eigen::Matrix3d covariance() const { return filter_.pose_covariance(); }
  int landmarks() const { return filter_.landmark_count(); }

 private:
  void Predict();
  void UseLandmarks(const std::vector<estimate::SeenRock>& seen);

  Localization how_;
  Errors errors_;
  estimate::EkfSlam filter_;
  /// Motion since the filter's last prediction: the pose in the frame of that time, and the
  /// distance.
  estimate::Pose2 since_ = estimate::Pose2::Zero();
  double way_ = 0.0;
};

}  // namespace surefoot::navigate
