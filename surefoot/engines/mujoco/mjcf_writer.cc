#include "surefoot/engines/mujoco/mjcf_writer.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/math/decompose.h"
#include "surefoot/world/base_link.h"

// Only what MuJoCo's compiler needs is written: physics, no visuals. Names are indices of the
// World, so that results are mapped back without a search.

namespace surefoot::engines::mujoco {
namespace {

using world::JointType;

/// MuJoCo's XML parser stops at 100 nested elements, and each body is one; deeper bodies go to
/// included documents.
constexpr int kBodiesPerDocument = 60;
/// Longest chain of bodies: MuJoCo compiles bodies by recursion.
constexpr int kMaxDepth = 4000;

/// Smallest moment of inertia (kg m^2): MuJoCo treats smaller ones as zero.
constexpr double kMinMoment = 1e-12;

/// Settings; docs/reference/engines.md explains each of them.
constexpr const char* kHeader =
    "<mujoco>\n"
    "<compiler angle=\"radian\" coordinate=\"local\" inertiafromgeom=\"false\" "
    "balanceinertia=\"true\" boundmass=\"1e-9\" boundinertia=\"1e-12\" fusestatic=\"false\"/>\n"
    "<option solver=\"Newton\" cone=\"elliptic\" iterations=\"500\" tolerance=\"1e-9\" "
    "impratio=\"10\" integrator=\"Euler\"/>\n"
    // Memory for contacts and constraint rows is provided at run time, see room.h.
    "<size njmax=\"1\" nconmax=\"1\"/>\n"
    "<default>\n"
    "<joint solreflimit=\"0.004 1\" solimplimit=\"0.99 0.999 0.001\" "
    "solreffriction=\"1e-4 1\" solimpfriction=\"0.9999 0.9999 0.001\"/>\n"
    "<tendon solreffriction=\"1e-4 1\" solimpfriction=\"0.9999 0.9999 0.001\"/>\n"
    "<equality solref=\"0.004 1\" solimp=\"0.99 0.9999 0.001\"/>\n"
    "</default>\n";

const world::Joint& JointOf(const world::Model& model, int joint) {
  return model.joints[static_cast<std::size_t>(joint)];
}

}  // namespace

std::string Num(double value) { return NumberText(value, 17); }

std::string Vec(const Vector3d& v) { return Num(v.x()) + " " + Num(v.y()) + " " + Num(v.z()); }

std::string Quat(const Quaterniond& q) { return Num(q.w()) + " " + Vec(q.vec()); }

std::string PoseAttributes(const RigidTransform& X) {
  return " pos=\"" + Vec(X.p) + "\" quat=\"" + Quat(X.q) + "\"";
}

std::string DocumentName(std::size_t index) { return "part" + std::to_string(index) + ".xml"; }

std::string BodyName(int model, int body) {
  return "b" + std::to_string(model) + "_" + std::to_string(body);
}

std::string MjcfWriter::JointName(int model, int joint, int axis) const {
  return "j" + std::to_string(world_.layout(model).joints.first + joint) + "_" +
         std::to_string(axis);
}

bool MjcfWriter::InThisInstance(int model) const {
  return std::find(args_.models.begin(), args_.models.end(), model) != args_.models.end();
}

// Several documents, because deep trees exceed the depth of MuJoCo's parser.
Result<Mjcf> MjcfWriter::Write() {
  out_.documents.emplace_back();
  wheel_masks_ = WheelsLeaveGroundAlone();
  for (int model : args_.models) {
    SUREFOOT_TRY(WriteModel(model));
  }
  SUREFOOT_TRY(WriteConstraints());
  std::string text = kHeader;
  if (!asset_text_.empty()) text += "<asset>\n" + asset_text_ + "</asset>\n";
  text += "<worldbody>\n" + body_text_ + "</worldbody>\n";
  if (!exclude_text_.empty()) text += "<contact>\n" + exclude_text_ + "</contact>\n";
  if (!tendon_text_.empty()) text += "<tendon>\n" + tendon_text_ + "</tendon>\n";
  if (!equality_text_.empty()) text += "<equality>\n" + equality_text_ + "</equality>\n";
  text += "</mujoco>\n";
  out_.documents[0] = std::move(text);
  return std::move(out_);
}

Status MjcfWriter::WriteModel(int model) {
  const world::Tree& tree = world_.tree(model);
  children_.assign(tree.bodies.size(), {});
  std::vector<int> depth(tree.bodies.size(), 0);
  for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
    if (tree.bodies[i].parent < 0) continue;
    const auto parent = static_cast<std::size_t>(tree.bodies[i].parent);
    children_[parent].push_back(static_cast<int>(i));
    depth[i] = depth[parent] + 1;
    if (depth[i] <= kMaxDepth) continue;
    return Error{"model '" + world_.instance(model).name + "' has a chain of more than " +
                 std::to_string(kMaxDepth) + " bodies; MuJoCo cannot compile it: split the model"};
  }
  for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
    const world::Body& body = tree.bodies[i];
    const bool at_top =
        body.parent < 0 || tree.bodies[static_cast<std::size_t>(body.parent)].is_static;
    if (!at_top) continue;
    SUREFOOT_TRY(Within("model '" + world_.instance(model).name + "'",
                        body.is_static ? WriteStaticBody(model, static_cast<int>(i))
                                       : WriteBody(model, static_cast<int>(i), 0)));
  }
  WriteLoopBodies(model, -1);
  WriteSelfExclusions(model);
  WriteMotorTendons(model);
  return Status();
}

