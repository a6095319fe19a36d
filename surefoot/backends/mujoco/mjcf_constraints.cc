#include "surefoot/backends/mujoco/mjcf_writer.h"

namespace surefoot::backends::mujoco {
namespace {

using world::JointType;

constexpr double kTwoPi = 6.283185307179586476925286766559;

}  // namespace

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
    for (int joint : tree.loop_joints) {
      const Status status = WriteLoopJoint(model, joint);
      if (!status.ok()) return status.error().Within("model '" + world_.instance(model).name + "'");
    }
  }
  for (const world::Attachment& attachment : world_.spec().attachments) {
    const Status status = WriteAttachment(attachment);
    if (!status.ok()) return status;
  }
  return Status();
}

void MjcfWriter::WriteMimic(int model, int joint) {
  const world::Mimic& mimic = *world_.model(model).joints[static_cast<std::size_t>(joint)].mimic;
  equality_text_ += "<joint joint1=\"" + JointName(model, joint, 0) + "\" joint2=\"" +
                    JointName(model, mimic.leader, 0) + "\" polycoef=\"" + Num(mimic.offset) + " " +
                    Num(mimic.multiplier) + " 0 0 0\"/>\n";
}

void MjcfWriter::WriteScrew(int model, int joint) {
  const world::Joint& screw = world_.model(model).joints[static_cast<std::size_t>(joint)];
  equality_text_ += "<joint joint1=\"" + JointName(model, joint, 9) + "\" joint2=\"" +
                    JointName(model, joint, 0) + "\" polycoef=\"0 " +
                    Num(screw.screw_pitch / kTwoPi) + " 0 0 0\"/>\n";
}

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

Status MjcfWriter::WriteLoopJoint(int model, int joint_index) {
  const world::Joint& joint = world_.model(model).joints[static_cast<std::size_t>(joint_index)];
  const auto [body_a, X_AP] = BodyOfLink(model, joint.parent);
  const auto [body_b, X_BC] = BodyOfLink(model, joint.child);
  if (body_a == "world" && body_b == "world") return Status();
  const RigidTransform X_AJ = X_AP * joint.X_PJ;
  const RigidTransform X_BJ = X_BC * joint.X_CJ;
  // A point constraint is placed in the frame of a movable body.
  const bool a_moves = body_a != "world";
  const std::string& first = a_moves ? body_a : body_b;
  const std::string& second = a_moves ? body_b : body_a;
  const RigidTransform& X_1J = a_moves ? X_AJ : X_BJ;
  const RigidTransform& X_2J = a_moves ? X_BJ : X_AJ;
  switch (joint.type) {
    case JointType::kFixed:
      WriteWeld(body_a, body_b, X_AJ * X_BJ.Inverse());
      return Status();
    case JointType::kBall:
      WriteConnect(first, second, X_1J.p, X_2J.p);
      return Status();
    case JointType::kRevolute:
    case JointType::kContinuous: {
      // Two points on the axis leave exactly the rotation about it.
      const Vector3d half_1 = 0.05 * (X_1J.q * joint.axes[0].axis_J);
      const Vector3d half_2 = 0.05 * (X_2J.q * joint.axes[0].axis_J);
      WriteConnect(first, second, X_1J.p + half_1, X_2J.p + half_2);
      WriteConnect(first, second, X_1J.p - half_1, X_2J.p - half_2);
      return Status();
    }
    default:
      return Error{joint.source.file + ":" + std::to_string(joint.source.line) + ": joint '" +
                   joint.name + "' closes a loop and is of type " +
                   world::JointTypeName(joint.type) +
                   "; MuJoCo closes loops by fixed, ball, revolute or continuous joints: let "
                   "another joint of the loop close it"};
  }
}

void MjcfWriter::WriteWeld(const std::string& body_a, const std::string& body_b,
                           const RigidTransform& X_AB) {
  // MuJoCo wants the movable body first when the other is the world.
  const bool swap = body_a == "world";
  const RigidTransform X = swap ? X_AB.Inverse() : X_AB;
  equality_text_ += "<weld body1=\"" + (swap ? body_b : body_a) + "\" body2=\"" +
                    (swap ? body_a : body_b) + "\" relpose=\"" + Vec(X.p) + " " + Num(X.q.w()) +
                    " " + Num(X.q.x()) + " " + Num(X.q.y()) + " " + Num(X.q.z()) + "\"/>\n";
}

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
  for (std::size_t i = 0; i < solid.size(); ++i) {
    for (std::size_t k = i + 1; k < solid.size(); ++k) {
      exclude_text_ += "<exclude body1=\"" + BodyName(model, solid[i]) + "\" body2=\"" +
                       BodyName(model, solid[k]) + "\"/>\n";
    }
  }
}

void MjcfWriter::WriteMotorTendons(int model) {
  // A motor is a dry-friction row whose target velocity is not zero (servos.h). Where the joint
  // has dry friction of its own, the motor needs a second row: that of a tendon over the joint.
  const world::Model& description = world_.model(model);
  for (const world::Body& body : world_.tree(model).bodies) {
    if (body.is_static || body.joint < 0) continue;
    const world::Joint& joint = description.joints[static_cast<std::size_t>(body.joint)];
    const int axes =
        joint.type == JointType::kUniversal || joint.type == JointType::kPlanar ? 2 : 1;
    if (joint.type == JointType::kBall || joint.type == JointType::kFloating) continue;
    const int first_v = world_.joint(world_.layout(model).joints.first + body.joint).v;
    for (int axis = 0; axis < axes; ++axis) {
      if (joint.axes[axis].friction <= 0.0) continue;
      tendon_text_ += "<fixed name=\"t" + std::to_string(first_v + axis) + "\"><joint joint=\"" +
                      JointName(model, body.joint, axis) + "\" coef=\"1\"/></fixed>\n";
    }
  }
}

}  // namespace surefoot::backends::mujoco
