#pragma once

/// Conversions between messages and Surefoot's own types.

#include "surefoot/base/time.h"
#include "surefoot/math/rigid_transform.h"
#include "surefoot/math/spatial.h"
#include "surefoot/msgs/builtin_interfaces.h"
#include "surefoot/msgs/geometry_msgs.h"

namespace surefoot::msgs {

/// Simulated time as a ROS time stamp.
inline builtin_interfaces::Time ToTime(SimTimeNs time_ns) {
  // Nanoseconds count upwards before time zero, too, as ROS requires: -0.5 s is (-1, 500000000).
  constexpr SimTimeNs kSecond = 1000000000;
  const SimTimeNs over = (time_ns % kSecond + kSecond) % kSecond;
  builtin_interfaces::Time time;
  time.sec = static_cast<std::int32_t>((time_ns - over) / kSecond);
  time.nanosec = static_cast<std::uint32_t>(over);
  return time;
}

/// A ROS time stamp in nanoseconds of simulated time.
inline SimTimeNs FromTime(const builtin_interfaces::Time& time) {
  return SimTimeNs{time.sec} * 1000000000 + time.nanosec;
}

inline geometry_msgs::Vector3 ToVector3(const Vector3d& v) {
  geometry_msgs::Vector3 out;
  out.x = v.x();
  out.y = v.y();
  out.z = v.z();
  return out;
}

inline Vector3d FromVector3(const geometry_msgs::Vector3& v) { return Vector3d(v.x, v.y, v.z); }

/// ROS lists x, y, z, w.
inline geometry_msgs::Quaternion ToQuaternion(const Quaterniond& q) {
  geometry_msgs::Quaternion out;
  out.x = q.x();
  out.y = q.y();
  out.z = q.z();
  out.w = q.w();
  return out;
}

/// Position in m, orientation as a unit quaternion.
inline geometry_msgs::Pose ToPose(const RigidTransform& X) {
  geometry_msgs::Pose out;
  out.position.x = X.p.x();
  out.position.y = X.p.y();
  out.position.z = X.p.z();
  out.orientation = ToQuaternion(X.q);
  return out;
}

}  // namespace surefoot::msgs