Status MjcfWriter::WriteStaticBody(int model, int body) {
  // Static links belong to MuJoCo's world body: no body, no coordinates, no cost.
  const RigidTransform& X_WM = world_.instance(model).X_WM;
  for (int link : world_.tree(model).bodies[static_cast<std::size_t>(body)].links) {
    const world::Link& description = world_.model(model).links[static_cast<std::size_t>(link)];
    SUREFOOT_TRY(WriteLinkShapes(model, link, X_WM * description.X_ML));
  }
  return Status();
}

/// Recursive: MJCF nests bodies. A body at every 60th level begins a new document.
Status MjcfWriter::WriteBody(int model, int body_index, int depth) {
  const world::Tree& tree = world_.tree(model);
  const world::Body& body = tree.bodies[static_cast<std::size_t>(body_index)];
  std::string outer;
  const bool new_document = depth > 0 && depth % kBodiesPerDocument == 0;
  if (new_document) {
    const std::string name = DocumentName(out_.documents.size());
    out_.documents.emplace_back();
    body_text_ += "<include file=\"" + name + "\"/>\n";
    outer.swap(body_text_);
  }
  const std::size_t document = out_.documents.size() - 1;

  // Free models are compiled at the origin and moved to their pose afterwards. MuJoCo's inverse
  // weights then have the same bits at any pose, as islands require.
  const bool anchored = world::IsAnchored(world_, model);
  const RigidTransform X_WM = anchored ? world_.instance(model).X_WM : RigidTransform();
  auto X_MB = [&](int index) {
    const int root = tree.bodies[static_cast<std::size_t>(index)].root_link;
    return world_.model(model).links[static_cast<std::size_t>(root)].X_ML;
  };
  const bool on_world =
      body.parent < 0 || tree.bodies[static_cast<std::size_t>(body.parent)].is_static;
  const RigidTransform X_PB =
      on_world ? X_WM * X_MB(body_index) : X_MB(body.parent).Inverse() * X_MB(body_index);
  body_text_ += "<body name=\"" + BodyName(model, body_index) + "\"" + PoseAttributes(X_PB) + ">\n";
  WriteInertial(body.moved_inertia());
  SUREFOOT_TRY(WriteJoint(model, body));
  for (int link : body.links) {
    SUREFOOT_TRY(WriteLinkShapes(model, link, tree.X_BL[static_cast<std::size_t>(link)]));
  }
  for (int child : children_[static_cast<std::size_t>(body_index)]) {
    SUREFOOT_TRY(WriteBody(model, child, depth + 1));
  }
  WriteLoopBodies(model, body_index);
  body_text_ += "</body>\n";
  if (new_document) {
    out_.documents[document] = "<mujocoinclude>\n" + body_text_ + "</mujocoinclude>\n";
    body_text_.swap(outer);
  }
  return Status();
}

// MuJoCo refuses moments that violate the triangle inequality by rounding.
void MjcfWriter::WriteInertial(const Inertia& inertia) {
  const Matrix3d& I = inertia.I_BBcm_B;
  body_text_ += "<inertial pos=\"" + Vec(inertia.p_BBcm) + "\" mass=\"" + Num(inertia.mass) + "\"";
  const PrincipalAxes principal = PrincipalAxesOf(I);
  Vector3d moments = principal.values;  // ascending
  if (moments[0] >= kMinMoment && moments[2] < moments[0] + moments[1]) {
    body_text_ += " fullinertia=\"" + Vec(I.diagonal()) + " " +
                  Vec(Vector3d(I(0, 1), I(0, 2), I(1, 2))) + "\"/>\n";
    return;
  }
  // MuJoCo rejects moments that violate the triangle inequality, and those of flat or point-like
  // bodies: the smaller two are raised by what is missing.
  moments = moments.cwiseMax(kMinMoment);
  const double missing = moments[2] - moments[0] - moments[1];
  if (missing >= -1e-9 * moments[2]) {
    moments.head<2>().array() += std::max(0.0, missing) / 2.0 + 1e-9 * moments[2];
  }
  Matrix3d R_BI = principal.axes;
  if (R_BI.determinant() < 0.0) R_BI.col(0) *= -1.0;
  body_text_ +=
      " diaginertia=\"" + Vec(moments) + "\" quat=\"" + Quat(Quaterniond(R_BI)) + "\"/>\n";
}

