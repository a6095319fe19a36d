#pragma once

/// Between our frames (x forward, y left, z up) and those of USARSim.

#include "surefoot/math/rigid_transform.h"
#include "surefoot/msgs/geometry_msgs.h"

namespace surefoot::gateways::usarsim {

/// kSae: y right, z down. kLegacyLeft: y right, z up, left-handed, as the first releases had it.
enum class FrameKind { kSae, kLegacyLeft };

class Frames {
 public:
  explicit Frames(FrameKind kind = FrameKind::kSae) : kind_(kind) {}

  /// Points, velocities, accelerations; the same in both directions.
  Vector3d Swap(const Vector3d& v) const {
    return Vector3d(v.x(), -v.y(), kind_ == FrameKind::kSae ? -v.z() : v.z());
  }
  /// Rates and angles about the axes x, y, z; the same in both directions.
  Vector3d SwapTurn(const Vector3d& w) const {
    return kind_ == FrameKind::kSae ? Vector3d(w.x(), -w.y(), -w.z())
                                    : Vector3d(-w.x(), w.y(), -w.z());
  }
  /// Roll, pitch and yaw there.
  Vector3d Angles(const Quaterniond& q) const { return SwapTurn(RpyFromQuaternion(q)); }
  RigidTransform FromThere(const Vector3d& location, const Vector3d& rotation) const;

 private:
  FrameKind kind_;
};

/// A pose of a message; no rotation where its quaternion is none.
RigidTransform FromPose(const msgs::geometry_msgs::Pose& pose);
/// Into [0, 2 pi), as inertial sensors there have it.
Vector3d Wrapped(const Vector3d& angles);

}  // namespace surefoot::gateways::usarsim
