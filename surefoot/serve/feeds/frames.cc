#include "surefoot/serve/feeds/frames.h"

#include <algorithm>
#include <cmath>

#include "surefoot/msgs/convert.h"
#include "surefoot/plugins/plugins.h"

namespace surefoot::serve {
namespace {

/// Text of a child element; `otherwise` if it is absent or empty.
std::string TextOf(const world::Element& element, const char* name, const std::string& otherwise) {
  const world::Element* child = element.Child(name);
  return child == nullptr || child->text.empty() ? otherwise : child->text;
}

/// The base frame in the odometry of the model's drive; empty if no drive publishes tf.
std::string OdometryBase(const world::Model& model, const std::string& prefix) {
  Problems ignored;
  for (const world::Element& drive : plugins::DrivesOf(model, &ignored)) {
    const std::string* type = drive.Attribute("type");
    const std::string requested = TextOf(drive, "enable_odom_tf", "true");
    if (type == nullptr || type->compare(0, 6, "joint_") == 0) continue;
    if (requested == "false" || requested == "0") continue;
    const std::string base = TextOf(drive, "base_frame", model.links[0].name);
    return base[0] == '/' ? base.substr(1) : prefix + base;
  }
  return "";
}

/// Rotation from camera axes (x forward, y left, z up) to the optical frame of REP 103 (z forward,
/// x right, y down).
RigidTransform Optical() {
  return RigidTransform(QuaternionFromRpy(-M_PI_2, 0.0, -M_PI_2), Vector3d::Zero());
}

bool IsCamera(const std::string& type) { return type.find("camera") != std::string::npos; }

}  // namespace

/// The frames of one model as a graph: nodes are frames, ties are joints or fixed offsets. Walk
/// turns it into a tree.
class Frames::Tree {
 public:
  Tree(const world::World& world, int model, const std::vector<plugins::PlacedSensor>& sensors)
      : world_(world), model_(model), prefix_(world.instance(model).name + "/") {
    const world::Range& links = world.layout(model).links;
    for (int link = links.first; link < links.end(); ++link) {
      nodes_.push_back({prefix_ + world.link(link).name, link, {}});
    }
    first_link_ = links.first;
    AddFrames();
    AddSensors(sensors);
    AddJoints();
  }

  /// Appends the edges of the tree, from the base outwards, to `fixed` or `moving`.
  void Walk(std::vector<Edge>* fixed, std::vector<Edge>* moving) {
    const std::string base = OdometryBase(world_.model(model_), prefix_);
    // A base frame that the model does not contain is placed at its first link.
    if (!base.empty()) AddFixed(0, base, RigidTransform());
    const std::size_t root = base.empty() ? 0 : IndexOf(base);
    std::vector<bool> seen(nodes_.size(), false);
    Visit(root, &seen, fixed, moving);
    if (base.empty()) moving->push_back({{"world", -1, {}}, nodes_[root]});
    // Bodies of the model that are not connected to the base hang from the world.
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (seen[i]) continue;
      moving->push_back({{"world", -1, {}}, nodes_[i]});
      Visit(i, &seen, fixed, moving);
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

  void AddFrames() {
    for (const world::Frame& frame : world_.model(model_).frames) {
      AddFixed(frame.link, prefix_ + frame.name, frame.X_LF);
    }
  }

  /// Names the frames of sensors as sensors/sensor_set.cc does, so that the frame_id of their
  /// messages exists in the tree.
  void AddSensors(const std::vector<plugins::PlacedSensor>& sensors) {
    const world::Model& model = world_.model(model_);
    for (const plugins::PlacedSensor& placed : sensors) {
      const world::Sensor& sensor = placed.sensor;
      const std::string& link = model.links[static_cast<std::size_t>(placed.link)].name;
      std::string name =
          sensor.X_LS.IsIdentity() ? prefix_ + link : prefix_ + link + "/" + sensor.name;
      for (const char* given : {"ignition_frame_id", "gz_frame_id", "frame_id"}) {
        const std::string text = TextOf(sensor.element, given, "");
        if (!text.empty()) name = prefix_ + text;
      }
      AddFixed(placed.link, name, sensor.X_LS);
      if (!IsCamera(sensor.type)) continue;
      const world::Element* camera = sensor.element.Child("camera");
      const std::string optical = camera == nullptr ? "" : TextOf(*camera, "optical_frame_id", "");
      AddFixed(placed.link, optical.empty() ? name + "_optical" : prefix_ + optical,
               sensor.X_LS * Optical());
    }
  }

  void AddJoints() {
    for (const world::Joint& joint : world_.model(model_).joints) {
      if (joint.parent < 0 || joint.child < 0) continue;
      ties_.push_back({static_cast<std::size_t>(joint.parent),
                       static_cast<std::size_t>(joint.child),
                       joint.type != world::JointType::kFixed});
    }
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
  std::vector<Edge> fixed;
  for (int model = 0; model < world_->model_count(); ++model) {
    Problems ignored;
    const world::Model& description = world_->model(model);
    if (description.links.empty()) continue;
    const std::vector<plugins::PlacedSensor> placed =
        sensors::PlacedIn(description, simulation.machine().sensor_kinds(), &ignored);
    if (placed.empty() && plugins::DrivesOf(description, &ignored).empty()) continue;
    Tree(*world_, model, placed).Walk(&fixed, &moving_);
  }
  message_.transforms.assign(moving_.size(), {});
  if (tf_static_ < 0 || fixed.empty()) return;
  msgs::tf2_msgs::TFMessage message;
  message.transforms.resize(fixed.size());
  for (std::size_t i = 0; i < fixed.size(); ++i) {
    Fill(fixed[i], simulation, &message.transforms[i]);
  }
  simulation.graph().Publish(tf_static_, simulation.time_ns(), message);
}

void Frames::Fill(const Edge& edge, const sim::Simulation& simulation,
                  msgs::geometry_msgs::TransformStamped* out) {
  const auto pose = [&](const Node& node) {
    if (node.link < 0) return node.X_LF;
    return simulation.state().X_WL[static_cast<std::size_t>(node.link)] * node.X_LF;
  };
  // On one link the offsets of the description are used, so that the result does not depend on the
  // link's pose by rounding.
  const RigidTransform X_PC = edge.parent.link == edge.child.link
                                  ? edge.parent.X_LF.Inverse() * edge.child.X_LF
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
  for (std::size_t i = 0; i < moving_.size(); ++i) {
    Fill(moving_[i], simulation, &message_.transforms[i]);
  }
  simulation.graph().Publish(tf_, simulation.time_ns(), message_);
}

}  // namespace surefoot::serve
