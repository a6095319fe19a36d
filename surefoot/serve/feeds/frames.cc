#include "surefoot/serve/feeds/frames.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "surefoot/base/index.h"
#include "surefoot/formats/robot_tree.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/serve/feeds/robot_frames.h"

namespace surefoot::serve {
namespace {

/// A client's transform of a base counts for this long (simulated time).
constexpr SimTimeNs kPlacedTime = 2'000'000'000;

/// The base frame in the odometry of the model's drive, with the prefix; empty if no drive
/// publishes tf.
std::string BaseFrame(const world::Model& model, const std::string& prefix) {
  const std::string base = OdometryBase(model);
  if (base.empty()) return "";
  return base[0] == '/' ? base.substr(1) : prefix + base;
}

}  // namespace

/// The frames of one model as a graph: nodes are frames, ties are joints or fixed offsets. Walk
/// turns it into a tree.
class Frames::Tree {
 public:
  Tree(const world::World& world, int model, const sensors::SensorRegistry& kinds)
      : world_(world), model_(model), prefix_(world.instance(model).name + "/") {
    const world::Range& links = world.layout(model).links;
    for (int link = links.first; link < links.end(); ++link) {
      nodes_.push_back({prefix_ + world.link(link).name, link, {}});
    }
    first_link_ = links.first;
    for (const world::Frame& frame : FixedFrames(world.model(model), kinds)) {
      AddFixed(frame.link, prefix_ + frame.name, frame.X_LF);
    }
    AddJoints();
    if (formats::MayNeedAddedLinks(world.model(model))) AddStepFrames();
  }

  /// Appends the edges of the tree, from the base outwards, to `fixed` or `moving`.
  void Walk(std::vector<Edge>* fixed, std::vector<Edge>* moving) {
    const std::string base = BaseFrame(world_.model(model_), prefix_);
    // A base frame that the model does not contain is placed at its first link.
    if (!base.empty()) AddFixed(0, base, RigidTransform());
    const std::size_t root = base.empty() ? 0 : IndexOf(base);
    std::vector<bool> seen(nodes_.size(), false);
    Visit(root, &seen, fixed, moving);
    if (base.empty()) moving->push_back({{"world", -1, {}}, nodes_[root]});
    // Bodies of the model that are not connected to the base hang from the world.
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (seen[i] || nodes_[i].link < 0) continue;
      moving->push_back({{"world", -1, {}}, nodes_[i]});
      Visit(i, &seen, fixed, moving);
    }
    for (const std::size_t i : hanging_) {
      (nodes_[i].joint < 0 ? fixed : moving)->push_back({{"world", -1, {}}, nodes_[i]});
    }
  }

 private:
  /// A connection of two nodes; `moves` if a joint can change it.
  struct Tie {
    std::size_t a = 0;
    std::size_t b = 0;
    bool moves = false;
  };

  std::size_t IndexOf(const std::string& name) const {
    const auto found = std::find_if(nodes_.begin(), nodes_.end(),
                                    [&](const Node& node) { return node.name == name; });
    return static_cast<std::size_t>(found - nodes_.begin());
  }

  void AddFixed(int link, const std::string& name, const RigidTransform& X_LF) {
    if (IndexOf(name) != nodes_.size()) return;
    ties_.push_back({static_cast<std::size_t>(link), nodes_.size(), false});
    nodes_.push_back({name, first_link_ + link, X_LF});
  }

  void AddJoints() {
    for (const world::Joint& joint : world_.model(model_).joints) {
      if (joint.parent < 0 || joint.child < 0) continue;
      ties_.push_back({static_cast<std::size_t>(joint.parent),
                       static_cast<std::size_t>(joint.child),
                       joint.type != world::JointType::kFixed});
    }
  }

  /// The frames of links that are added to the robot's URDF (formats/robot_tree.h), so that
  /// programs find all of its links.
  void AddStepFrames() {
    const Result<formats::RobotTree> tree = formats::MakeRobotTree(world_.model(model_));
    if (!tree.ok()) return;
    for (const formats::RobotTree::Node& added : tree->nodes) {
      if (added.link >= 0 || IndexOf(prefix_ + added.name) != nodes_.size()) continue;
      if (added.joint < 0) {
        nodes_.push_back({prefix_ + added.name, -1, world_.instance(model_).X_WM});
        hanging_.push_back(nodes_.size() - 1);
      } else {
        AddStepFrame(added);
      }
    }
  }

