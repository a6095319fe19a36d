#pragma once

/// Frames by monogram: X_AB is the pose of frame B measured in frame A, so X_AC = X_AB * X_BC;
/// p_AQ is the position of point Q in A; R_AB turns vectors expressed in B into A.
/// The world W is right-handed with z up. Quaternions are unit, stored and written as w x y z.

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cstring>

namespace surefoot {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

/// A rigid displacement: rotation, then translation.
struct RigidTransform {
  Quaterniond q = Quaterniond::Identity();
  Vector3d p = Vector3d::Zero();

  RigidTransform() = default;
  RigidTransform(const Quaterniond& rotation, const Vector3d& translation)
      : q(rotation), p(translation) {}
  explicit RigidTransform(const Vector3d& translation) : p(translation) {}

  Matrix3d R() const { return q.toRotationMatrix(); }
  /// The inverse of the identity is the identity, bit by bit.
  RigidTransform Inverse() const {
    if (IsIdentity()) return *this;
    const Quaterniond q_inverse = q.conjugate();
    return RigidTransform(q_inverse, -(q_inverse * p));
  }
  bool IsFinite() const { return q.coeffs().allFinite() && p.allFinite(); }
  /// Compares every bit: -0 differs from 0.
  bool IsIdentity() const {
    constexpr double kXyzw[4] = {0.0, 0.0, 0.0, 1.0};
    return std::memcmp(q.coeffs().data(), kXyzw, sizeof kXyzw) == 0 &&
           std::memcmp(p.data(), kXyzw, 3 * sizeof(double)) == 0;
  }
};

/// The identity leaves the other operand unchanged, bit by bit.
inline RigidTransform operator*(const RigidTransform& X_AB, const RigidTransform& X_BC) {
  if (X_AB.IsIdentity()) return X_BC;
  if (X_BC.IsIdentity()) return X_AB;
  return RigidTransform((X_AB.q * X_BC.q).normalized(), X_AB.p + X_AB.q * X_BC.p);
}

/// X_AB * p_BQ = p_AQ.
inline Vector3d operator*(const RigidTransform& X_AB, const Vector3d& p_BQ) {
  return X_AB.p + X_AB.q * p_BQ;
}

/// Rotation by roll about x, then pitch about y, then yaw about z, all fixed axes (URDF and SDF).
Quaterniond QuaternionFromRpy(double roll, double pitch, double yaw);

/// Inverse of QuaternionFromRpy; pitch in [-pi/2, pi/2], roll is 0 at the singularity.
Vector3d RpyFromQuaternion(const Quaterniond& q);

/// A unit quaternion that rotates the z axis to `direction` (of any length but zero).
Quaterniond QuaternionFromZAxis(const Vector3d& direction);

}  // namespace surefoot
