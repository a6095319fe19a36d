#include "surefoot/physics/kinematics.h"

#include <algorithm>
#include <cmath>

#include "surefoot/math/quaternion_array.h"

// Poses and velocities across each type of joint, by the conventions of world/model.h; a joint may
// be traversed in either direction.

namespace surefoot::physics {
namespace {

using world::Joint;
using world::JointType;

constexpr double kTwoPi = 6.283185307179586476925286766559;

/// Rotation axis of a planar joint.
Vector3d PlaneNormal(const Joint& joint) {
  return joint.axes[0].axis_J.cross(joint.axes[1].axis_J).normalized();
}

/// Pose and velocity of a link in W.
struct Moving {
  RigidTransform X_W;
  Twist V_W;
};

/// Pose and velocity of the child's link from those of the parent's. Both twists refer to points of
/// the parent body at Jc before the joint's own twist is added.
Moving AcrossJoint(const Joint& joint, const Moving& parent, const double* q, const double* v) {
  const RigidTransform X_WJp = parent.X_W * joint.X_PJ;
  const RigidTransform X_WJc = X_WJp * JointPose(joint, q);
  const Twist V_JpJc = JointTwist(joint, q, v);
  Twist V_WJc = Shifted(parent.V_W, X_WJc.p - parent.X_W.p);
  V_WJc.w += X_WJp.q * V_JpJc.w;
  V_WJc.v += X_WJp.q * V_JpJc.v;
  Moving child;
  child.X_W = X_WJc * joint.X_CJ.Inverse();
  child.V_W = Shifted(V_WJc, child.X_W.p - X_WJc.p);
  return child;
}

/// Pose and velocity of the parent's link from those of the child's.
Moving AgainstJoint(const Joint& joint, const Moving& child, const double* q, const double* v) {
  const RigidTransform X_WJc = child.X_W * joint.X_CJ;
  const RigidTransform X_WJp = X_WJc * JointPose(joint, q).Inverse();
  const Twist V_JpJc = JointTwist(joint, q, v);
  Twist V_WJc = Shifted(child.V_W, X_WJc.p - child.X_W.p);
  // Subtracts the joint's own motion at Jc, then shifts to the parent's link.
  V_WJc.w -= X_WJp.q * V_JpJc.w;
  V_WJc.v -= X_WJp.q * V_JpJc.v;
  Moving parent;
  parent.X_W = X_WJp * joint.X_PJ.Inverse();
  parent.V_W = Shifted(V_WJc, parent.X_W.p - X_WJc.p);
  return parent;
}

}  // namespace

RigidTransform JointPose(const Joint& joint, const double* q) {
  const Vector3d& axis = joint.axes[0].axis_J;
  switch (joint.type) {
    case JointType::kFixed:
      return RigidTransform();
    case JointType::kRevolute:
    case JointType::kContinuous:
      return RigidTransform(Quaterniond(Eigen::AngleAxisd(q[0], axis)), Vector3d::Zero());
    case JointType::kPrismatic:
      return RigidTransform(q[0] * axis);
    case JointType::kScrew:
      return RigidTransform(Quaterniond(Eigen::AngleAxisd(q[0], axis)),
                            joint.screw_pitch * q[0] / kTwoPi * axis);
    case JointType::kUniversal:
      return RigidTransform(Quaterniond(Eigen::AngleAxisd(q[0], axis)) *
                                Quaterniond(Eigen::AngleAxisd(q[1], joint.axes[1].axis_J)),
                            Vector3d::Zero());
    case JointType::kBall:
      return RigidTransform(QuaternionAt(q), Vector3d::Zero());
    case JointType::kPlanar:
      return RigidTransform(Quaterniond(Eigen::AngleAxisd(q[2], PlaneNormal(joint))),
                            q[0] * axis + q[1] * joint.axes[1].axis_J);
    case JointType::kFloating:
      return RigidTransform(QuaternionAt(q + 3), Vector3d(q[0], q[1], q[2]));
  }
  return RigidTransform();
}

Twist JointTwist(const Joint& joint, const double* q, const double* v) {
  const Vector3d& axis = joint.axes[0].axis_J;
  Twist V;
  switch (joint.type) {
    case JointType::kFixed:
      break;
    case JointType::kRevolute:
    case JointType::kContinuous:
      V.w = v[0] * axis;
      break;
    case JointType::kPrismatic:
      V.v = v[0] * axis;
      break;
    case JointType::kScrew:
      V.w = v[0] * axis;
      V.v = joint.screw_pitch * v[0] / kTwoPi * axis;
      break;
    case JointType::kUniversal:
      V.w = v[0] * axis + v[1] * (Eigen::AngleAxisd(q[0], axis) * joint.axes[1].axis_J);
      break;
    case JointType::kBall:
      V.w = QuaternionAt(q) * Vector3d(v[0], v[1], v[2]);
      break;
    case JointType::kPlanar:
      V.v = v[0] * axis + v[1] * joint.axes[1].axis_J;
      V.w = v[2] * PlaneNormal(joint);
      break;
    case JointType::kFloating:
      V.v = Vector3d(v[0], v[1], v[2]);
      V.w = QuaternionAt(q + 3) * Vector3d(v[3], v[4], v[5]);
      break;
  }
  return V;
}

void ForwardKinematics(const world::World& world, int model, State* state) {
  const world::Tree& tree = world.tree(model);
  const world::Model& description = world.model(model);
  const world::ModelLayout& layout = world.layout(model);
  const RigidTransform& X_WM = world.instance(model).X_WM;
  auto at = [&](int link) { return static_cast<std::size_t>(layout.links.first + link); };
  for (const world::Body& body : tree.bodies) {
    const std::size_t root = at(body.root_link);
    if (body.is_static) {
      state->X_WL[root] = X_WM * description.links[static_cast<std::size_t>(body.root_link)].X_ML;
      state->V_WL_W[root] = Twist();
    } else if (body.joint >= 0) {
      const Joint& joint = description.joints[static_cast<std::size_t>(body.joint)];
      const world::JointLayout& coordinates = world.joint(layout.joints.first + body.joint);
      const double* q = state->q.data() + coordinates.q;
      const double* v = state->v.data() + coordinates.v;
      const int near_link = body.joint_reversed ? joint.child : joint.parent;
      const int far_link = body.joint_reversed ? joint.parent : joint.child;
      Moving near;
      if (near_link == world::kWorldLink) {
        // A joint to the world is placed in the model's frame M, which does not move.
        near.X_W = X_WM;
      } else {
        near.X_W = state->X_WL[at(near_link)];
        near.V_W = state->V_WL_W[at(near_link)];
      }
      const Moving far =
          body.joint_reversed ? AgainstJoint(joint, near, q, v) : AcrossJoint(joint, near, q, v);
      const RigidTransform& X_BL = tree.X_BL[static_cast<std::size_t>(far_link)];
      state->X_WL[root] = far.X_W * X_BL.Inverse();
      state->V_WL_W[root] = Shifted(far.V_W, state->X_WL[root].p - far.X_W.p);
    }
    for (int link : body.links) {
      if (link == body.root_link) continue;
      state->X_WL[at(link)] = state->X_WL[root] * tree.X_BL[static_cast<std::size_t>(link)];
      state->V_WL_W[at(link)] =
          Shifted(state->V_WL_W[root], state->X_WL[at(link)].p - state->X_WL[root].p);
    }
  }
}

std::vector<JointStep> StepsOf(const world::Joint& joint, bool reversed) {
  const Vector3d& first = joint.axes[0].axis_J;
  const Vector3d& second = joint.axes[1].axis_J;
  std::vector<JointStep> steps;
  switch (joint.type) {
    case JointType::kFixed:
    case JointType::kFloating:
      break;
    case JointType::kRevolute:
    case JointType::kContinuous:
      steps = {{StepKind::kRevolute, first, 0.0, 0}};
      break;
    case JointType::kPrismatic:
      steps = {{StepKind::kPrismatic, first, 0.0, 0}};
      break;
    case JointType::kScrew:
      steps = {{StepKind::kScrew, first, joint.screw_pitch / kTwoPi, 0}};
      break;
    case JointType::kUniversal:
      steps = {{StepKind::kRevolute, first, 0.0, 0}, {StepKind::kRevolute, second, 0.0, 1}};
      break;
    case JointType::kPlanar:
      steps = {{StepKind::kPrismatic, first, 0.0, 0},
               {StepKind::kPrismatic, second, 0.0, 1},
               {StepKind::kRevolute, first.cross(second).normalized(), 0.0, 2}};
      break;
    case JointType::kBall:
      steps = {{StepKind::kBall, first, 0.0, 0}};
      break;
  }
  if (reversed) {
    // The inverse motion: the same steps in reverse order, each about its negative axis.
    std::reverse(steps.begin(), steps.end());
    for (JointStep& step : steps) step.axis_J = -step.axis_J;
  }
  return steps;
}

world::JointAxis AxisOf(const world::Joint& joint, int axis) {
  return axis < 2 ? joint.axes[axis] : world::JointAxis();
}

}  // namespace surefoot::physics
