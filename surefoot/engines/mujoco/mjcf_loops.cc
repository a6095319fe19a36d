#include <algorithm>

#include "surefoot/engines/mujoco/mjcf_writer.h"

namespace surefoot::engines::mujoco {

using world::JointType;

namespace {

/// Inertia of the small body that closes a loop, relative to the lighter of the bodies it joins.
constexpr double kLoopShare = 1e-4;

}  // namespace

bool HasLoopBody(JointType type) { return world::LimitedAxisCount(type) > 0; }

std::string LoopBodyName(int world_joint) { return "l" + std::to_string(world_joint); }

/// Writes the loop bodies of joints whose parent is the given body; -1: the world, or a body that
/// cannot move.
void MjcfWriter::WriteLoopBodies(int model, int parent_body) {
  const world::Tree& tree = world_.tree(model);
  for (const int index : tree.loop_joints) {
    const world::Joint& joint = world_.model(model).joints[static_cast<std::size_t>(index)];
    if (!HasLoopBody(joint.type)) continue;
    int parent = -1;
    if (joint.parent != world::kWorldLink) {
      parent = tree.body_of_link[static_cast<std::size_t>(joint.parent)];
      if (tree.bodies[static_cast<std::size_t>(parent)].is_static) parent = -1;
    }
    if (parent == parent_body) WriteLoopBody(model, index);
  }
}

// A small part of the lighter neighbour, which hardly changes the motion.
Inertia MjcfWriter::LoopInertia(int model, const world::Joint& joint) const {
  const world::Tree& tree = world_.tree(model);
  Inertia lightest;
  for (const int link : {joint.parent, joint.child}) {
    if (link == world::kWorldLink) continue;
    const int body = tree.body_of_link[static_cast<std::size_t>(link)];
    if (tree.bodies[static_cast<std::size_t>(body)].is_static) continue;
    const Inertia inertia = tree.bodies[static_cast<std::size_t>(body)].moved_inertia();
    if (lightest.mass == 0.0 || inertia.mass < lightest.mass) lightest = inertia;
  }
  Inertia small;
  small.mass = kLoopShare * lightest.mass;
  // A sphere's inertia: the loop joint may turn about any axis.
  small.I_BBcm_B = kLoopShare * lightest.I_BBcm_B.trace() / 3.0 * Matrix3d::Identity();
  return small;
}

void MjcfWriter::WriteLoopBody(int model, int joint_index) {
  const world::Joint& joint = world_.model(model).joints[static_cast<std::size_t>(joint_index)];
  // Its frame is the joint frame Jc of the child.
  const RigidTransform X_AJ = BodyOfLink(model, joint.parent).second * joint.X_PJ;
  const int world_joint = world_.layout(model).joints.first + joint_index;
  body_text_ += "<body name=\"" + LoopBodyName(world_joint) + "\"" + PoseAttributes(X_AJ) + ">\n";
  WriteInertial(LoopInertia(model, joint));
  WriteJointAxes(model, joint_index, RigidTransform(), 1.0);
  body_text_ += "</body>\n";
}

// A weld, a connection, or a loop body with coordinates.
void MjcfWriter::WriteLoopJoint(int model, int joint_index) {
  const world::Joint& joint = world_.model(model).joints[static_cast<std::size_t>(joint_index)];
  const auto [body_a, X_AP] = BodyOfLink(model, joint.parent);
  const auto [body_b, X_BC] = BodyOfLink(model, joint.child);
  const RigidTransform X_AJ = X_AP * joint.X_PJ;
  const RigidTransform X_BJ = X_BC * joint.X_CJ;
  if (joint.type == JointType::kFixed) {
    WriteWeld(body_a, body_b, X_AJ * X_BJ.Inverse());
  } else if (joint.type == JointType::kBall) {
    // MuJoCo expects the common point in the frame of a movable body first.
    const bool a_moves = body_a != "world";
    WriteConnect(a_moves ? body_a : body_b, a_moves ? body_b : body_a, a_moves ? X_AJ.p : X_BJ.p,
                 a_moves ? X_BJ.p : X_AJ.p);
  } else {
    const int world_joint = world_.layout(model).joints.first + joint_index;
    WriteWeld(LoopBodyName(world_joint), body_b, X_BJ.Inverse());
    if (joint.mimic) WriteMimic(model, joint_index);
    if (joint.type == JointType::kScrew) WriteScrew(model, joint_index);
  }
  if (body_a != "world" && body_b != "world" && world_.model(model).self_collide) {
    exclude_text_ += "<exclude body1=\"" + body_a + "\" body2=\"" + body_b + "\"/>\n";
  }
}

}  // namespace surefoot::engines::mujoco
