#pragma once

#include <Eigen/Core>

namespace surefoot::estimate {

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
