#include <algorithm>

#include "surefoot/engines/mujoco/mjcf_writer.h"

namespace surefoot::engines::mujoco {
namespace {

using world::JointType;

constexpr double kTwoPi = 6.283185307179586476925286766559;
/// Largest number of colliding bodies in a model whose self-collision is disabled by MuJoCo's list
/// of excluded pairs, which grows with the square. Larger models are filtered after contacts are
/// detected (contacts.h).
constexpr int kMaxExcludedBodies = 300;

}  // namespace

// Everything that couples bodies besides the joints of the tree.
Status MjcfWriter::WriteConstraints() {
  for (int model : args_.models) {
    const world::Model& description = world_.model(model);
    if (description.is_static) continue;
    const world::Tree& tree = world_.tree(model);
    for (const world::Body& body : tree.bodies) {
      if (body.joint < 0 || body.is_static) continue;
      const world::Joint& joint = description.joints[static_cast<std::size_t>(body.joint)];
      if (joint.mimic) WriteMimic(model, body.joint);
      if (joint.type == JointType::kScrew) WriteScrew(model, body.joint);
    }
    for (int joint : tree.loop_joints) WriteLoopJoint(model, joint);
  }
  for (const world::Attachment& attachment : world_.spec().attachments) {
    const Status status = WriteAttachment(attachment);
    if (!status.ok()) return status;
  }
  return Status();
}

// Joints of the tree, and those that close loops by a body of their own.
bool MjcfWriter::HasCoordinates(int model, int joint) const {
  const world::Tree& tree = world_.tree(model);
  const auto& loops = tree.loop_joints;
  if (std::find(loops.begin(), loops.end(), joint) != loops.end()) {
    return HasLoopBody(world_.model(model).joints[static_cast<std::size_t>(joint)].type);
  }
  return std::any_of(tree.bodies.begin(), tree.bodies.end(),
                     [joint](const world::Body& body) { return body.joint == joint; });
}

void MjcfWriter::WriteMimic(int model, int joint) {
  const world::Mimic& mimic = *world_.model(model).joints[static_cast<std::size_t>(joint)].mimic;
  equality_text_ += "<joint joint1=\"" + JointName(model, joint, 0) + "\"";
  // A leader that cannot move stays at zero, so the follower's target is its offset.
  if (HasCoordinates(model, mimic.leader)) {
    equality_text_ += " joint2=\"" + JointName(model, mimic.leader, 0) + "\"";
  }
  equality_text_ +=
      " polycoef=\"" + Num(mimic.offset) + " " + Num(mimic.multiplier) + " 0 0 0\"/>\n";
}

// Rotation and translation are two joints, coupled by the pitch.
void MjcfWriter::WriteScrew(int model, int joint) {
  const world::Joint& screw = world_.model(model).joints[static_cast<std::size_t>(joint)];
  equality_text_ += "<joint joint1=\"" + JointName(model, joint, 9) + "\" joint2=\"" +
                    JointName(model, joint, 0) + "\" polycoef=\"0 " +
                    Num(screw.screw_pitch / kTwoPi) + " 0 0 0\" solref=\"1e-4 1\" " +
                    "solimp=\"0.9999 0.9999 0.001\"/>\n";
}

// Name of the body and the pose of the link in it.
std::pair<std::string, RigidTransform> MjcfWriter::BodyOfLink(int model, int link) const {
  const RigidTransform& X_WM = world_.instance(model).X_WM;
  if (link == world::kWorldLink) return {"world", X_WM};
  const world::Tree& tree = world_.tree(model);
  const int body = tree.body_of_link[static_cast<std::size_t>(link)];
  if (tree.bodies[static_cast<std::size_t>(body)].is_static) {
    return {"world", X_WM * world_.model(model).links[static_cast<std::size_t>(link)].X_ML};
  }
  return {BodyName(model, body), tree.X_BL[static_cast<std::size_t>(link)]};
}

void MjcfWriter::WriteWeld(const std::string& body_a, const std::string& body_b,
                           const RigidTransform& X_AB) {
  // MuJoCo requires the movable body first when the other is the world.
  const bool swap = body_a == "world";
  const RigidTransform X = swap ? X_AB.Inverse() : X_AB;
  equality_text_ += "<weld body1=\"" + (swap ? body_b : body_a) + "\" body2=\"" +
                    (swap ? body_a : body_b) + "\" relpose=\"" + Vec(X.p) + " " + Quat(X.q) +
                    "\"/>\n";
}

// MJCF states one anchor only; the other one is set after compiling.
void MjcfWriter::WriteConnect(const std::string& body_a, const std::string& body_b,
                              const Vector3d& p_A, const Vector3d& p_B) {
  const std::string name = "c" + std::to_string(out_.second_anchors.size());
  equality_text_ += "<connect name=\"" + name + "\" body1=\"" + body_a + "\" body2=\"" + body_b +
                    "\" anchor=\"" + Vec(p_A) + "\"/>\n";
  out_.second_anchors[name] = p_B;
}

Status MjcfWriter::WriteAttachment(const world::Attachment& attachment) {
  const int model_a = world_.FindModel(attachment.model_a);
  const int model_b = world_.FindModel(attachment.model_b);
  if (!InThisInstance(model_a) || !InThisInstance(model_b)) {
    return Error{"attachment '" + attachment.name + "' joins models of different engine instances"};
  }
  const auto [body_a, X_AL] =
      BodyOfLink(model_a, world_.model(model_a).FindLink(attachment.link_a));
  const auto [body_b, X_BL] =
      BodyOfLink(model_b, world_.model(model_b).FindLink(attachment.link_b));
  if (body_a == "world" && body_b == "world") {
    return Error{"attachment '" + attachment.name + "' joins two static links"};
  }
  WriteWeld(body_a, body_b, X_AL * attachment.X_AB * X_BL.Inverse());
  return Status();
}

// Every pair of bodies with shapes.
void MjcfWriter::WriteSelfExclusions(int model) {
  if (world_.model(model).self_collide) return;
  const world::Tree& tree = world_.tree(model);
  std::vector<int> solid;
  for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
    if (tree.bodies[i].is_static) continue;
    for (int link : tree.bodies[i].links) {
      if (world_.model(model).links[static_cast<std::size_t>(link)].collisions.empty()) continue;
      solid.push_back(static_cast<int>(i));
      break;
    }
  }
  if (static_cast<int>(solid.size()) > kMaxExcludedBodies) return;
  for (std::size_t i = 0; i < solid.size(); ++i) {
    for (std::size_t k = i + 1; k < solid.size(); ++k) {
      exclude_text_ += "<exclude body1=\"" + BodyName(model, solid[i]) + "\" body2=\"" +
                       BodyName(model, solid[k]) + "\"/>\n";
    }
  }
}

