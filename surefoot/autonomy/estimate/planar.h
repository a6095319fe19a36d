#pragma once

/// Where a vehicle is in the plane, as a filter knows it.

#include <Eigen/Core>

namespace surefoot::estimate {

/// To (-pi, pi].
double WrapAngle(double angle);

/// What odometry says of one interval: the way along the heading and the turn.
struct Increment {
  double distance = 0.0;
  double turn = 0.0;
};

/// Standard deviations of an increment; `lateral` is the slide across the heading that the motion
/// model does not have.
struct IncrementNoise {
  double distance = 0.03;
  double turn = 0.013962634015954637;
  double lateral = 0.0;
};

/// x, y, heading.
using Pose2 = Eigen::Vector3d;

/// The pose after an increment, along the chord: half of the turn comes before the way, half after.
Pose2 Moved(const Pose2& pose, const Increment& increment);
/// Of Moved, by the pose, and by distance, turn and lateral slide.
Eigen::Matrix3d MovedByPose(const Pose2& pose, const Increment& increment);
Eigen::Matrix3d MovedByIncrement(const Pose2& pose, const Increment& increment);

/// The chord and turn between two poses.
Increment Between(const Pose2& from, const Pose2& to);

/// Dead reckoning: the pose and its covariance.
struct PlanarBelief {
  Pose2 pose = Pose2::Zero();
  Eigen::Matrix3d P = Eigen::Matrix3d::Zero();

  void Predict(const Increment& increment, const IncrementNoise& noise);
};

/// The region in which a normally distributed point lies with a given probability.
struct Ellipse {
  Eigen::Vector2d center = Eigen::Vector2d::Zero();
  /// Half axes, the longer first, and the angle of the longer from x.
  double major = 0.0;
  double minor = 0.0;
  double angle = 0.0;
};

Ellipse MakeEllipse(const Eigen::Vector2d& center, const Eigen::Matrix2d& covariance,
                    double probability);

/// The value that the sum of squares of two standard normal numbers stays below with this
/// probability.
double ChiSquare2(double probability);

/// e' P^-1 e.
template <int N>
double SquaredMahalanobis(const Eigen::Matrix<double, N, 1>& e,
                          const Eigen::Matrix<double, N, N>& P);

extern template double SquaredMahalanobis<2>(const Eigen::Vector2d&, const Eigen::Matrix2d&);
extern template double SquaredMahalanobis<3>(const Eigen::Vector3d&, const Eigen::Matrix3d&);

}  // namespace surefoot::estimate
