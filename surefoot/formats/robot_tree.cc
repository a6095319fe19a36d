#include "surefoot/formats/robot_tree.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "surefoot/base/disjoint_sets.h"
#include "surefoot/base/index.h"
#include "surefoot/base/text.h"
#include "surefoot/base/try.h"

namespace surefoot::formats {
namespace {

using world::Joint;
using world::JointType;

/// Distance (m) from a joint's axis, and difference of directions, below which two frames have the
/// same axis: rounding of the poses in a file.
constexpr double kOnAxis = 1e-12;

/// Distributes names among the links or among the joints of one robot. XML readers trim blanks,
/// and "${" and "$(" would be expressions of xacro.
class Names {
 public:
  std::string Take(const std::string& wanted) {
    std::string base;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const bool control = static_cast<unsigned char>(wanted[i]) < 0x20;
      const bool expression = wanted[i] == '$' && i + 1 < wanted.size() &&
                              (wanted[i + 1] == '{' || wanted[i + 1] == '(');
      base += control || expression ? '_' : wanted[i];
    }
    base = std::string(Trimmed(base));
    if (base.empty()) base = "part";
    std::string name = base;
    for (int i = 2; !used_.insert(name).second; ++i) name = base + "_" + std::to_string(i);
    return name;
  }

 private:
  std::set<std::string> used_;
};

/// URDF's planar joint has a normal only; Surefoot's reader derives the two axes from it.
bool IsPlanarOfUrdf(const Joint& joint) {
  const auto has_limits = [](const world::JointAxis& axis) {
    return std::isfinite(axis.lower) || std::isfinite(axis.upper);
  };
  if (joint.type != JointType::kPlanar) return false;
  if (has_limits(joint.axes[0]) || has_limits(joint.axes[1])) return false;
  const Matrix3d R_CJ = joint.X_CJ.R();
  const Vector3d x = R_CJ * joint.axes[0].axis_J;
  const Vector3d y = R_CJ * joint.axes[1].axis_J;
  const Quaterniond q = QuaternionFromZAxis(x.cross(y));
  // A frame beside the normal would move on a circle.
  const Vector3d p_JC = joint.X_CJ.Inverse().p;
  const Vector3d normal_J = joint.axes[0].axis_J.cross(joint.axes[1].axis_J);
  return (q * Vector3d::UnitX() - x).norm() < kOnAxis &&
         (q * Vector3d::UnitY() - y).norm() < kOnAxis && p_JC.cross(normal_J).norm() < kOnAxis;
}

/// The axis of a step with the joint's limits for it. Steps of ball joints, and steps that follow
/// another one, have none.
world::JointAxis AxisOf(const Joint& joint, const JointStep& step) {
  world::JointAxis axis;
  if (step.ratio == 0.0 && step.index < world::LimitedAxisCount(joint.type)) {
    axis = joint.axes[At(step.index)];
  }
  axis.axis_J = step.axis_J;
  return axis;
}

/// The nodes of the graph of joints are the links, and after the last one the world.
class Builder {
 public:
  Builder(const world::Model& model, const world::Tree& bodies)
      : model_(model),
        bodies_(bodies),
        world_(static_cast<int>(model.links.size())),
        used_(model.joints.size(), false),
        first_edge_(model.joints.size(), -1) {}

  RobotTree Build() {
    FindWorldLink();
    ChooseJoints();
    FindRoots();
    AddLinks();
    AddEdges();
    AddMimics();
    for (int j = 0; j < static_cast<int>(used_.size()); ++j) {
      if (!used_[At(j)] && j != world_joint_) tree_.loops.push_back(j);
    }
    SortEdges();
    return std::move(tree_);
  }

 private:
  int ParentOf(const Joint& joint) const { return joint.parent < 0 ? world_ : joint.parent; }
  /// Index in tree_.nodes.
  int NodeOf(int link) const {
    if (link == world_) return world_link_ < 0 ? 0 : world_link_;
    return link + (has_world_ ? 1 : 0);
  }

