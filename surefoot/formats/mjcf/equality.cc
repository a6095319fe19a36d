/// Reads <equality>. MuJoCo's constraints are soft; here they become rigid loop joints and mimics.

#include <algorithm>
#include <cmath>

#include "surefoot/base/index.h"
#include "surefoot/formats/mjcf/build.h"
#include "surefoot/formats/mjcf/schema.h"

namespace surefoot::formats::mjcf {
namespace {

/// Reads body1, body2 and the frame J in each; returns false when the constraint is ignored.
/// Without explicit frames, J is where the file draws the bodies: the constraint then holds
/// initially.
bool ReadBodyPair(const Scene& scene, const ScenePart& part, const Node& node,
                  const Attributes& attributes, Reader* reader, Equality* equality) {
  if (attributes.Has("site1") || attributes.Has("site2")) {
    const auto a = FindPart(scene.sites, "site", part, node, "site1", reader);
    const auto b = FindPart(scene.sites, "site", part, node, "site2", reader);
    if (!a || !b) return false;
    equality->body1 = a->body;
    equality->body2 = b->body;
    equality->X_1J = scene.site(*a).X_BS;
    equality->X_2J = scene.site(*b).X_BS;
    return true;
  }
  const auto a = FindBody(scene, part, node, "body1", reader);
  if (!a) return false;
  equality->body1 = *a;
  equality->body2 = 0;
  if (attributes.Has("body2")) {
    const auto b = FindBody(scene, part, node, "body2", reader);
    if (!b) return false;
    equality->body2 = *b;
  }
  const RigidTransform& X_W1 = scene.bodies[At(equality->body1)].X_WB;
  const RigidTransform& X_W2 = scene.bodies[At(equality->body2)].X_WB;
  if (equality->kind == Equality::Kind::kConnect) {
    const Vector3d anchor = attributes.Vector("anchor", Vector3d::Zero());
    const bool global = part.document->compiler.global;
    equality->X_1J = global ? X_W1.Inverse() * RigidTransform(anchor) : RigidTransform(anchor);
  }
  equality->X_2J = X_W2.Inverse() * X_W1 * equality->X_1J;
  const std::vector<double> relpose = attributes.Numbers("relpose", 7, 7);
  const bool given =
      !relpose.empty() && Eigen::Map<const Eigen::Vector4d>(&relpose[3]).norm() > 1e-12;
  if (equality->kind == Equality::Kind::kWeld && given) {
    const Quaterniond q(relpose[3], relpose[4], relpose[5], relpose[6]);
    const RigidTransform X_12(q.normalized(), Vector3d(relpose[0], relpose[1], relpose[2]));
    equality->X_2J = X_12.Inverse();
  }
  return true;
}

/// Reads joint1, joint2 and polycoef, whose default is q1 = q2.
bool ReadJointPair(const Scene& scene, const ScenePart& part, const Node& node,
                   const Attributes& attributes, Reader* reader, Equality* equality) {
  equality->kind = Equality::Kind::kJoint;
  const auto a = FindPart(scene.joints, "joint", part, node, "joint1", reader);
  if (!a) return false;
  equality->joint1 = *a;
  if (attributes.Has("joint2")) {
    const auto b = FindPart(scene.joints, "joint", part, node, "joint2", reader);
    if (!b) return false;
    equality->joint2 = *b;
  }
  equality->polynomial = attributes.Numbers("polycoef", 1, 5);
  if (equality->polynomial.empty()) equality->polynomial = {0.0, 1.0};
  equality->polynomial.resize(5, 0.0);
  return true;
}

/// Returns false when the constraint is ignored, after reporting.
bool ReadEquality(const Scene& scene, const ScenePart& part, const Node& node, Reader* reader,
                  Equality* equality) {
  const bool of_joints = node.name == "joint" || node.name == "tendon";
  CheckAttributes(node, of_joints ? "equality/" + node.name : node.name, reader);
  const Document& document = *part.document;
  const Attributes attributes(node, document.ClassOf(node, "class", document.main_class(), reader),
                              reader);
  equality->source = attributes.source();
  equality->name = part.prefix + Attributes(node, reader).Text("name");
  if (!attributes.Bool("active", true)) {
    reader->NoteOnce("inactive equality", equality->source,
                     "constraints that are not active at the start are ignored", equality->name);
    return false;
  }
  if (node.name == "connect" || node.name == "weld") {
    equality->kind = node.name == "connect" ? Equality::Kind::kConnect : Equality::Kind::kWeld;
    return ReadBodyPair(scene, part, node, attributes, reader, equality);
  }
  if (node.name == "joint") {
    return ReadJointPair(scene, part, node, attributes, reader, equality);
  }
  return reader->WarnUnused(node, "is ignored: this kind of equality constraint is not supported");
}

/// A weld becomes a fixed loop joint, a connect a ball joint. The child must be a body that can
/// move, so the bodies are exchanged if the second is static; a static parent is the world.
void AddLoop(const Equality& equality, const Scene& scene, std::vector<ModelBuild>* models,
             Reader* reader) {
  const MjBody* a = &scene.bodies[At(equality.body1)];
  const MjBody* b = &scene.bodies[At(equality.body2)];
  RigidTransform X_AJ = equality.X_1J;
  RigidTransform X_BJ = equality.X_2J;
  const auto is_fixed = [&](const MjBody& body) {
    return body.model < 0 || (*models)[At(body.model)].model.is_static;
  };
  if (is_fixed(*b)) {
    std::swap(a, b);
    std::swap(X_AJ, X_BJ);
  }
  if (is_fixed(*b) || (a->model == b->model && a->link == b->link)) {
    reader->WarnOnce("empty equality", equality.source,
                     "a constraint between two static bodies has no effect", equality.name);
    return;
  }
  ModelBuild& build = (*models)[At(b->model)];
  world::Joint joint;
  joint.type =
      equality.kind == Equality::Kind::kWeld ? world::JointType::kFixed : world::JointType::kBall;
  joint.parent = is_fixed(*a) ? world::kWorldLink : a->link;
  joint.child = b->link;
  joint.X_PJ = is_fixed(*a) ? build.X_WM.Inverse() * a->X_WB * X_AJ : X_AJ;
  joint.X_CJ = X_BJ;
  joint.source = equality.source;
  std::string name = equality.name;
  if (name.empty())
    name = a->name + (joint.type == world::JointType::kFixed ? "_weld_" : "_connect_") + b->name;
  joint.name = Unique(name, &build.joint_names);
  build.model.joints.push_back(std::move(joint));
}

/// True when `leader` follows `follower`, directly or through others: the mimics would form a
/// cycle.
bool WouldFormCycle(const world::Model& model, int leader, int follower) {
  for (int at = leader;; at = model.joints[At(at)].mimic->leader) {
    if (at == follower) return true;
    if (!model.joints[At(at)].mimic) return false;
  }
}

/// Couples joint1 to joint2. MuJoCo accepts polynomials up to degree four, a mimic is linear.
/// Without joint2 the joint is locked at ref + c0 by its limits.
void AddMimic(const Equality& equality, Scene* scene, std::vector<ModelBuild>* models,
              Reader* reader) {
  const MjJoint& follower = scene->joint(equality.joint1);
  if (follower.model_joint < 0) return;
  world::Model& model = (*models)[At(scene->bodies[At(equality.joint1.body)].model)].model;
  world::Joint& joint = model.joints[At(follower.model_joint)];
  const std::vector<double>& c = equality.polynomial;
  if (world::PositionCount(joint.type) != 1) {
    reader->Error(equality.source, "only hinge and slide joints can be coupled", follower.name);
    return;
  }
  if (equality.joint2.body < 0) {
    joint.axes[0].lower = joint.axes[0].upper = follower.ref + c[0];
    if (joint.type == world::JointType::kContinuous) joint.type = world::JointType::kRevolute;
    return;
  }
  const MjJoint& leader = scene->joint(equality.joint2);
  if (c[2] != 0.0 || c[3] != 0.0 || c[4] != 0.0) {
    reader->WarnOnce("polycoef", equality.source,
                     "only the linear part of the coupling's polynomial is used", equality.name);
  }
  if (joint.mimic || leader.model_joint < 0 ||
      world::PositionCount(model.joints[At(leader.model_joint)].type) != 1 ||
      WouldFormCycle(model, leader.model_joint, follower.model_joint)) {
    reader->WarnOnce("second mimic", equality.source,
                     "the coupling is ignored: its joint already follows another one, or the "
                     "couplings form a cycle",
                     follower.name);
    return;
  }
  // MuJoCo's polynomial relates displacements from `ref`, a mimic relates coordinates.
  world::Mimic mimic;
  mimic.leader = leader.model_joint;
  mimic.multiplier = c[1];
  mimic.offset = follower.ref + c[0] - c[1] * leader.ref;
  joint.mimic = mimic;
}

}  // namespace

std::vector<Equality> ReadEqualities(const Scene& scene, Reader* reader) {
  std::vector<Equality> equalities;
  if (!scene.has_equality) return equalities;
  for (const ScenePart& part : scene.parts) {
    for (const Node* node : part.document->Section("equality")) {
      Equality equality;
      if (reader->stopped()) return equalities;
      if (ReadEquality(scene, part, *node, reader, &equality)) {
        equalities.push_back(std::move(equality));
      }
    }
  }
  return equalities;
}

void ApplyEqualities(const std::vector<Equality>& equalities, Reader* reader, Scene* scene,
                     std::vector<ModelBuild>* models) {
  for (const Equality& equality : equalities) {
    if (equality.kind == Equality::Kind::kJoint) {
      AddMimic(equality, scene, models, reader);
    } else {
      AddLoop(equality, *scene, models, reader);
    }
  }
}

}  // namespace surefoot::formats::mjcf