Status MjcfWriter::WriteJoint(int model, const world::Body& body) {
  if (body.joint < 0) {
    body_text_ += "<freejoint/>\n";
    return Status();
  }
  const world::Joint& joint = JointOf(world_.model(model), body.joint);
  // The moving side: the joint's child, or its parent when the tree reaches the joint from the
  // child.
  const int moving_link = body.joint_reversed ? joint.parent : joint.child;
  const RigidTransform X_BJ = world_.tree(model).X_BL[static_cast<std::size_t>(moving_link)] *
                              (body.joint_reversed ? joint.X_PJ : joint.X_CJ);
  const bool two_axes = joint.type == JointType::kUniversal || joint.type == JointType::kPlanar;
  if (body.joint_reversed && two_axes) {
    return Error{"joint '" + joint.name + "' of type " + world::JointTypeName(joint.type) +
                 " is only reachable from child to parent; swap its parent and child"};
  }
  WriteJointAxes(model, body.joint, X_BJ, body.joint_reversed ? -1.0 : 1.0);
  return Status();
}

void MjcfWriter::WriteJointAxes(int model, int joint_index, const RigidTransform& X_BJ,
                                double sign) {
  const world::Joint& joint = JointOf(world_.model(model), joint_index);
  const Vector3d axis0 = sign * (X_BJ.q * joint.axes[0].axis_J);
  const Vector3d axis1 = X_BJ.q * joint.axes[1].axis_J;
  auto name = [&](int axis) { return JointName(model, joint_index, axis); };
  switch (joint.type) {
    case JointType::kFixed:
      break;
    case JointType::kRevolute:
    case JointType::kContinuous:
      WriteScalarJoint(name(0), "hinge", X_BJ.p, axis0, joint.axes[0]);
      break;
    case JointType::kPrismatic:
      WriteScalarJoint(name(0), "slide", X_BJ.p, axis0, joint.axes[0]);
      break;
    case JointType::kScrew:
      WriteScalarJoint(name(0), "hinge", X_BJ.p, axis0, joint.axes[0]);
      WriteScalarJoint(name(9), "slide", X_BJ.p, axis0, world::JointAxis());
      break;
    case JointType::kUniversal:
      WriteScalarJoint(name(0), "hinge", X_BJ.p, axis0, joint.axes[0]);
      WriteScalarJoint(name(1), "hinge", X_BJ.p, axis1, joint.axes[1]);
      break;
    case JointType::kPlanar:
      WriteScalarJoint(name(0), "slide", X_BJ.p, axis0, joint.axes[0]);
      WriteScalarJoint(name(1), "slide", X_BJ.p, axis1, joint.axes[1]);
      WriteScalarJoint(name(2), "hinge", X_BJ.p, axis0.cross(axis1).normalized(),
                       world::JointAxis());
      break;
    case JointType::kBall:
      body_text_ += "<joint name=\"" + name(0) + "\" type=\"ball\" pos=\"" + Vec(X_BJ.p) +
                    "\" damping=\"" + Num(joint.axes[0].damping) + "\" armature=\"" +
                    Num(joint.axes[0].armature) + "\" frictionloss=\"" +
                    Num(joint.axes[0].friction) + "\"/>\n";
      break;
    case JointType::kFloating:
      body_text_ += "<freejoint/>\n";
      break;
  }
}

// Attributes that are zero are left out.
void MjcfWriter::WriteScalarJoint(const std::string& name, const char* type, const Vector3d& p_B,
                                  const Vector3d& axis_B, const world::JointAxis& axis) {
  body_text_ += "<joint name=\"" + name + "\" type=\"" + type + "\" pos=\"" + Vec(p_B) +
                "\" axis=\"" + Vec(axis_B) + "\"";
  if (axis.damping > 0.0) body_text_ += " damping=\"" + Num(axis.damping) + "\"";
  if (axis.armature > 0.0) body_text_ += " armature=\"" + Num(axis.armature) + "\"";
  if (axis.friction > 0.0) body_text_ += " frictionloss=\"" + Num(axis.friction) + "\"";
  if (axis.spring_stiffness > 0.0) {
    body_text_ += " stiffness=\"" + Num(axis.spring_stiffness) + "\" springref=\"" +
                  Num(axis.spring_reference) + "\"";
  }
  if (axis.lower > -world::kInfinity || axis.upper < world::kInfinity) {
    // MuJoCo requires both limits, and the upper one above the lower.
    constexpr double kFar = 1e6;
    const double lower = std::max(axis.lower, -kFar);
    const double upper = std::max(std::min(axis.upper, kFar), lower + 1e-9);
    body_text_ += " limited=\"true\" range=\"" + Num(lower) + " " + Num(upper) + "\"";
  }
  body_text_ += "/>\n";
}

}  // namespace surefoot::engines::mujoco