  /// A link named "world" that is fixed to the world is the world in URDF.
  void FindWorldLink() {
    for (int j = 0; j < static_cast<int>(model_.joints.size()); ++j) {
      const Joint& joint = model_.joints[At(j)];
      const bool fixed = joint.type == JointType::kFixed && joint.parent < 0;
      if (!fixed || model_.links[At(joint.child)].name != "world") continue;
      world_link_ = joint.child;
      world_joint_ = j;
    }
  }

  /// Joints that connect parts which are not yet connected. Those of the engines' tree come first,
  /// so that a loop is open at the same joint.
  void ChooseJoints() {
    parts_.Reset(world_ + 1);
    if (world_link_ >= 0) parts_.Join(world_link_, world_);
    ties_.resize(At(world_) + 1);
    const std::set<int> loops(bodies_.loop_joints.begin(), bodies_.loop_joints.end());
    for (const bool is_loop : {false, true}) {
      for (int j = 0; j < static_cast<int>(model_.joints.size()); ++j) {
        const Joint& joint = model_.joints[At(j)];
        const int parent = ParentOf(joint);
        if ((loops.count(j) > 0) != is_loop) continue;
        if (parts_.Find(parent) == parts_.Find(joint.child)) continue;
        parts_.Join(parent, joint.child);
        used_[At(j)] = true;
        ties_[At(parent)].push_back(j);
        ties_[At(joint.child)].push_back(j);
      }
    }
  }

  /// One root for each connected part that does not contain the world: the first one of the
  /// engines' tree, which is the base of a robot.
  void FindRoots() {
    std::set<int> seen = {parts_.Find(world_)};
    for (const world::Body& body : bodies_.bodies) {
      if (seen.insert(parts_.Find(body.root_link)).second) roots_.push_back(body.root_link);
    }
    const bool is_connected = !ties_[At(world_)].empty();
    has_world_ = world_link_ < 0 && (is_connected || roots_.size() > 1 || model_.is_static);
  }

  void AddLinks() {
    if (has_world_) tree_.nodes.push_back({.name = link_names_.Take("world")});
    for (std::size_t i = 0; i < model_.links.size(); ++i) {
      tree_.nodes.push_back(
          {.name = link_names_.Take(model_.links[i].name), .link = static_cast<int>(i)});
    }
    // Names of joints have precedence over those of added ones.
    for (const Joint& joint : model_.joints) joint_names_.push_back(edge_names_.Take(joint.name));
  }

  /// Breadth first from the root.
  void AddEdges() {
    std::vector<int> open = roots_;
    if (has_world_ || world_link_ >= 0) {
      open = {world_};
      if (world_link_ >= 0) open.push_back(world_link_);
      AttachRoots(&open);
    }
    tree_.root = NodeOf(open.front());
    std::vector<bool> seen(At(world_) + 1, false);
    for (const int link : open) seen[At(link)] = true;
    for (std::size_t i = 0; i < open.size(); ++i) {
      for (const int j : ties_[At(open[i])]) {
        const Joint& joint = model_.joints[At(j)];
        const bool reversed = joint.child == open[i];
        const int far = reversed ? ParentOf(joint) : joint.child;
        if (seen[At(far)]) continue;
        seen[At(far)] = true;
        AddJoint(j, open[i], far, reversed);
        open.push_back(far);
      }
    }
  }

  /// The pose of the model's frame in the world's node.
  RigidTransform X_NM() const {
    return world_link_ < 0 ? RigidTransform() : model_.links[At(world_link_)].X_ML.Inverse();
  }

  void AttachRoots(std::vector<int>* open) {
    const JointType type = model_.is_static ? JointType::kFixed : JointType::kFloating;
    for (const int link : roots_) {
      const world::Link& spec = model_.links[At(link)];
      AddEdge(edge_names_.Take(spec.name + "_to_world"), type, NodeOf(world_), NodeOf(link),
              X_NM() * spec.X_ML, -1);
      open->push_back(link);
    }
  }