void MjcfWriter::WriteMotorTendons(int model) {
  const world::Tree& tree = world_.tree(model);
  for (const world::Body& body : tree.bodies) {
    if (!body.is_static && body.joint >= 0) WriteMotorTendon(model, body.joint);
  }
  for (int joint : tree.loop_joints) {
    const world::JointType type = world_.model(model).joints[static_cast<std::size_t>(joint)].type;
    if (HasLoopBody(type)) WriteMotorTendon(model, joint);
  }
}

void MjcfWriter::WriteMotorTendon(int model, int joint_index) {
  // A motor is a dry-friction row with a target velocity other than zero (servos.h). When the joint
  // has dry friction as well, the motor needs a second row: that of a tendon over the joint.
  const world::Joint& joint = world_.model(model).joints[static_cast<std::size_t>(joint_index)];
  const int first_v = world_.joint(world_.layout(model).joints.first + joint_index).v;
  for (int axis = 0; axis < world::LimitedAxisCount(joint.type); ++axis) {
    if (joint.axes[axis].friction <= 0.0) continue;
    tendon_text_ += "<fixed name=\"t" + std::to_string(first_v + axis) + "\"><joint joint=\"" +
                    JointName(model, joint_index, axis) + "\" coef=\"1\"/></fixed>\n";
  }
}

}  // namespace surefoot::engines::mujoco
