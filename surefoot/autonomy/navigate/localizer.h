#pragma once

#include <optional>
#include <vector>

#include "surefoot/autonomy/navigate/settings.h"

namespace surefoot::navigate {

/// Where a vehicle believes to be, from its own sensors. The start is known.
class Localizer {
 public:
  Localizer(Localization how, const Errors& errors, const estimate::Pose2& start);

  /// What wheels and gyroscope say, as it comes.
  void Move(const estimate::Increment& increment);
  /// Rocks of a scan from where it is now; gives them in the map's frame.
  std::vector<plan::Rock> Look(const std::vector<estimate::SeenRock>& seen);

  estimate::Pose2 pose() const;
  /// Of position and heading; with dead reckoning as it grows.
  Eigen::Matrix3d covariance() const { return filter_.pose_covariance(); }
  int landmarks() const { return filter_.landmark_count(); }

 private:
  void Predict();
  void UseLandmarks(const std::vector<estimate::SeenRock>& seen);

  Localization how_;
  Errors errors_;
  estimate::EkfSlam filter_;
  /// Since the filter's last prediction: the pose in the frame of that time, and the way.
  estimate::Pose2 since_ = estimate::Pose2::Zero();
  double way_ = 0.0;
};

}  // namespace surefoot::navigate
