#include "surefoot/view/motion.h"

namespace surefoot::view {
namespace {

/// Joints with several degrees of freedom send a pose: one number does not describe them.
MotionKind KindOf(world::JointType type) {
  switch (type) {
    case world::JointType::kRevolute:
    case world::JointType::kContinuous:
      return MotionKind::kTurn;
    case world::JointType::kPrismatic:
      return MotionKind::kSlide;
    default:
      return MotionKind::kPose;
  }
}

/// The link that the other links of a body refer to: the one attached to the body's joint.
int AnchorOf(const world::Model& model, const world::Body& body) {
  if (body.is_static || body.joint < 0) return body.root_link;
  const world::Joint& joint = model.joints[static_cast<std::size_t>(body.joint)];
  if (KindOf(joint.type) == MotionKind::kPose) return body.root_link;
  return body.joint_reversed ? joint.parent : joint.child;
}

/// Motion of a link by the coordinate of its joint.
LinkMotion JointMotion(const world::Joint& joint, int joint_index, bool reversed) {
  LinkMotion motion;
  motion.kind = KindOf(joint.type);
  motion.joint = joint_index;
  motion.parent = reversed ? joint.child : joint.parent;
  // A reversed joint swaps its two frames and the sign of its axis.
  motion.X_PJ = reversed ? joint.X_CJ : joint.X_PJ;
  motion.axis_J = reversed ? Vector3d(-joint.axes[0].axis_J) : joint.axes[0].axis_J;
  motion.X_JL = (reversed ? joint.X_PJ : joint.X_CJ).Inverse();
  return motion;
}

/// Motion of the link that represents a body; other links of the body are fixed to it.
LinkMotion AnchorMotion(const world::Model& model, const world::Body& body, int anchor) {
  const world::Link& link = model.links[static_cast<std::size_t>(anchor)];
  LinkMotion motion;
  motion.X_PL = link.X_ML;
  if (body.is_static) return motion;
  motion.kind = MotionKind::kPose;
  if (body.joint < 0) return motion;
  const world::Joint& joint = model.joints[static_cast<std::size_t>(body.joint)];
  if (KindOf(joint.type) == MotionKind::kPose) return motion;
  return JointMotion(joint, body.joint, body.joint_reversed);
}

}  // namespace

const char* MotionName(MotionKind kind) {
  switch (kind) {
    case MotionKind::kFixed:
      return "fixed";
    case MotionKind::kPose:
      return "pose";
    case MotionKind::kTurn:
      return "turn";
    case MotionKind::kSlide:
      return "slide";
  }
  return "";
}

// Joints with one coordinate are sent as a number, all other motions as poses.
std::vector<LinkMotion> MotionsOf(const world::Model& model, const world::Tree& tree) {
  std::vector<LinkMotion> motions(model.links.size());
  for (const world::Body& body : tree.bodies) {
    const int anchor = AnchorOf(model, body);
    const RigidTransform X_AB = tree.X_BL[static_cast<std::size_t>(anchor)].Inverse();
    for (const int link : body.links) {
      LinkMotion& motion = motions[static_cast<std::size_t>(link)];
      if (link == anchor || body.is_static) {
        motion = AnchorMotion(model, body, link);
        continue;
      }
      motion.parent = anchor;
      motion.X_PL = X_AB * tree.X_BL[static_cast<std::size_t>(link)];
    }
  }
  return motions;
}

}  // namespace surefoot::view
