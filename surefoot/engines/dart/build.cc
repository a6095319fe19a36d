#include "surefoot/engines/dart/build.h"

#include <algorithm>
#include <dart/dynamics/BallJoint.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/PlanarJoint.hpp>
#include <dart/dynamics/PrismaticJoint.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/ScrewJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/dynamics/UniversalJoint.hpp>
#include <exception>

#include "surefoot/base/index.h"
#include "surefoot/base/try.h"
#include "surefoot/physics/solver/table_builder.h"

// Each tree of bodies becomes a DART skeleton with DART's own joints.

namespace surefoot::engines::dart {
namespace {

namespace dd = ::dart::dynamics;
using world::JointType;

/// Largest number of bodies in a skeleton: the time to build it grows with the cube (1000: 15 s).
constexpr std::size_t kMaxBodies = 1500;

/// Inertia of a body that rotates about a line through p_B, or moves along it.
double InertiaAlong(const Inertia& inertia, JointType kind, const Vector3d& axis_B,
                    const Vector3d& p_B) {
  if (kind == JointType::kPrismatic || kind == JointType::kPlanar) return inertia.mass;
  return axis_B.dot(inertia.I_BBcm_B * axis_B) +
         inertia.mass * axis_B.cross(inertia.p_BBcm - p_B).squaredNorm();
}

/// Joint of a new body: its type, frames and axes.
struct JointPlan {
  JointType kind = JointType::kFloating;
  /// The joint's frame in the parent's body (or the world), and in the new body.
  RigidTransform X_PJ;
  RigidTransform X_BJ;
  Vector3d axis = Vector3d::UnitZ();
  Vector3d second_axis = Vector3d::UnitX();
  /// Advance of a screw in m per revolution.
  double pitch = 0.0;
};

/// Smallest moment of inertia (kg m^2) of a body of 1 kg.
constexpr double kMinMoment = 1e-15;

/// DART uses Eigen's transforms.
Eigen::Isometry3d ToIsometry(const RigidTransform& X) {
  Eigen::Isometry3d T = Eigen::Isometry3d::Identity();
  T.linear() = X.R();
  T.translation() = X.p;
  return T;
}

/// Creates a body with a joint of the given type.
template <typename DartJoint>
DartJoint* Add(dd::BodyNode* parent, const std::string& name, dd::Skeleton* skeleton,
               BodyMap* out) {
  typename DartJoint::Properties joint;
  joint.mName = "j" + name;
  // Unique names avoid the message that DART prints for every name it has to change.
  for (std::size_t i = 0; i < joint.mDofNames.size(); ++i) {
    joint.mDofNames[i] = "d" + name + "_" + std::to_string(i);
    joint.mPreserveDofNames[i] = true;
  }
  const auto made = skeleton->createJointAndBodyNodePair<DartJoint>(
      parent, joint, dd::BodyNode::AspectProperties("b" + name));
  out->joint = made.first;
  out->node = made.second;
  return made.first;
}

/// Adds a body with its joint to a skeleton; `parent` may be nullptr for the world.
void AddBody(const JointPlan& plan, bool gravity, const std::string& name, dd::BodyNode* parent,
             dd::Skeleton* skeleton, BodyMap* map) {
  switch (plan.kind) {
    case JointType::kRevolute:
    case JointType::kContinuous:
      Add<dd::RevoluteJoint>(parent, name, skeleton, map)->setAxis(plan.axis);
      break;
    case JointType::kPrismatic:
      Add<dd::PrismaticJoint>(parent, name, skeleton, map)->setAxis(plan.axis);
      break;
    case JointType::kScrew: {
      auto* screw = Add<dd::ScrewJoint>(parent, name, skeleton, map);
      screw->setAxis(plan.axis);
      screw->setPitch(plan.pitch);
      break;
    }
    case JointType::kUniversal: {
      auto* universal = Add<dd::UniversalJoint>(parent, name, skeleton, map);
      universal->setAxis1(plan.axis);
      universal->setAxis2(plan.second_axis);
      break;
    }
    case JointType::kBall:
      Add<dd::BallJoint>(parent, name, skeleton, map);
      break;
    case JointType::kPlanar:
      Add<dd::PlanarJoint>(parent, name, skeleton, map)
          ->setArbitraryPlane(plan.axis, plan.second_axis, false);
      break;
    case JointType::kFixed:
    case JointType::kFloating:
      Add<dd::FreeJoint>(parent, name, skeleton, map);
      break;
  }
  map->joint->setTransformFromParentBodyNode(ToIsometry(plan.X_PJ));
  map->joint->setTransformFromChildBodyNode(ToIsometry(plan.X_BJ));
  // DART rejects moments that are zero, such as those of a point mass.
  const Inertia& inertia = map->inertia;
  Matrix3d I = inertia.I_BBcm_B;
  for (int i = 0; i < 3; ++i) I(i, i) = std::max(I(i, i), kMinMoment * inertia.mass);
  map->node->setInertia(dd::Inertia(inertia.mass, inertia.p_BBcm, I));
  map->node->setGravityMode(gravity);
}

/// Builds the skeletons and tables of an instance.
class Builder {
 public:
  explicit Builder(const physics::BackendArgs& args)
      : args_(args), world_(*args.world), builder_(args) {}

