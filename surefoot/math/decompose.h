#pragma once

/// Matrix decompositions used by many files. They are compiled once here, because Eigen's templates
/// take seconds in each file that uses them directly.

#include <Eigen/Core>
#include <optional>

#include "surefoot/math/rigid_transform.h"

namespace surefoot {

/// The shortest rotation R with R * from parallel to `to`. The vectors need not be normalised.
Quaterniond RotationBetween(const Vector3d& from, const Vector3d& to);

struct PrincipalAxes {
  /// In ascending order.
  Vector3d values;
  /// The axis of values[i] is column i; orthonormal.
  Matrix3d axes;
};

/// Eigenvalues and eigenvectors of a symmetric matrix.
PrincipalAxes PrincipalAxesOf(const Matrix3d& symmetric);
/// Eigenvalues of a symmetric matrix, ascending.
Vector3d PrincipalValuesOf(const Matrix3d& symmetric);

/// The least-squares solution: the x for which |A x - b| is smallest. The columns of A must be
/// independent.
Eigen::VectorXd LeastSquares(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);
/// Among all least-squares solutions, the shortest one. Pivots below `threshold` times the largest
/// one count as zero.
Eigen::VectorXd ShortestLeastSquares(const Eigen::MatrixXd& A, const Vector3d& b, double threshold);
/// None if a singular value of A is not above `min_share` times the largest one.
std::optional<Eigen::MatrixXd> PseudoInverse(const Eigen::MatrixXd& A, double min_share);

}  // namespace surefoot
