#include "surefoot/gateways/usarsim/frames.h"

#include <cmath>
#include <numbers>

namespace surefoot::gateways::usarsim {
namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;

/// Into [0, 2 pi).
double Wrap(double angle) {
  const double rest = std::fmod(angle, kTurn);
  return rest < 0.0 ? rest + kTurn : rest;
}

}  // namespace

RigidTransform Frames::FromProtocol(const Vector3d& location, const Vector3d& rotation) const {
  const Vector3d rpy = SwapTurn(rotation);
  RigidTransform X;
  X.p = Swap(location);
  X.q = QuaternionFromRpy(rpy.x(), rpy.y(), rpy.z());
  return X;
}

RigidTransform FromPose(const msgs::geometry_msgs::Pose& pose) {
  RigidTransform X;
  X.p = Vector3d(pose.position.x, pose.position.y, pose.position.z);
  const auto& o = pose.orientation;
  const Quaterniond q(o.w, o.x, o.y, o.z);
  X.q = q.norm() > 0.5 ? q.normalized() : Quaterniond::Identity();
  return X;
}

Vector3d Wrapped(const Vector3d& angles) {
  return Vector3d(Wrap(angles.x()), Wrap(angles.y()), Wrap(angles.z()));
}

}  // namespace surefoot::gateways::usarsim