  /// Models first, then the constraints between them; numbering comes last, because it needs all
  /// bodies.
  Result<Built> Make() {
    for (const int model : args_.models) {
      SUREFOOT_TRY(Within("model '" + world_.instance(model).name + "'", AddModel(model)));
    }
    SUREFOOT_TRY(builder_.AddConstraints());
    builder_.Number();
    built_.tables = std::move(builder_.tables());
    return std::move(built_);
  }

 private:
  Status AddModel(int model);
  Status AddSkeleton(int model, const std::vector<int>& members);
  Status AddTreeBody(int model, int tree_body);
  void MapJoint(int joint_id, bool reversed, int body);
  void SetForces(int u, world::JointAxis* axis);
  void SetMinInertia(const JointPlan& plan, int body);
  Result<JointPlan> PlanOf(int model, const world::Body& body) const;

  const physics::BackendArgs& args_;
  const world::World& world_;
  solver::TableBuilder builder_;
  Built built_;
  /// Per body of the current model: index into the tables, -1 for static bodies.
  std::vector<int> body_index_;
};

/// Splits the model into its trees: each becomes a skeleton, which has its own mass matrix in DART.
Status Builder::AddModel(int model) {
  const world::Tree& tree = world_.tree(model);
  builder_.BeginModel(model);
  body_index_.assign(tree.bodies.size(), -1);
  // One skeleton after the other, so that its coordinates are contiguous.
  std::vector<int> root_of(tree.bodies.size(), -1);
  std::vector<std::vector<int>> members(tree.bodies.size());
  for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
    const world::Body& body = tree.bodies[i];
    if (body.is_static) continue;
    const bool at_top = body.parent < 0 || tree.bodies[At(body.parent)].is_static;
    root_of[i] = at_top ? static_cast<int>(i) : root_of[At(body.parent)];
    members[At(root_of[i])].push_back(static_cast<int>(i));
  }
  for (const std::vector<int>& bodies : members) {
    if (bodies.empty()) continue;
    SUREFOOT_TRY(AddSkeleton(model, bodies));
  }
  builder_.EndModel();
  return Status();
}

/// Refuses trees whose construction would take minutes.
Status Builder::AddSkeleton(int model, const std::vector<int>& members) {
  if (members.size() > kMaxBodies) {
    return Error{"it has a tree of " + std::to_string(members.size()) + " bodies; more than " +
                 std::to_string(kMaxBodies) +
                 " take DART minutes to build: split the model or use another engine"};
  }
  built_.skeletons.push_back(dd::Skeleton::create("s" + std::to_string(built_.skeletons.size())));
  for (const int body : members) {
    SUREFOOT_TRY(AddTreeBody(model, body));
  }
  return Status();
}

/// Type, frames and axes of the joint that moves a body, from the side from which the tree reaches
/// it.
Result<JointPlan> Builder::PlanOf(int model, const world::Body& body) const {
  const world::Model& description = world_.model(model);
  JointPlan plan;
  if (body.joint >= 0) plan.kind = description.joints[At(body.joint)].type;
  if (plan.kind == JointType::kFloating) {
    // The joint is at the centre of mass: its linear velocity is then constant in free flight.
    plan.X_BJ = RigidTransform(body.moved_inertia().p_BBcm);
    return plan;
  }
  const world::Joint& joint = description.joints[At(body.joint)];
  const bool reversed = body.joint_reversed;
  if (reversed && joint.type == JointType::kPlanar) {
    return Error{"joint '" + joint.name + "' of type " + world::JointTypeName(joint.type) +
                 " is only reachable from child to parent; swap its parent and child"};
  }
  const int near = reversed ? joint.child : joint.parent;
  const int far = reversed ? joint.parent : joint.child;
  const RigidTransform& X_NearJ = reversed ? joint.X_CJ : joint.X_PJ;
  const RigidTransform& X_FarJ = reversed ? joint.X_PJ : joint.X_CJ;
  plan.X_BJ = world_.tree(model).X_BL[At(far)] * X_FarJ;
  plan.X_PJ = builder_.PlaceOf(model, near).X_BL * X_NearJ;
  plan.axis = joint.axes[0].axis_J;
  plan.second_axis = joint.axes[1].axis_J;
  plan.pitch = joint.screw_pitch;
  if (reversed) {
    // Inverse of a rotation about a, then b: back about b, then back about a.
    plan.axis = -joint.axes[joint.type == JointType::kUniversal ? 1 : 0].axis_J;
    plan.second_axis = -joint.axes[0].axis_J;
  }
  return plan;
}

/// Adds a body below its parent, with the joint between them.
Status Builder::AddTreeBody(int model, int tree_body) {
  const world::Body& body = world_.tree(model).bodies[At(tree_body)];
  const JointPlan plan = SUREFOOT_TRY(PlanOf(model, body));
  const int parent = body.parent < 0 ? -1 : body_index_[At(body.parent)];
  BodyMap map;
  map.kind = plan.kind;
  map.inertia = body.moved_inertia();
  const physics::Weightless weightless =
      physics::WeightlessPart(world_.model(model), world_.tree(model), body);
  // DART switches gravity per body; a body with a part of its links without gravity gets a
  // compensating force.
  const bool gravity = weightless.mass < map.inertia.mass;
  AddBody(plan, gravity, std::to_string(built_.bodies.size()),
          parent < 0 ? nullptr : built_.bodies[At(parent)].node, built_.skeletons.back().get(),
          &map);
  built_.bodies.push_back(map);
  const int index = builder_.AddBody(model, parent, static_cast<int>(map.joint->getNumDofs()));
  solver::BodyEntry& entry = builder_.tables().bodies.back();
  entry.q = entry.u = static_cast<int>(built_.forces.size());
  entry.q_count = entry.u_count;
  built_.forces.resize(built_.forces.size() + At(entry.u_count));
  body_index_[At(tree_body)] = index;
  if (body.joint >= 0) {
    const int joint_id = world_.layout(model).joints.first + body.joint;
    if (map.kind == JointType::kFloating) {
      entry.floating_joint = joint_id;
    } else {
      MapJoint(joint_id, body.joint_reversed, index);
      SetMinInertia(plan, index);
    }
  }
  builder_.AddLinks(model, body);
  if (gravity && weightless.mass > 0.0) built_.weightless.push_back({index, weightless});
  return Status();
}

/// Registers the joint's coordinates with the solver's tables.
void Builder::MapJoint(int joint_id, bool reversed, int body) {
  const solver::BodyEntry& entry = builder_.tables().bodies[At(body)];
  const JointType kind = built_.bodies[At(body)].kind;
  if (kind == JointType::kBall) {
    builder_.AddBall(joint_id, body, reversed);
    world::JointAxis& axis = builder_.tables().balls.back().axis;
    axis.spring_stiffness = 0.0;
    const world::JointAxis given = axis;
    for (int k = 0; k < 3; ++k) {
      axis = given;
      SetForces(entry.u + k, &axis);
    }
    return;
  }
  const bool swapped = reversed && kind == JointType::kUniversal;
  for (int k = 0; k < entry.u_count; ++k) {
    // The axes of a reversed universal joint are in inverse order.
    const int of_body = swapped ? 1 - k : k;
    builder_.AddCoordinate(joint_id, k, body, of_body);
    SetForces(entry.u + of_body, &builder_.tables().coordinates.back().axis);
  }
}

/// Springs, dampers and armature are computed by DART, so the solver's copies are zero.
void Builder::SetForces(int u, world::JointAxis* axis) {
  DofForces& forces = built_.forces[At(u)];
  forces.armature = axis->armature;
  forces.damping = axis->damping;
  forces.stiffness = axis->spring_stiffness;
  forces.rest = axis->spring_reference;
  axis->armature = axis->damping = axis->spring_stiffness = 0.0;
}

/// Reduced inertia of two bodies, m1 m2 / (m1 + m2): a lower bound for the stability of explicit
/// springs.
void Builder::SetMinInertia(const JointPlan& plan, int body) {
  const solver::BodyEntry& entry = builder_.tables().bodies[At(body)];
  const BodyMap& map = built_.bodies[At(body)];
  for (int k = 0; k < entry.u_count; ++k) {
    const Vector3d& axis_J = k == 0 ? plan.axis : plan.second_axis;
    double inertia = InertiaAlong(map.inertia, map.kind, plan.X_BJ.q * axis_J, plan.X_BJ.p);
    if (entry.parent >= 0) {
      const double other = InertiaAlong(built_.bodies[At(entry.parent)].inertia, map.kind,
                                        plan.X_PJ.q * axis_J, plan.X_PJ.p);
      inertia *= other / (inertia + other);
    }
    DofForces& forces = built_.forces[At(entry.u + k)];
    forces.min_inertia = inertia + forces.armature;
  }
}

}  // namespace

/// DART reports some errors by exceptions of the standard library.
Result<Built> Build(const physics::BackendArgs& args) {
  try {
    return Builder(args).Make();
  } catch (const std::exception& error) {
    return Error{std::string("DART cannot build the world: ") + error.what()};
  }
}

}  // namespace surefoot::engines::dart