  RobotTree::Edge& AddEdge(const std::string& name, JointType type, int parent, int child,
                           const RigidTransform& X_PC, int joint) {
    RobotTree::Edge edge;
    edge.name = name;
    edge.type = type;
    edge.parent = parent;
    edge.child = child;
    edge.X_PC = X_PC;
    edge.joint = joint;
    tree_.edges.push_back(std::move(edge));
    return tree_.edges.back();
  }

  void AddJoint(int id, int near, int far, bool reversed) {
    const Joint& joint = model_.joints[At(id)];
    const RigidTransform X_NJ =
        (near == world_ ? X_NM() : RigidTransform()) * (reversed ? joint.X_CJ : joint.X_PJ);
    const RigidTransform X_FJ = reversed ? joint.X_PJ : joint.X_CJ;
    const bool is_planar = IsPlanarOfUrdf(joint) && !reversed;
    const bool is_whole = joint.type == JointType::kFixed || joint.type == JointType::kFloating;
    if (!is_planar && !is_whole) {
      AddChain(id, reversed, NodeOf(near), X_NJ, NodeOf(far), X_FJ);
      return;
    }
    first_edge_[At(id)] = static_cast<int>(tree_.edges.size());
    RobotTree::Edge& edge = AddEdge(joint_names_[At(id)], joint.type, NodeOf(near), NodeOf(far),
                                    X_NJ * X_FJ.Inverse(), id);
    if (!is_planar) return;
    edge.axis = joint.axes[0];
    edge.axis.axis_J = X_FJ.q * joint.axes[0].axis_J.cross(joint.axes[1].axis_J).normalized();
  }

  /// The joint's steps with added links between them. The last step ends at the far link, if its
  /// frame is on the axis; otherwise at an added link to which the far link is fixed.
  void AddChain(int id, bool reversed, int near, const RigidTransform& X_NJ, int far,
                const RigidTransform& X_FJ) {
    const Joint& joint = model_.joints[At(id)];
    const std::vector<JointStep> steps = StepsOf(joint, reversed);
    const RigidTransform X_JF = X_FJ.Inverse();
    int parent = near;
    RigidTransform X_PJ = X_NJ;
    std::vector<int> edges(steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const bool is_last = i + 1 == steps.size();
      const bool at_far =
          is_last && (steps[i].slides || X_JF.p.cross(steps[i].axis_J).norm() < kOnAxis);
      const int child = at_far ? far : AddStepNode(id, static_cast<int>(i) + 1, is_last, reversed);
      edges[At(steps[i].index)] = static_cast<int>(tree_.edges.size());
      RobotTree::Edge& edge = AddEdge(StepName(id, steps, steps[i]), TypeOf(joint, steps[i]),
                                      parent, child, at_far ? X_PJ * X_JF : X_PJ, id);
      edge.axis = AxisOf(joint, steps[i]);
      if (at_far) edge.axis.axis_J = X_FJ.q * edge.axis.axis_J;
      parent = child;
      X_PJ = RigidTransform();
    }
    CoupleSteps(id, steps, edges);
    if (parent == far) return;
    AddEdge(edge_names_.Take(joint.name + "_fixed"), JointType::kFixed, parent, far, X_JF, -1);
  }

  /// `edges`: for each step, by its index, its edge.
  void CoupleSteps(int id, const std::vector<JointStep>& steps, const std::vector<int>& edges) {
    first_edge_[At(id)] = edges[0];
    for (const JointStep& step : steps) {
      if (step.ratio == 0.0) continue;
      world::Mimic mimic;
      mimic.leader = edges[0];
      mimic.multiplier = step.ratio;
      tree_.edges[At(edges[At(step.index)])].mimic = mimic;
    }
  }

  int AddStepNode(int id, int steps, bool is_last, bool reversed) {
    const std::string suffix = is_last ? "_frame" : "_" + std::to_string(steps) + "_link";
    tree_.nodes.push_back(
        {link_names_.Take(model_.joints[At(id)].name + suffix), -1, id, steps, reversed});
    return static_cast<int>(tree_.nodes.size()) - 1;
  }