  /// A frame behind all steps of its joint is fixed to the far link.
  void AddStepFrame(const formats::RobotTree::Node& added) {
    const world::Joint& joint = world_.model(model_).joints[At(added.joint)];
    const int near = added.reversed ? joint.child : joint.parent;
    const int far = added.reversed ? joint.parent : joint.child;
    const RigidTransform& X_NJ = added.reversed ? joint.X_CJ : joint.X_PJ;
    const RigidTransform& X_FJ = added.reversed ? joint.X_PJ : joint.X_CJ;
    const std::string name = prefix_ + added.name;
    const int count = static_cast<int>(formats::StepsOf(joint, added.reversed).size());
    if (added.steps == count && far >= 0) return AddFixed(far, name, X_FJ);
    Node node{name, -1, world_.instance(model_).X_WM * X_NJ};
    if (near >= 0) node = {name, first_link_ + near, X_NJ};
    node.joint = world_.layout(model_).joints.first + added.joint;
    node.steps = added.steps;
    node.reversed = added.reversed;
    if (near >= 0) ties_.push_back({At(near), nodes_.size(), true});
    if (near < 0) hanging_.push_back(nodes_.size());
    nodes_.push_back(std::move(node));
  }

  void Visit(std::size_t root, std::vector<bool>* seen, std::vector<Edge>* fixed,
             std::vector<Edge>* moving) {
    // Depth first. Kinematic loops are cut at the tie that is reached second.
    std::vector<std::size_t> open = {root};
    (*seen)[root] = true;
    while (!open.empty()) {
      const std::size_t at = open.back();
      open.pop_back();
      for (const Tie& tie : ties_) {
        if (tie.a != at && tie.b != at) continue;
        const std::size_t next = tie.a == at ? tie.b : tie.a;
        if ((*seen)[next]) continue;
        (*seen)[next] = true;
        (tie.moves ? moving : fixed)->push_back({nodes_[at], nodes_[next]});
        open.push_back(next);
      }
    }
  }

  const world::World& world_;
  int model_;
  std::string prefix_;
  int first_link_ = 0;
  /// Links first.
  std::vector<Node> nodes_;
  /// Nodes that hang from the world although they are not links.
  std::vector<std::size_t> hanging_;
  std::vector<Tie> ties_;
};

std::int64_t TickOf(SimTimeNs time_ns, double rate) {
  // The small offset compensates rounding: 0.29 * 100 is less than 29 in floating point.
  return static_cast<std::int64_t>(std::floor(ToSeconds(time_ns) * rate + 1e-6));
}

Frames::Frames(const sim::Simulation& simulation) {
  graph::Graph& graph = simulation.graph();
  const auto advertise = [&graph](const char* topic, graph::TopicOptions options) {
    const Result<int> id = graph.Advertise<msgs::tf2_msgs::TFMessage>(topic, options);
    return id.ok() ? id.value() : -1;
  };
  // Open topics: programs of a robot, such as SLAM, publish their frames on them, too.
  tf_ = advertise("/tf", {.open = true});
  tf_static_ = advertise("/tf_static", {.latched = true, .reliable = true, .open = true});
  Make(simulation);
}

void Frames::Make(const sim::Simulation& simulation) {
  world_ = simulation.shared_world();
  moving_.clear();
  fixed_.clear();
  const sensors::SensorRegistry& kinds = simulation.machine().sensor_kinds();
  for (int model = 0; model < world_->model_count(); ++model) {
    if (!IsRobot(world_->model(model), kinds)) continue;
    Tree(*world_, model, kinds).Walk(&fixed_, &moving_);
  }
  message_.transforms.assign(moving_.size(), {});
  if (tf_static_ < 0 || fixed_.empty()) return;
  simulation.graph().Publish(tf_static_, simulation.time_ns(), AllStatic(simulation));
}

msgs::tf2_msgs::TFMessage Frames::AllStatic(const sim::Simulation& simulation) const {
  msgs::tf2_msgs::TFMessage message;
  message.transforms.resize(fixed_.size());
  for (std::size_t i = 0; i < fixed_.size(); ++i) {
    Fill(fixed_[i], simulation, &message.transforms[i]);
  }
  of_clients_.AppendTo(&message);
  return message;
}

