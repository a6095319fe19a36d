#include "surefoot/engines/dart/build.h"

#include <algorithm>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/Joint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <exception>
#include <tuple>

#include "surefoot/engines/dart/joints.h"

namespace surefoot::engines::dart {
namespace {

namespace dd = ::dart::dynamics;
using world::JointType;

/// Bodies in one skeleton at most: the time to build it grows with their cube (1000: 15 s).
constexpr std::size_t kMostBodies = 1500;

std::size_t At(int index) { return static_cast<std::size_t>(index); }

Motion MotionOf(JointType type) {
  switch (type) {
    case JointType::kRevolute:
    case JointType::kContinuous:
      return Motion::kHinge;
    case JointType::kPrismatic:
      return Motion::kSlide;
    case JointType::kScrew:
      return Motion::kScrew;
    case JointType::kUniversal:
      return Motion::kUniversal;
    case JointType::kBall:
      return Motion::kBall;
    case JointType::kPlanar:
      return Motion::kPlanar;
    case JointType::kFixed:
    case JointType::kFloating:
      break;
  }
  return Motion::kFree;
}

/// Inertia of a body that turns about a line, or moves along it.
double InertiaAlong(const Inertia& inertia, Motion motion, const Vector3d& axis_B,
                    const Vector3d& p_B) {
  if (motion == Motion::kSlide || motion == Motion::kPlanar) return inertia.mass;
  return axis_B.dot(inertia.I_BBcm_B * axis_B) +
         inertia.mass * axis_B.cross(inertia.p_BBcm - p_B).squaredNorm();
}

class Builder {
 public:
  explicit Builder(const physics::BackendArgs& args) : args_(args), world_(*args.world) {
    maps_.body_of_link.assign(At(world_.link_count()), kGround);
    maps_.X_BL.resize(At(world_.link_count()));
  }

  Result<Maps> Make() {
    for (const int model : args_.models) {
      const Status status = AddModel(model);
      if (!status.ok()) return status.error().Within("model '" + world_.instance(model).name + "'");
    }
    for (const int model : args_.models) AddMimics(model);
    for (const world::Attachment& attachment : world_.spec().attachments) {
      const Status status = AddAttachment(attachment);
      if (!status.ok()) return status.error();
    }
    return std::move(maps_);
  }

 private:
  Status AddModel(int model);
  Status AddTreeBody(int model, int tree_body, int tree);
  void MapLinks(int model);
  void MapJoint(int model, const world::Body& body, const BodyMap& map, int body_index);
  void SetLeastInertia(const JointPlan& plan, const BodyMap& map);
  void AddTie(int model, int joint);
  void AddMimics(int model);
  Status AddAttachment(const world::Attachment& attachment);
  Coordinate CoordinateOf(int joint_id) const;
  Result<JointPlan> PlanOf(int model, const world::Body& body) const;
  int LinkId(int model, int link) const { return world_.layout(model).links.first + link; }
  bool InThisInstance(int model) const {
    return std::find(args_.models.begin(), args_.models.end(), model) != args_.models.end();
  }