  static JointType TypeOf(const Joint& joint, const JointStep& step) {
    if (step.slides) return JointType::kPrismatic;
    return joint.type == JointType::kContinuous ? JointType::kContinuous : JointType::kRevolute;
  }

  /// Names of coordinates as in sensor_msgs/JointState: "cardan_0", "cardan_1".
  std::string StepName(int id, const std::vector<JointStep>& steps, const JointStep& step) {
    const std::string& name = joint_names_[At(id)];
    const bool is_screw = model_.joints[At(id)].type == JointType::kScrew;
    if (steps.size() == 1 || (is_screw && step.index == 0)) return name;
    return edge_names_.Take(name + (is_screw ? "_advance" : "_" + std::to_string(step.index)));
  }

  void AddMimics() {
    const auto has_one = [](const Joint& joint) { return world::VelocityCount(joint.type) == 1; };
    for (std::size_t j = 0; j < model_.joints.size(); ++j) {
      const Joint& joint = model_.joints[j];
      const int edge = first_edge_[j];
      if (!joint.mimic || edge < 0) continue;
      const int leader = first_edge_[At(joint.mimic->leader)];
      if (leader < 0 || !has_one(joint) || !has_one(model_.joints[At(joint.mimic->leader)])) {
        tree_.lost_mimics.push_back(static_cast<int>(j));
        continue;
      }
      tree_.edges[At(edge)].mimic = joint.mimic;
      tree_.edges[At(edge)].mimic->leader = leader;
    }
  }

  /// By the model's joints, so that a reader numbers them in the same order.
  void SortEdges() {
    std::vector<int> order(tree_.edges.size());
    std::iota(order.begin(), order.end(), 0);
    const auto rank = [&](int edge) {
      const int joint = tree_.edges[At(edge)].joint;
      return joint >= 0 ? joint : static_cast<int>(model_.joints.size());
    };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return rank(a) < rank(b); });
    std::vector<int> place(order.size());
    std::vector<RobotTree::Edge> sorted;
    for (std::size_t i = 0; i < order.size(); ++i) {
      place[At(order[i])] = static_cast<int>(i);
      sorted.push_back(std::move(tree_.edges[At(order[i])]));
    }
    for (RobotTree::Edge& edge : sorted) {
      if (edge.mimic) edge.mimic->leader = place[At(edge.mimic->leader)];
    }
    tree_.edges = std::move(sorted);
  }

  const world::Model& model_;
  const world::Tree& bodies_;
  /// The node of the world in the graph of joints.
  const int world_;
  RobotTree tree_;
  Names link_names_;
  Names edge_names_;
  std::vector<std::string> joint_names_;
  /// Which joints are in the tree, and for each node those that connect it.
  std::vector<bool> used_;
  std::vector<std::vector<int>> ties_;
  DisjointSets parts_;
  std::vector<int> roots_;
  /// For each joint the edge of its first step, before the edges are sorted; -1 for none.
  std::vector<int> first_edge_;
  /// A root is added for the world.
  bool has_world_ = false;
  int world_link_ = -1;
  int world_joint_ = -1;
};

/// The same model with all joints fixed, because nothing moves in a static one.
world::Model Frozen(const world::Model& model) {
  world::Model frozen = model;
  for (Joint& joint : frozen.joints) {
    joint.type = JointType::kFixed;
    joint.mimic = std::nullopt;
  }
  return frozen;
}

}  // namespace