void Frames::Fill(const Edge& edge, const sim::Simulation& simulation,
                  msgs::geometry_msgs::TransformStamped* out) {
  const auto pose = [&](const Node& node) {
    const physics::State& state = simulation.state();
    const RigidTransform X_WF = node.link < 0 ? node.X_LF : state.X_WL[At(node.link)] * node.X_LF;
    if (node.joint < 0) return X_WF;
    const double* q = state.q.data() + simulation.world().joint(node.joint).q;
    return X_WF * formats::PoseAfterSteps(simulation.world().joint_spec(node.joint), node.reversed,
                                          node.steps, q);
  };
  // On one link the offsets of the description are used, so that the result does not depend on the
  // link's pose by rounding.
  const bool is_fixed = edge.parent.link == edge.child.link && edge.child.joint < 0;
  const RigidTransform X_PC = is_fixed ? edge.parent.X_LF.Inverse() * edge.child.X_LF
                                       : pose(edge.parent).Inverse() * pose(edge.child);
  out->header.stamp = msgs::ToTime(simulation.time_ns());
  out->header.frame_id = edge.parent.name;
  out->child_frame_id = edge.child.name;
  out->transform.translation = msgs::ToVector3(X_PC.p);
  out->transform.rotation = msgs::ToQuaternion(X_PC.q);
}

void Frames::Publish(const sim::Simulation& simulation, double rate) {
  if (simulation.shared_world() != world_) Make(simulation);
  const std::int64_t tick = TickOf(simulation.time_ns(), rate);
  if (tick == tick_) return;
  tick_ = tick;
  if (tf_ < 0 || moving_.empty() || !simulation.graph().HasSubscribers(tf_)) return;
  message_.transforms.resize(moving_.size());
  std::size_t count = 0;
  for (const Edge& edge : moving_) {
    if (!IsPlaced(edge, simulation.time_ns())) {
      Fill(edge, simulation, &message_.transforms[count++]);
    }
  }
  message_.transforms.resize(count);
  if (count > 0) simulation.graph().Publish(tf_, simulation.time_ns(), message_);
}

Frames::Taken Frames::Take(const msgs::tf2_msgs::TFMessage& message,
                           const sim::Simulation& simulation, const MayMove& may_move) {
  // Frames of the tree, too: a robot's own state publisher may publish them.
  auto [accepted, refused] = ClientTransforms::Sort(message, *world_, {}, may_move);
  if (accepted->transforms.empty()) return {nullptr, refused};
  Note(*accepted, simulation.time_ns());
  return {std::move(accepted), refused};
}

Frames::Taken Frames::TakeStatic(const msgs::tf2_msgs::TFMessage& message,
                                 const sim::Simulation& simulation, const MayMove& may_move) {
  std::set<std::string> known;
  for (const std::vector<Edge>* edges : {&fixed_, &moving_}) {
    for (const Edge& edge : *edges) known.insert(edge.child.name);
  }
  const auto is_known = [&](const std::string& frame) { return known.count(frame) > 0; };
  auto [accepted, refused] = ClientTransforms::Sort(message, *world_, is_known, may_move);
  const Result<bool> changed = of_clients_.Keep(*accepted);
  if (!changed.ok()) return {nullptr, changed.error()};
  // Subscribers have what did not change.
  if (!*changed) return {nullptr, refused};
  return {std::make_shared<const msgs::tf2_msgs::TFMessage>(AllStatic(simulation)), refused};
}

void Frames::Note(const msgs::tf2_msgs::TFMessage& message, SimTimeNs time_ns) {
  for (const msgs::geometry_msgs::TransformStamped& transform : message.transforms) {
    const auto hangs = [&](const Edge& edge) {
      return edge.parent.link < 0 && edge.child.name == transform.child_frame_id;
    };
    // Clients may send any names; only those of this tree are kept.
    if (std::any_of(moving_.begin(), moving_.end(), hangs)) {
      placed_[transform.child_frame_id] = time_ns;
    }
  }
}

bool Frames::IsPlaced(const Edge& edge, SimTimeNs time_ns) const {
  if (placed_.empty() || edge.parent.link >= 0) return false;
  const auto found = placed_.find(edge.child.name);
  // After a reset of time, earlier messages do not count.
  return found != placed_.end() && found->second <= time_ns &&
         time_ns - found->second <= kPlacedTime;
}

}  // namespace surefoot::serve
