#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "surefoot/autonomy/estimate/planar.h"

namespace surefoot::estimate {

/// A landmark as a LIDAR sees it from the vehicle.
struct RangeBearing {
  double range = 0.0;
  double bearing = 0.0;
};

/// Standard deviations.
struct RangeBearingNoise {
  double range = 0.02;
  double bearing = 0.005235987755982988;
};

/// How a measurement compares with what was expected.
struct Innovation {
  Eigen::Vector2d nu = Eigen::Vector2d::Zero();
  Eigen::Matrix2d S = Eigen::Matrix2d::Identity();
  /// nu' S^-1 nu: 2 on average when filter and noise are right.
  double nis = 0.0;
};

/// Pose of a vehicle and positions of landmarks in one extended Kalman filter. An update costs
/// n^2 for n landmarks, a prediction n.
class EkfSlam {
 public:
  EkfSlam(const Pose2& pose, const Eigen::Matrix3d& P);

  void Predict(const Increment& increment, const IncrementNoise& noise);
  /// A landmark that is seen for the first time; its number.
  int Insert(const RangeBearing& z, const RangeBearingNoise& noise);
  /// What to expect of a landmark; nothing changes.
  Innovation Expect(int landmark, const RangeBearing& z, const RangeBearingNoise& noise) const;
  /// One that was seen before.
  Innovation Update(int landmark, const RangeBearing& z, const RangeBearingNoise& noise);

  int landmark_count() const { return static_cast<int>((size_ - 3) / 2); }
  Pose2 pose() const { return x_.head<3>(); }
  Eigen::Matrix3d pose_covariance() const { return P_.topLeftCorner<3, 3>(); }
  Eigen::Vector2d landmark(int i) const { return x_.segment<2>(3 + 2 * i); }
  Eigen::Matrix2d landmark_covariance(int i) const {
    return P_.block<2, 2>(3 + 2 * i, 3 + 2 * i).selfadjointView<Eigen::Lower>();
  }
  /// Pose, then landmarks.
  Eigen::VectorXd state() const { return x_.head(size_); }
  Eigen::MatrixXd covariance() const {
    return P_.topLeftCorner(size_, size_).selfadjointView<Eigen::Lower>();
  }

 private:
  /// The measurement's derivatives by the pose and by the landmark.
  struct Linear {
    Innovation innovation;
    Eigen::Matrix<double, 2, 3> H_v;
    Eigen::Matrix2d H_l;
  };
  Linear Linearize(int landmark, const RangeBearing& z) const;
  Eigen::Matrix2d InnovationCovariance(int landmark, const Linear& linear,
                                       const RangeBearingNoise& noise) const;
  void Grow();

  /// Room for more landmarks than there are; `size_` counts what is used. Of P, the lower triangle
  /// and the whole block of the pose: maps are so large that memory is what an update waits for.
  Eigen::VectorXd x_;
  Eigen::MatrixXd P_;
  /// P H' and the gain, kept for their memory.
  Eigen::Matrix<double, Eigen::Dynamic, 2> PHt_;
  Eigen::Matrix<double, Eigen::Dynamic, 2> K_;
  Eigen::Index size_ = 3;
};

/// Which landmark a measurement is of.
struct Association {
  /// Below `join`, the measurement is of the nearest landmark; above `separate`, it is a new one;
  /// between, it is not used. As probabilities that a right one is below.
  double join = 0.99;
  double separate = 0.999999;
};

/// The landmark, -1 for a new one, nothing when it is in doubt: between the two limits, or two
/// landmarks are both near enough.
std::optional<int> Associate(const EkfSlam& filter, const RangeBearing& z,
                             const RangeBearingNoise& noise, const Association& rule = {});

/// All measurements of one scan at once, so that no two take the same landmark: the best pairs
/// first. As Associate gives them.
std::vector<std::optional<int>> AssociateScan(const EkfSlam& filter,
                                              const std::vector<RangeBearing>& scan,
                                              const RangeBearingNoise& noise,
                                              const Association& rule = {});

/// The derivatives of a new landmark's position by the pose and by the measurement.
Eigen::Matrix<double, 2, 3> SightByPose(const Pose2& pose, const RangeBearing& z);
Eigen::Matrix2d SightByMeasurement(const Pose2& pose, const RangeBearing& z);
Eigen::Vector2d Sight(const Pose2& pose, const RangeBearing& z);

/// What a vehicle at `pose` sees of a point.
RangeBearing See(const Pose2& pose, const Eigen::Vector2d& point);

}  // namespace surefoot::estimate
