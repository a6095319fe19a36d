#pragma once

/// Decompositions that many files need. They are compiled once here: Eigen's templates for them
/// take seconds in each file that uses them directly.

#include <Eigen/Core>
#include <optional>

#include "surefoot/math/rigid_transform.h"

namespace surefoot {

/// The shortest rotation R with R * from parallel to `to`. Neither vector need have length 1.
Quaterniond RotationBetween(const Vector3d& from, const Vector3d& to);

struct PrincipalAxes {
  /// Ascending.
  Vector3d values;
  /// The axis of values[i] is column i; orthonormal.
  Matrix3d axes;
};

/// Eigenvalues and eigenvectors of a symmetric matrix.
PrincipalAxes PrincipalAxesOf(const Matrix3d& symmetric);
/// Eigenvalues of a symmetric matrix, ascending.
Vector3d PrincipalValuesOf(const Matrix3d& symmetric);

/// The x for which A x is closest to b. The columns of A are independent.
Eigen::VectorXd LeastSquares(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);
/// Of all x for which A x is closest to b, the shortest. Pivots below `threshold` of the largest
/// one count as zero.
Eigen::VectorXd ShortestLeastSquares(const Eigen::MatrixXd& A, const Vector3d& b, double threshold);
/// None where a singular value of A is not above `least_share` of the largest one.
std::optional<Eigen::MatrixXd> PseudoInverse(const Eigen::MatrixXd& A, double least_share);

}  // namespace surefoot
