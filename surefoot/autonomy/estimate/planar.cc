#include "surefoot/autonomy/estimate/planar.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

// Poses in the plane and their covariances. Increments are chords: half of the rotation before the
// translation, half after it, which is second-order accurate.

namespace surefoot::estimate {

double WrapAngle(double angle) {
  const double wrapped = std::remainder(angle, 2.0 * M_PI);
  return wrapped <= -M_PI ? M_PI : wrapped;
}

Pose2 Moved(const Pose2& pose, const Increment& increment) {
  const double middle = pose[2] + 0.5 * increment.turn;
  return {pose[0] + increment.distance * std::cos(middle),
          pose[1] + increment.distance * std::sin(middle), WrapAngle(pose[2] + increment.turn)};
}

/// Jacobian of Moved() by the pose.
Eigen::Matrix3d MovedByPose(const Pose2& pose, const Increment& increment) {
  const double middle = pose[2] + 0.5 * increment.turn;
  Eigen::Matrix3d F = Eigen::Matrix3d::Identity();
  F(0, 2) = -increment.distance * std::sin(middle);
  F(1, 2) = increment.distance * std::cos(middle);
  return F;
}

/// Jacobian of Moved() by distance, turn and lateral displacement.
Eigen::Matrix3d MovedByIncrement(const Pose2& pose, const Increment& increment) {
  const double middle = pose[2] + 0.5 * increment.turn;
  const double c = std::cos(middle);
  const double s = std::sin(middle);
  Eigen::Matrix3d F;
  F << c, -0.5 * increment.distance * s, -s,  //
      s, 0.5 * increment.distance * c, c,     //
      0.0, 1.0, 0.0;
  return F;
}

/// The inverse of Moved(): the increment that leads from one pose to the other.
Increment Between(const Pose2& from, const Pose2& to) {
  Increment increment;
  increment.turn = WrapAngle(to[2] - from[2]);
  const double middle = from[2] + 0.5 * increment.turn;
  const double chord = std::hypot(to[0] - from[0], to[1] - from[1]);
  const double along = (to[0] - from[0]) * std::cos(middle) + (to[1] - from[1]) * std::sin(middle);
  increment.distance = std::copysign(chord, along);
  return increment;
}

void PlanarBelief::Predict(const Increment& increment, const IncrementNoise& noise) {
  const Eigen::Matrix3d F = MovedByPose(pose, increment);
  const Eigen::Matrix3d G = MovedByIncrement(pose, increment);
  const Eigen::Vector3d sigma(noise.distance, noise.turn, noise.lateral);
  P = F * P * F.transpose() + G * sigma.cwiseAbs2().asDiagonal() * G.transpose();
  pose = Moved(pose, increment);
}

double ChiSquare2(double probability) { return -2.0 * std::log1p(-probability); }

/// The axes of the ellipse that contains this probability: square roots of the eigenvalues, scaled
/// by the quantile of chi-square with two degrees of freedom.
Ellipse MakeEllipse(const Eigen::Vector2d& center, const Eigen::Matrix2d& covariance,
                    double probability) {
  Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> solver;
  solver.computeDirect(covariance);
  const double scale = ChiSquare2(probability);
  const auto half_axis = [&](int i) {
    return std::sqrt(scale * std::max(0.0, solver.eigenvalues()[i]));
  };
  const Eigen::Vector2d longest = solver.eigenvectors().col(1);
  return {center, half_axis(1), half_axis(0), std::atan2(longest[1], longest[0])};
}

template <int N>
double SquaredMahalanobis(const Eigen::Matrix<double, N, 1>& e,
                          const Eigen::Matrix<double, N, N>& P) {
  return e.dot(P.ldlt().solve(e));
}

template double SquaredMahalanobis<2>(const Eigen::Vector2d&, const Eigen::Matrix2d&);
template double SquaredMahalanobis<3>(const Eigen::Vector3d&, const Eigen::Matrix3d&);

}  // namespace surefoot::estimate