std::vector<JointStep> StepsOf(const Joint& joint, bool reversed) {
  const Vector3d& first = joint.axes[0].axis_J;
  const Vector3d& second = joint.axes[1].axis_J;
  const Vector3d x = Vector3d::UnitX(), y = Vector3d::UnitY(), z = Vector3d::UnitZ();
  std::vector<JointStep> steps;
  switch (joint.type) {
    case JointType::kFixed:
    case JointType::kFloating:
      break;
    case JointType::kRevolute:
    case JointType::kContinuous:
      steps = {{false, first}};
      break;
    case JointType::kPrismatic:
      steps = {{true, first}};
      break;
    case JointType::kScrew:
      steps = {{false, first}, {true, first, 1, joint.screw_pitch / (2.0 * M_PI)}};
      break;
    case JointType::kUniversal:
      steps = {{false, first}, {false, second, 1}};
      break;
    case JointType::kBall:
      steps = {{false, x}, {false, y, 1}, {false, z, 2}};
      break;
    case JointType::kPlanar:
      steps = {{true, first}, {true, second, 1}, {false, first.cross(second).normalized(), 2}};
      break;
  }
  // The inverse of a product of motions: in the opposite order, about the opposite axes.
  if (!reversed) return steps;
  std::reverse(steps.begin(), steps.end());
  for (JointStep& step : steps) step.axis_J = -step.axis_J;
  return steps;
}

Vector3d AnglesOfBall(const Quaterniond& q) {
  // R = Rx(a) Ry(b) Rz(c) has the first row (cos b cos c, -cos b sin c, sin b). The angles a and c
  // are computed one after the other, so that they also fit together at b = 90 deg.
  const Matrix3d R = q.toRotationMatrix();
  const double c = std::atan2(-R(0, 1), R(0, 0));
  const double b = std::atan2(R(0, 2), std::hypot(R(0, 0), R(0, 1)));
  // The middle column of R Rz(-c) is (0, cos a, sin a).
  const double a = std::atan2(R(2, 0) * std::sin(c) + R(2, 1) * std::cos(c),
                              R(1, 0) * std::sin(c) + R(1, 1) * std::cos(c));
  return Vector3d(a, b, c);
}

RigidTransform PoseAfterSteps(const Joint& joint, bool reversed, int steps, const double* q) {
  const bool is_ball = joint.type == JointType::kBall;
  const Vector3d angles =
      is_ball ? AnglesOfBall(Quaterniond(q[0], q[1], q[2], q[3])) : Vector3d::Zero();
  RigidTransform X;
  for (const JointStep& step : StepsOf(joint, reversed)) {
    if (steps-- <= 0) break;
    const double position = is_ball             ? angles[step.index]
                            : step.ratio == 0.0 ? q[step.index]
                                                : step.ratio * q[0];
    X = X * (step.slides ? RigidTransform(position * step.axis_J)
                         : RigidTransform(Quaterniond(Eigen::AngleAxisd(position, step.axis_J)),
                                          Vector3d::Zero()));
  }
  return X;
}

/// A joint can only be reversed if a link is the child of two joints, or in a loop; both leave
/// another number of links than one without a parent.
bool MayNeedAddedLinks(const world::Model& model) {
  std::vector<bool> has_parent(model.links.size(), false);
  for (const Joint& joint : model.joints) {
    const bool turns = joint.type == JointType::kRevolute || joint.type == JointType::kContinuous;
    const bool whole = joint.type == JointType::kFixed || joint.type == JointType::kFloating ||
                       joint.type == JointType::kPrismatic;
    const bool on_axis = joint.X_CJ.Inverse().p.cross(joint.axes[0].axis_J).norm() < kOnAxis;
    if (joint.parent < 0 || has_parent[At(joint.child)] || !(whole || (turns && on_axis))) {
      return true;
    }
    has_parent[At(joint.child)] = true;
  }
  return model.is_static || std::count(has_parent.begin(), has_parent.end(), false) != 1;
}

Result<RobotTree> MakeRobotTree(const world::Model& model) {
  if (!model.is_static) {
    const world::Tree tree = SUREFOOT_TRY(world::MakeTree(model));
    return Builder(model, tree).Build();
  }
  world::Model frozen = Frozen(model);
  frozen.is_static = false;
  const world::Tree tree = SUREFOOT_TRY(world::MakeTree(frozen));
  frozen.is_static = true;
  return Builder(frozen, tree).Build();
}

}  // namespace surefoot::formats
