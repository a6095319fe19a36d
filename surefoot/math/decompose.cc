#include "surefoot/math/decompose.h"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <Eigen/QR>
#include <Eigen/SVD>

// Eigen's decompositions are instantiated here once, because they compile slowly.

namespace surefoot {

Quaterniond RotationBetween(const Vector3d& from, const Vector3d& to) {
  return Quaterniond::FromTwoVectors(from, to);
}

PrincipalAxes PrincipalAxesOf(const Matrix3d& symmetric) {
  const Eigen::SelfAdjointEigenSolver<Matrix3d> solver(symmetric);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

Vector3d PrincipalValuesOf(const Matrix3d& symmetric) {
  return Eigen::SelfAdjointEigenSolver<Matrix3d>(symmetric, Eigen::EigenvaluesOnly).eigenvalues();
}

Eigen::VectorXd LeastSquares(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) {
  return A.colPivHouseholderQr().solve(b);
}

/// A complete orthogonal decomposition gives the solution of smallest norm also for rank-deficient
/// A; singular values below `threshold` times the largest count as zero.
Eigen::VectorXd ShortestLeastSquares(const Eigen::MatrixXd& A, const Vector3d& b,
                                     double threshold) {
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
  solver.setThreshold(threshold);
  solver.compute(A);
  return solver.solve(b);
}

/// By the singular value decomposition, which reveals how close A is to losing rank.
std::optional<Eigen::MatrixXd> PseudoInverse(const Eigen::MatrixXd& A, double min_share) {
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(A, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const auto& values = svd.singularValues();
  if (!(values[values.size() - 1] > min_share * values[0])) return std::nullopt;
  return svd.solve(Eigen::MatrixXd::Identity(A.rows(), A.rows()));
}

}  // namespace surefoot
