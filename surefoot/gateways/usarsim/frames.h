#pragma once

/// Conversions between Surefoot's frames (x forward, y left, z up; REP 103) and those of USARSim.

#include "surefoot/math/rigid_transform.h"
#include "surefoot/msgs/geometry_msgs.h"

namespace surefoot::gateways::usarsim {

/// kSae: y right, z down (V3 and UDK, "RightHand"). kLegacyLeft: y right, z up, left-handed (the
/// first UT2004 releases and SPQR's extension of 2006).
enum class FrameKind { kSae, kLegacyLeft };

/// The conversion for one kind of frame. Both conversions are their own inverses.
class Frames {
 public:
  explicit Frames(FrameKind kind = FrameKind::kSae) : kind_(kind) {}

  /// Converts points, velocities and accelerations, in either direction.
  Vector3d Swap(const Vector3d& v) const {
    return Vector3d(v.x(), -v.y(), kind_ == FrameKind::kSae ? -v.z() : v.z());
  }
  /// Converts rates and angles about the axes x, y, z, in either direction. A reflection changes
  /// the sign of rotations, so they differ from vectors.
  Vector3d SwapTurn(const Vector3d& w) const {
    return kind_ == FrameKind::kSae ? Vector3d(w.x(), -w.y(), -w.z())
                                    : Vector3d(-w.x(), w.y(), -w.z());
  }
  /// Roll, pitch and yaw in the protocol's frame (rad).
  Vector3d Angles(const Quaterniond& q) const { return SwapTurn(RpyFromQuaternion(q)); }
  /// A pose of the protocol: location (m), and roll, pitch, yaw (rad).
  RigidTransform FromProtocol(const Vector3d& location, const Vector3d& rotation) const;

 private:
  FrameKind kind_;
};

/// The pose of a message; identity rotation if its quaternion is invalid.
RigidTransform FromPose(const msgs::geometry_msgs::Pose& pose);
/// Angles in [0, 2 pi), as the protocol's inertial sensors report them.
Vector3d Wrapped(const Vector3d& angles);

}  // namespace surefoot::gateways::usarsim
