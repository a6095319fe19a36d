#include "surefoot/autonomy/estimate/ellipse.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace surefoot::estimate {

double ChiSquare2(double probability) { return -2.0 * std::log1p(-probability); }

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
