/// Rules that apply to bodies, that is links combined by fixed joints: mass, consistent poses,
/// loops.

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "surefoot/base/index.h"
#include "surefoot/math/decompose.h"
#include "surefoot/world/validate/validate_rules.h"

namespace surefoot::world {
namespace {

/// Beyond this mass ratio of neighbours, double precision and iterative solvers fail visibly.
constexpr double kLargestMassRatio = 1e6;
constexpr double kPoseTolerance = 1e-6;

std::string LinkNames(const Model& model, const Body& body) {
  constexpr std::size_t kMaxShown = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(body.links.size(), kMaxShown); ++i) {
    text += (i > 0 ? ", " : "") + model.links[At(body.links[i])].name;
  }
  if (body.links.size() > kMaxShown) {
    text += " and " + std::to_string(body.links.size() - kMaxShown) + " more";
  }
  return text;
}

/// Reports what engines add so that the body can be moved. The small fraction for a link between
/// two joints (kShare) has no visible effect and is not reported.
void NoteStandIn(const Model& model, const Body& body, Rules* rules) {
  const Source& source = model.links[At(body.root_link)].source;
  const std::string names = LinkNames(model, body);
  const std::string mass = NumberText(body.stand_in.mass) + " kg";
  switch (body.stand_in_kind) {
    case StandInKind::kNone:
    case StandInKind::kShare:
      return;
    case StandInKind::kLoose:
      rules->Note(source,
                  "a movable body has no mass and its children do not constrain it; it gets one "
                  "hundredth of their inertia (" +
                      names + ")",
                  mass, "add <inertial> to one of its links");
      return;
    case StandInKind::kPoint:
      rules->Note(source,
                  "a body that can rotate has no moment of inertia; it is treated as a sphere with "
                  "a radius of 1 cm (" +
                      names + ")",
                  NumberText(body.inertia.mass) + " kg", "write its inertia matrix");
      return;
    case StandInKind::kEmpty:
      rules->Warning(
          source,
          "a movable body has no mass; it is treated as a sphere with a radius of 1 cm (" + names +
              ")",
          mass, "add <inertial> or a collision shape to one of its links");
      return;
  }
}

/// Principal moments in ascending order (kg m2).
Vector3d PrincipalMoments(const Inertia& inertia) { return PrincipalValuesOf(inertia.I_BBcm_B); }

bool IsNegative(const Vector3d& moments) { return moments[0] < -1e-12 * moments[2]; }

/// The body moves as a whole, so a wrong inertia of a small part of it is harmless.
void CheckMoments(const Model& model, const Body& body, Rules* rules) {
  const bool matters = !body.is_static && IsNegative(PrincipalMoments(body.inertia));
  for (const int index : body.links) {
    const Link& link = model.links[At(index)];
    const Vector3d moments = PrincipalMoments(link.inertia);
    if (!IsNegative(moments)) continue;
    rules->Add(matters ? Severity::kError : Severity::kWarning, link.source,
               "the inertia of link \"" + link.name + "\" has a negative principal moment",
               NumberText(moments),
               matters ? "principal moments must be positive; remove the inertia to have it "
                         "computed from the shapes"
                       : "the link is fixed to others, and their combined inertia is valid");
  }
}

void CheckBodyMass(const Model& model, const Tree& tree, const Body& body, Rules* rules) {
  CheckMoments(model, body, rules);
  if (body.is_static) return;
  NoteStandIn(model, body, rules);
  const Source& source = model.links[At(body.root_link)].source;
  if (body.parent < 0 || tree.bodies[At(body.parent)].is_static) return;
  const Body& parent = tree.bodies[At(body.parent)];
  if (!(parent.inertia.mass > 0.0 && body.inertia.mass > 0.0)) return;
  const double ratio = parent.inertia.mass / body.inertia.mass;
  if (ratio > kLargestMassRatio || ratio * kLargestMassRatio < 1.0) {
    rules->Warning(
        source,
        "neighbouring bodies differ in mass by more than a factor of a million (parent: " +
            LinkNames(model, parent) + ")",
        NumberText(parent.inertia.mass) + " kg and " + NumberText(body.inertia.mass) + " kg",
        "engines lose accuracy or become unstable; check the units");
  }
}

void CheckStaticShapes(const Model& model, const Body& body, Rules* rules) {
  if (body.is_static) return;
  for (const int index : body.links) {
    for (const Collision& collision : model.links[At(index)].collisions) {
      if (!IsStaticOnly(collision.geometry)) continue;
      rules->Error(collision.source,
                   std::string("a ") + GeometryName(collision.geometry) +
                       " can collide only on a static body",
                   model.links[At(index)].name,
                   "make the model static, fix the link to the world, or use a box");
    }
  }
}

/// The poses of the links must be those that result from the joints at zero.
void CheckClosure(const Model& model, const Joint& joint, bool in_loop, Rules* rules) {
  const RigidTransform X_MP =
      joint.parent == kWorldLink ? RigidTransform() : model.links[At(joint.parent)].X_ML;
  // Joints to the world move with the model's placement, so X_PJ is X_MJ.
  const RigidTransform X_MJp = X_MP * joint.X_PJ;
  const RigidTransform X_MJc = model.links[At(joint.child)].X_ML * joint.X_CJ;
  const double distance = (X_MJp.p - X_MJc.p).norm();
  const double angle = X_MJp.q.angularDistance(X_MJc.q);
  const double size = 1.0 + X_MJp.p.norm();
  if (distance <= kPoseTolerance * size && angle <= kPoseTolerance) return;
  const std::string value = NumberText(distance) + " m, " + NumberText(angle) + " rad";
  if (in_loop) {
    rules->Warning(
        joint.source,
        "joint \"" + joint.name + "\" closes a loop that is open when all joints are at zero",
        value, "the engine closes it at the start");
  } else {
    rules->Error(joint.source,
                 "the poses of the links do not agree with joint \"" + joint.name + "\"", value,
                 "at zero, the joint's frame in the parent and in the child must be "
                 "the same");
  }
}

/// Joints outside of the tree: loop joints, and joints without effect.
void CheckJointOutsideTree(const Model& model, const Tree& tree, const Joint& joint, bool is_loop,
                           Rules* rules) {
  if (joint.type == JointType::kFloating) {
    rules->Error(joint.source,
                 "floating joint \"" + joint.name + "\" leads to a link that is the child of " +
                     "another joint",
                 model.links[At(joint.child)].name, "remove one of the two joints");
    return;
  }
  const bool one_body = joint.parent != kWorldLink &&
                        tree.body_of_link[At(joint.parent)] == tree.body_of_link[At(joint.child)];
  if (!is_loop && joint.type != JointType::kFixed) {
    rules->Warning(
        joint.source,
        std::string(JointTypeName(joint.type)) + " joint \"" + joint.name + "\" cannot move", "",
        one_body ? "its links are also connected by fixed joints"
                 : "both of its links are fixed to the world");
  }
}

}  // namespace

void ValidateBodies(const Model& model, const Tree& tree, Rules* rules) {
  for (const Body& body : tree.bodies) {
    CheckBodyMass(model, tree, body, rules);
    CheckStaticShapes(model, body, rules);
  }
  if (model.is_static) return;
  std::vector<bool> in_tree(model.joints.size(), false);
  for (const Body& body : tree.bodies) {
    if (body.joint >= 0) in_tree[At(body.joint)] = true;
  }
  std::vector<bool> in_loop(model.joints.size(), false);
  for (const int joint : tree.loop_joints) in_loop[At(joint)] = true;
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const Joint& joint = model.joints[j];
    CheckClosure(model, joint, in_loop[j], rules);
    if (!in_tree[j]) CheckJointOutsideTree(model, tree, joint, in_loop[j], rules);
  }
}

}  // namespace surefoot::world
