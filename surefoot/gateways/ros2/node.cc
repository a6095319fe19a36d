#include "surefoot/gateways/ros2/node.h"

#include <utility>

#include "surefoot/gateways/ros/robot_names.h"

namespace surefoot::gateways::ros2 {

Node::Node(const Host& host, const Options& options)
    : host_(host),
      counters_(host.metrics),
      core_(MakeCore(options)),
      audited_(host.audit, core_.role),
      depends_on_robots_(options.names.scope == ros::NameRules::Scope::kNone ||
                         options.frames.kind == ros::FrameRules::Kind::kNone) {
  Result<std::unique_ptr<dds::Writer>> writer = host.participant->MakeWriter(
      {.topic = kDiscoveryTopic, .type = kDiscoveryType, .qos = {.latched = true, .depth = 1}},
      nullptr);
  if (writer.ok()) {
    graph_writer_ = std::move(*writer);
  } else {
    Note("other nodes cannot list this one: " + writer.error().message);
  }
  rosout_.emplace(&core_);
  parameters_.emplace(&core_);
  topics_.emplace(&core_, host.open_second);
  services_.emplace(&core_);
  actions_.emplace(&core_);
}

Node::~Node() = default;

Core Node::MakeCore(const Options& options) {
  return Core{
      .bridge = host_.bridge,
      .loop = host_.loop,
      .participant = host_.participant,
      .counters = &counters_,
      .log = [this](const std::string& text) { Note(text); },
      .topic_names = ros::NameMap(options.names),
      .service_names = ros::NameMap(options.names),
      .action_names = ros::NameMap(options.names),
      .frames = ros::FrameMap(options.frames),
      .graph_info = GraphInfo(options.node_namespace, options.node, options.gid_size),
      .role = options.role.value_or(graph::Role::kViewer),
      .node = options.full_node_name(),
      .announce = [this] { Announce(); },
  };
}

void Node::Announce() {
  if (announcing_ || graph_writer_ == nullptr) return;
  announcing_ = true;
  host_.loop->Post([this, life = std::weak_ptr<void>(life_)] {
    if (life.expired()) return;
    announcing_ = false;
    graph_writer_->Write(core_.graph_info.Encode(host_.participant->guid()));
  });
}

/// A message for people, here and on /rosout.
void Node::Note(const std::string& text) {
  if (host_.log) host_.log("ros2: " + text);
  if (rosout_) rosout_->Warn(text);
}

void Node::OnEndpoint(const dds::RemoteEndpoint& endpoint, bool alive) {
  audited_.OnEndpoint(endpoint, alive);
  topics_->OnEndpoint(endpoint, alive);
}

void Node::Take() {
  host_.bridge->Take(&events_);
  for (const graph::Event& event : events_) Handle(event);
  events_.clear();
}

bool Node::IsAboutRobots(const graph::Event& event) const {
  const auto* answered = std::get_if<graph::event::Answered>(&event);
  const auto* refused = std::get_if<graph::event::Refused>(&event);
  return robots_call_ != 0 && ((answered != nullptr && answered->id == robots_call_) ||
                               (refused != nullptr && refused->id == robots_call_));
}

void Node::Handle(const graph::Event& event) {
  namespace kind = graph::event;
  if (IsAboutRobots(event)) {
    const auto* answered = std::get_if<kind::Answered>(&event);
    const bool good = answered != nullptr && answered->response.ok();
    return OnRobots(good ? &*answered->response : nullptr);
  }
  if (depends_on_robots_ && !knows_robots_) {
    held_.push_back(event);
    return AskRobots();
  }
  if (const auto* message = std::get_if<kind::Message>(&event)) {
    topics_->OnSample(*message->sample);
  } else if (const auto* added = std::get_if<kind::TopicAdded>(&event)) {
    topics_->OnTopicAdded(*added);
    AskRobots();
  } else if (std::holds_alternative<kind::GraphChanged>(event)) {
    topics_->OnGraphChanged();
  } else if (const auto* services = std::get_if<kind::Services>(&event)) {
    OnGraphComplete(*services);
  } else if (const auto* answered = std::get_if<kind::Answered>(&event)) {
    if (!services_->OnAnswered(*answered)) parameters_->OnAnswered(*answered);
  } else if (const auto* feedback = std::get_if<kind::Feedback>(&event)) {
    actions_->OnFeedback(*feedback);
  } else if (const auto* ended = std::get_if<kind::GoalEnded>(&event)) {
    actions_->OnGoalEnded(*ended);
  } else if (const auto* refused = std::get_if<kind::Refused>(&event)) {
    topics_->OnRefused(*refused);
  }
}

/// The last event about a new graph.
void Node::OnGraphComplete(const graph::event::Services& services) {
  topics_->OnComplete();
  services_->OnServices(services.services);
  actions_->OnActions(services.actions);
  parameters_->OnServices(services.services);
  AskRobots();
}

/// Asks which robots there are, if names depend on it.
void Node::AskRobots() {
  if (!depends_on_robots_ || robots_call_ != 0) return;
  robots_call_ = core_.next_id++;
  host_.bridge->Call(robots_call_, ros::kRobotsService, ros::RobotsRequest(), core_.caller());
}

void Node::OnRobots(const Bytes* response) {
  robots_call_ = 0;
  if (response != nullptr) {
    const std::string robot = ros::OnlyRobot(ros::RobotNames(*response));
    core_.frames.set_robot(robot);
    const bool changed = core_.topic_names.set_robot(robot);
    core_.service_names.set_robot(robot);
    core_.action_names.set_robot(robot);
    if (changed) {
      topics_->Rename();
      services_->Rename();
      actions_->Rename();
    }
  }
  knows_robots_ = true;
  for (const graph::Event& event : std::exchange(held_, {})) Handle(event);
}

}  // namespace surefoot::gateways::ros2
