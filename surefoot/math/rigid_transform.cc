#include "surefoot/math/rigid_transform.h"

#include <algorithm>
#include <cmath>

namespace surefoot {

Quaterniond QuaternionFromRpy(double roll, double pitch, double yaw) {
  return (Eigen::AngleAxisd(yaw, Vector3d::UnitZ()) * Eigen::AngleAxisd(pitch, Vector3d::UnitY()) *
          Eigen::AngleAxisd(roll, Vector3d::UnitX()))
      .normalized();
}

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
  return Quaterniond::FromTwoVectors(Vector3d::UnitZ(), direction).normalized();
}

}  // namespace surefoot