  const physics::BackendArgs& args_;
  const world::World& world_;
  Maps maps_;
  /// Per body of the model at hand: index into maps_.bodies.
  std::vector<int> body_index_;
};

Status Builder::AddModel(int model) {
  const world::Tree& tree = world_.tree(model);
  ModelMap range;
  range.model = model;
  range.first_body = static_cast<int>(maps_.bodies.size());
  range.first_dof = maps_.dof_count();
  range.first_lumped = static_cast<int>(maps_.lumped_links.size());
  range.first_scalar = static_cast<int>(maps_.dofs.size());
  range.first_ball = static_cast<int>(maps_.balls.size());
  range.first_tie = static_cast<int>(maps_.ties.size());
  body_index_.assign(tree.bodies.size(), kGround);
  // A skeleton at a time, so that its dofs are contiguous.
  std::vector<int> root_of(tree.bodies.size(), -1);
  std::vector<int> roots;
  for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
    const world::Body& body = tree.bodies[i];
    if (body.is_static) continue;
    const bool at_top = body.parent < 0 || tree.bodies[At(body.parent)].is_static;
    root_of[i] = at_top ? static_cast<int>(i) : root_of[At(body.parent)];
    if (at_top) roots.push_back(static_cast<int>(i));
  }
  std::vector<std::vector<int>> members(tree.bodies.size());
  for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
    if (root_of[i] >= 0) members[At(root_of[i])].push_back(static_cast<int>(i));
  }
  for (const int root : roots) {
    const std::size_t count = members[At(root)].size();
    if (count > kMostBodies) {
      return Error{"it has a tree of " + std::to_string(count) + " bodies; more than " +
                   std::to_string(kMostBodies) +
                   " take DART minutes to build: split the model or use another engine"};
    }
    TreeMap map;
    map.skeleton = dd::Skeleton::create("s" + std::to_string(maps_.trees.size()));
    map.model = model;
    map.first_body = static_cast<int>(maps_.bodies.size());
    map.first_dof = maps_.dof_count();
    maps_.trees.push_back(map);
    const int index = static_cast<int>(maps_.trees.size()) - 1;
    for (const int body : members[At(root)]) {
      const Status status = AddTreeBody(model, body, index);
      if (!status.ok()) return status;
    }
    TreeMap& made = maps_.trees.back();
    made.body_count = static_cast<int>(maps_.bodies.size()) - made.first_body;
    made.dof_count = maps_.dof_count() - made.first_dof;
  }
  MapLinks(model);
  for (const int joint : tree.loop_joints) AddTie(model, joint);
  range.body_count = static_cast<int>(maps_.bodies.size()) - range.first_body;
  range.dof_count = maps_.dof_count() - range.first_dof;
  range.lumped_count = static_cast<int>(maps_.lumped_links.size()) - range.first_lumped;
  range.scalar_count = static_cast<int>(maps_.dofs.size()) - range.first_scalar;
  range.ball_count = static_cast<int>(maps_.balls.size()) - range.first_ball;
  range.tie_count = static_cast<int>(maps_.ties.size()) - range.first_tie;
  maps_.models.push_back(range);
  return Status();
}

void Builder::MapLinks(int model) {
  const world::Tree& tree = world_.tree(model);
  const world::Model& description = world_.model(model);
  for (std::size_t i = 0; i < description.links.size(); ++i) {
    const auto link = At(LinkId(model, static_cast<int>(i)));
    const int body = body_index_[At(tree.body_of_link[i])];
    maps_.body_of_link[link] = body;
    maps_.X_BL[link] =
        body == kGround ? world_.instance(model).X_WM * description.links[i].X_ML : tree.X_BL[i];
    if (body == kGround) continue;
    const int root = maps_.bodies[At(body)].root_link;
    if (static_cast<int>(link) != root) {
      maps_.lumped_links.push_back(LinkMap{static_cast<int>(link), root, tree.X_BL[i]});
    }
  }
}

