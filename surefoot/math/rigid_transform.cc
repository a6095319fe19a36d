#include "surefoot/math/rigid_transform.h"

#include <algorithm>
#include <cmath>

namespace surefoot {

Quaterniond QuaternionFromRpy(double roll, double pitch, double yaw) {
  return (Eigen::AngleAxisd(yaw, Vector3d::UnitZ()) * Eigen::AngleAxisd(pitch, Vector3d::UnitY()) *
          Eigen::AngleAxisd(roll, Vector3d::UnitX()))
      .normalized();
}

/// At the singularity (pitch of +-90 degrees) roll and yaw rotate about the same axis; roll is set
/// to 0 there and yaw takes the whole angle.
Vector3d RpyFromQuaternion(const Quaterniond& q) {
  const Matrix3d R = q.normalized().toRotationMatrix();
  const double sine_pitch = std::clamp(-R(2, 0), -1.0, 1.0);
  const double pitch = std::asin(sine_pitch);
  if (std::abs(sine_pitch) > 1.0 - 1e-12) {
    return Vector3d(0.0, pitch, std::atan2(-R(0, 1), R(1, 1)));
  }
  return Vector3d(std::atan2(R(2, 1), R(2, 2)), pitch, std::atan2(R(1, 0), R(0, 0)));
}

Quaterniond QuaternionFromZAxis(const Vector3d& direction) {
  // Computed from the angle, which is accurate in every direction, including straight down.
  const Vector3d d = direction.stableNormalized();
  const double across = std::hypot(d.x(), d.y());
  if (across == 0.0 && d.z() < 0.0) return Quaterniond(0.0, 1.0, 0.0, 0.0);
  if (across == 0.0) return Quaterniond::Identity();
  const Vector3d axis(-d.y() / across, d.x() / across, 0.0);
  return Quaterniond(Eigen::AngleAxisd(std::atan2(across, d.z()), axis)).normalized();
}

}  // namespace surefoot
