#include "surefoot/math/decompose.h"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

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

}  // namespace surefoot