Result<JointPlan> Builder::PlanOf(int model, const world::Body& body) const {
  const world::Tree& tree = world_.tree(model);
  const world::Model& description = world_.model(model);
  const RigidTransform& X_WM = world_.instance(model).X_WM;
  JointPlan plan;
  if (body.joint >= 0) plan.motion = MotionOf(description.joints[At(body.joint)].type);
  if (plan.motion == Motion::kFree) {
    // At the centre of mass, so that free flight keeps its momentum.
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
  plan.X_BJ = tree.X_BL[At(far)] * X_FarJ;
  if (near == world::kWorldLink) {
    plan.X_PJ = X_WM * X_NearJ;
  } else if (tree.bodies[At(tree.body_of_link[At(near)])].is_static) {
    plan.X_PJ = X_WM * description.links[At(near)].X_ML * X_NearJ;
  } else {
    plan.X_PJ = tree.X_BL[At(near)] * X_NearJ;
  }
  plan.axis = joint.axes[0].axis_J;
  plan.second_axis = joint.axes[1].axis_J;
  plan.pitch = joint.screw_pitch;
  if (reversed) {
    // The inverse of a turn about a, then b: back about b, then back about a.
    plan.axis = -joint.axes[joint.type == JointType::kUniversal ? 1 : 0].axis_J;
    plan.second_axis = -joint.axes[0].axis_J;
  }
  return plan;
}

Status Builder::AddTreeBody(int model, int tree_body, int tree) {
  const world::Body& body = world_.tree(model).bodies[At(tree_body)];
  Result<JointPlan> plan = PlanOf(model, body);
  if (!plan.ok()) return plan.error();
  BodyMap map;
  map.motion = plan.value().motion;
  map.tree = tree;
  if (body.parent >= 0) map.parent = body_index_[At(body.parent)];
  map.root_link = LinkId(model, body.root_link);
  map.inertia = body.moved_inertia();
  const physics::Weightless weightless =
      physics::WeightlessPart(world_.model(model), world_.tree(model), body);
  const bool gravity = weightless.mass < map.inertia.mass;
  const bool on_body = map.parent != kGround;
  std::tie(map.joint, map.node) = AddBody(
      plan.value(), map.inertia, gravity, std::to_string(maps_.bodies.size()),
      on_body ? maps_.bodies[At(map.parent)].node : nullptr, maps_.trees[At(tree)].skeleton.get());
  map.first_dof = maps_.dof_count();
  map.dof_count = static_cast<int>(map.joint->getNumDofs());
  map.chain = static_cast<int>(maps_.chains.size());
  if (on_body) {
    const BodyMap parent = maps_.bodies[At(map.parent)];
    for (int k = 0; k < parent.chain_count; ++k) {
      maps_.chains.push_back(maps_.chains[At(parent.chain + k)]);
    }
  }
  for (int k = 0; k < map.dof_count; ++k) {
    maps_.chains.push_back(map.first_dof + k);
    maps_.forces.emplace_back();
    maps_.tree_of_dof.push_back(tree);
  }
  map.chain_count = static_cast<int>(maps_.chains.size()) - map.chain;
  const int index = static_cast<int>(maps_.bodies.size());
  if (body.joint >= 0) {
    if (map.motion == Motion::kFree) {
      map.floating_joint = world_.layout(model).joints.first + body.joint;
    } else {
      MapJoint(model, body, map, index);
      SetLeastInertia(plan.value(), map);
    }
  }
  if (gravity && weightless.mass > 0.0) {
    maps_.weightless.push_back(WeightlessMap{index, weightless});
  }
  body_index_[At(tree_body)] = index;
  maps_.bodies.push_back(map);
  return Status();
}

void Builder::MapJoint(int model, const world::Body& body, const BodyMap& map, int body_index) {
  const world::Joint& joint = world_.model(model).joints[At(body.joint)];
  const world::JointLayout& layout = world_.joint(world_.layout(model).joints.first + body.joint);
  const auto set_forces = [this](int dof, const world::JointAxis& axis) {
    maps_.forces[At(dof)] = DofForces{axis.armature, axis.damping, axis.spring_stiffness,
                                      axis.spring_reference, axis.friction};
  };
  if (map.motion == Motion::kBall) {
    world::JointAxis axis = joint.axes[0];
    axis.spring_stiffness = 0.0;
    maps_.balls.push_back(
        BallMap{body_index, layout.q, layout.v, map.first_dof, axis, body.joint_reversed});
    for (int k = 0; k < 3; ++k) set_forces(map.first_dof + k, axis);
    return;
  }
  const bool swapped = body.joint_reversed && map.motion == Motion::kUniversal;
  for (int k = 0; k < map.dof_count; ++k) {
    DofMap dof;
    dof.q = layout.q + k;
    dof.v = layout.v + k;
    dof.dof = map.first_dof + (swapped ? 1 - k : k);
    // A planar joint's rotation has no limits of its own.
    if (k < 2) dof.axis = joint.axes[k];
    set_forces(dof.dof, dof.axis);
    maps_.dofs.push_back(dof);
  }
}

void Builder::SetLeastInertia(const JointPlan& plan, const BodyMap& map) {
  for (int k = 0; k < map.dof_count; ++k) {
    const Vector3d& axis_J = k == 0 ? plan.axis : plan.second_axis;
    double inertia = InertiaAlong(map.inertia, map.motion, plan.X_BJ.q * axis_J, plan.X_BJ.p);
    if (map.parent != kGround) {
      const double other = InertiaAlong(maps_.bodies[At(map.parent)].inertia, map.motion,
                                        plan.X_PJ.q * axis_J, plan.X_PJ.p);
      inertia *= other / (inertia + other);
    }
    DofForces& forces = maps_.forces[At(map.first_dof + k)];
    forces.least_inertia = inertia + forces.armature;
  }
}

void Builder::AddTie(int model, int joint_index) {
  const world::Joint& joint = world_.model(model).joints[At(joint_index)];
  if (joint.type == JointType::kFloating) return;
  TieMap tie;
  tie.model = model;
  tie.joint = joint;
  tie.joint_id = world_.layout(model).joints.first + joint_index;
  const world::JointLayout& layout = world_.joint(tie.joint_id);
  tie.q = layout.q;
  tie.q_count = layout.q_count;
  tie.v = layout.v;
  tie.X_AJ = world_.instance(model).X_WM * joint.X_PJ;
  if (joint.parent != world::kWorldLink) {
    const auto link = At(LinkId(model, joint.parent));
    tie.body_a = maps_.body_of_link[link];
    tie.X_AJ = maps_.X_BL[link] * joint.X_PJ;
  }
  const auto link = At(LinkId(model, joint.child));
  tie.body_b = maps_.body_of_link[link];
  tie.X_BJ = maps_.X_BL[link] * joint.X_CJ;
  maps_.ties.push_back(tie);
}

Coordinate Builder::CoordinateOf(int joint_id) const {
  const world::JointLayout& layout = world_.joint(joint_id);
  Coordinate coordinate;
  coordinate.q = layout.q;
  for (const DofMap& dof : maps_.dofs) {
    if (dof.v == layout.v) coordinate.dof = dof.dof;
  }
  for (std::size_t i = 0; i < maps_.ties.size(); ++i) {
    if (maps_.ties[i].joint_id == joint_id) coordinate.tie = static_cast<int>(i);
  }
  return coordinate;
}

void Builder::AddMimics(int model) {
  const world::Model& description = world_.model(model);
  const int first = world_.layout(model).joints.first;
  for (std::size_t i = 0; i < description.joints.size(); ++i) {
    const world::Joint& joint = description.joints[i];
    if (!joint.mimic) continue;
    MimicMap mimic;
    mimic.follower = CoordinateOf(first + static_cast<int>(i));
    mimic.leader = CoordinateOf(first + joint.mimic->leader);
    mimic.multiplier = joint.mimic->multiplier;
    mimic.offset = joint.mimic->offset;
    if (mimic.follower.dof < 0 && mimic.follower.tie < 0) continue;
    maps_.mimics.push_back(mimic);
  }
}

Status Builder::AddAttachment(const world::Attachment& attachment) {
  const int model_a = world_.FindModel(attachment.model_a);
  const int model_b = world_.FindModel(attachment.model_b);
  if (!InThisInstance(model_a) && !InThisInstance(model_b)) return Status();
  if (!InThisInstance(model_a) || !InThisInstance(model_b)) {
    return Error{"attachment '" + attachment.name + "' joins models of different engine instances"};
  }
  const auto link_a = At(LinkId(model_a, world_.model(model_a).FindLink(attachment.link_a)));
  const auto link_b = At(LinkId(model_b, world_.model(model_b).FindLink(attachment.link_b)));
  TieMap tie;
  tie.model = model_a;
  tie.body_a = maps_.body_of_link[link_a];
  tie.body_b = maps_.body_of_link[link_b];
  if (tie.body_a == kGround && tie.body_b == kGround) {
    return Error{"attachment '" + attachment.name + "' joins two static links"};
  }
  tie.X_AJ = maps_.X_BL[link_a] * attachment.X_AB;
  tie.X_BJ = maps_.X_BL[link_b];
  maps_.ties.push_back(tie);
  return Status();
}

}  // namespace

Result<Maps> Build(const physics::BackendArgs& args) {
  try {
    return Builder(args).Make();
  } catch (const std::exception& error) {
    return Error{std::string("DART cannot build the world: ") + error.what()};
  }
}

}  // namespace surefoot::engines::dart
