#include "surefoot/physics/joint_coordinates.h"

#include <cmath>

#include "surefoot/math/quaternion_array.h"

// The inverse of forward kinematics: coordinates from poses of links, for engines that have bodies
// instead of joint coordinates.

namespace surefoot::physics {
namespace {

using world::Joint;
using world::JointType;

constexpr double kTwoPi = 6.283185307179586476925286766559;

/// `angle` with whole turns added so that it is nearest to `near`.
double Nearest(double angle, double near) {
  return angle + kTwoPi * std::round((near - angle) / kTwoPi);
}

/// The angle of rotation about `axis` in (-2 pi, 2 pi]: the twist of the swing-twist decomposition
/// of q.
double AngleAbout(const Vector3d& axis, const Quaterniond& q) {
  return 2.0 * std::atan2(q.vec().dot(axis), q.w());
}

void UniversalCoordinates(const Joint& joint, const Quaterniond& R, const Vector3d& w, double* q,
                          double* v) {
  const Vector3d& a = joint.axes[0].axis_J;
  const Vector3d& b = joint.axes[1].axis_J;
  const Vector3d n = a.cross(b);
  const Vector3d b_turned = R * b;
  const Vector3d a_turned = R.conjugate() * a;
  q[0] = Nearest(std::atan2(b_turned.dot(n), b_turned.dot(b)), q[0]);
  q[1] = Nearest(std::atan2(a_turned.dot(n), a_turned.dot(a)), q[1]);
  v[0] = w.dot(a);
  v[1] = w.dot(Eigen::AngleAxisd(q[0], a) * b);
}

}  // namespace

void JointCoordinates(const Joint& joint, const RigidTransform& X, const Twist& V, double* q,
                      double* v) {
  const Vector3d& axis = joint.axes[0].axis_J;
  const Vector3d& second = joint.axes[1].axis_J;
  switch (joint.type) {
    case JointType::kFixed:
      break;
    case JointType::kRevolute:
    case JointType::kContinuous:
      q[0] = Nearest(AngleAbout(axis, X.q), q[0]);
      v[0] = axis.dot(V.w);
      break;
    case JointType::kPrismatic:
      q[0] = axis.dot(X.p);
      v[0] = axis.dot(V.v);
      break;
    case JointType::kScrew:
      q[0] = Nearest(AngleAbout(axis, X.q), kTwoPi * axis.dot(X.p) / joint.screw_pitch);
      v[0] = axis.dot(V.w);
      break;
    case JointType::kUniversal:
      UniversalCoordinates(joint, X.q, V.w, q, v);
      break;
    case JointType::kPlanar: {
      const Vector3d normal = axis.cross(second).normalized();
      q[0] = axis.dot(X.p);
      q[1] = second.dot(X.p);
      q[2] = Nearest(AngleAbout(normal, X.q), q[2]);
      v[0] = axis.dot(V.v);
      v[1] = second.dot(V.v);
      v[2] = normal.dot(V.w);
      break;
    }
    case JointType::kBall: {
      PutQuaternion(X.q, q);
      Eigen::Map<Vector3d>(v, 3) = X.q.conjugate() * V.w;
      break;
    }
    case JointType::kFloating:
      Eigen::Map<Vector3d>(q, 3) = X.p;
      PutQuaternion(X.q, q + 3);
      Eigen::Map<Vector3d>(v, 3) = V.v;
      Eigen::Map<Vector3d>(v + 3, 3) = X.q.conjugate() * V.w;
      break;
  }
}

void ReadJoint(const world::World& world, int joint_id, State* state) {
  const Joint& joint = world.joint_spec(joint_id);
  const world::JointLayout& place = world.joint(joint_id);
  const int first = world.layout(place.model).links.first;
  const auto at = [&](int link) { return static_cast<std::size_t>(first + link); };
  RigidTransform X_WP = world.instance(place.model).X_WM;
  Twist V_WP;
  if (joint.parent != world::kWorldLink) {
    X_WP = state->X_WL[at(joint.parent)];
    V_WP = state->V_WL_W[at(joint.parent)];
  }
  const RigidTransform& X_WC = state->X_WL[at(joint.child)];
  const RigidTransform X_WJp = X_WP * joint.X_PJ;
  const RigidTransform X_WJc = X_WC * joint.X_CJ;
  const Twist V_WJc = Shifted(state->V_WL_W[at(joint.child)], X_WJc.p - X_WC.p);
  const Twist V_WP_at_c = Shifted(V_WP, X_WJc.p - X_WP.p);
  Twist V_JpJc;
  V_JpJc.w = X_WJp.q.conjugate() * (V_WJc.w - V_WP_at_c.w);
  V_JpJc.v = X_WJp.q.conjugate() * (V_WJc.v - V_WP_at_c.v);
  JointCoordinates(joint, X_WJp.Inverse() * X_WJc, V_JpJc, state->q.data() + place.q,
                   state->v.data() + place.v);
}

void ReadLoopJoints(const world::World& world, int model, State* state) {
  const int first = world.layout(model).joints.first;
  for (const int joint : world.tree(model).loop_joints) ReadJoint(world, first + joint, state);
}

}  // namespace surefoot::physics
