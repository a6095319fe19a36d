#include "surefoot/gateways/ros1/node/node.h"

#include <utility>

#include "surefoot/gateways/ros/robot_names.h"
#include "surefoot/gateways/ros1/net/uri.h"

namespace surefoot::gateways::ros1 {
namespace {

/// Bytes that may wait for the server before publishers are not read any more, and the period of
/// looking whether they may be read again.
constexpr std::size_t kMaxWaiting = std::size_t{4} << 20;
constexpr std::chrono::milliseconds kResumePeriod{5};

Registrar::Node AddressOf(const Options& options, const Node::Address& address) {
  return {options.node, "http://" + HostText(address.host, address.api_port) + "/",
          "rosrpc://" + HostText(address.host, address.tcpros_port)};
}

}  // namespace

Node::Node(const Host& host, const Options& options, const Address& address)
    : host_(host),
      counters_(host.metrics),
      audit_(host.audit, options.role.value_or(graph::Role::kViewer)),
      registrar_(host.reactor, host.client, host.master, AddressOf(options, address)),
      core_(MakeCore(options, registrar_.node().api)),
      topics_(&core_, &types_),
      services_(&core_, &types_),
      actions_(&core_),
      parameters_(&core_, options.use_sim_time),
      rosout_(&core_, &types_),
      depends_on_robots_(options.names.scope == ros::NameRules::Scope::kNone ||
                         options.frames.kind == ros::FrameRules::Kind::kNone) {
  registrar_.log = [this](const std::string& text) { Note(text); };
  registrar_.renamed = [this](const std::string& name) { core_.subscription_host.node = name; };
  registrar_.publishers = [this](const std::string& topic, const auto& uris) {
    SetPublishers(topic, uris);
  };
  MakeSlave(address);
}

Node::~Node() = default;

Core Node::MakeCore(const Options& options, const std::string& api) {
  Core core{.bridge = host_.bridge,
            .reactor = host_.reactor,
            .client = host_.client,
            .registrar = &registrar_,
            .counters = &counters_,
            .audit = &audit_,
            .log = [this](const std::string& text) { Note(text); },
            .topic_names = ros::NameMap(options.names),
            .service_names = ros::NameMap(options.names),
            .action_names = ros::NameMap(options.names),
            .frames = ros::FrameMap(options.frames),
            .subscription_host = {},
            .max_message = options.max_message,
            .queue = options.queue,
            .role = options.role.value_or(graph::Role::kViewer)};
  SubscriptionHost& subscriptions = core.subscription_host;
  subscriptions.reactor = host_.reactor;
  subscriptions.client = host_.client;
  subscriptions.node = options.node;
  subscriptions.uri = api;
  subscriptions.max_message = options.max_message;
  subscriptions.congested = [this] { return Congested(); };
  subscriptions.log = [this](const std::string& text) { Note(text); };
  return core;
}

void Node::MakeSlave(const Address& address) {
  slave_.master_uri = host_.master->uri();
  slave_.host = address.host;
  slave_.port = address.tcpros_port;
  slave_.publications = &core_.publications;
  slave_.subscriptions = &core_.subscriptions;
  slave_.publishers = [this](const std::string& topic, const auto& uris) {
    registrar_.OnUpdate(topic);
    SetPublishers(topic, uris);
  };
  slave_.log = [this](const std::string& text) { Note(text); };
}

void Node::Start() {
  registrar_.Start();
  // Of another program's master, roscore runs that node.
  if (!host_.master->is_remote()) rosout_.Aggregate(MakeRosoutNode());
}

/// The node "/rosout", at the addresses of this one.
std::unique_ptr<Registrar> Node::MakeRosoutNode() {
  Registrar::Node node = registrar_.node();
  node.name = "/rosout";
  auto registrar =
      std::make_unique<Registrar>(host_.reactor, host_.client, host_.master, std::move(node));
  registrar->publishers = registrar_.publishers;
  return registrar;
}

void Node::Finish(std::function<void()> done) {
  registrar_.Finish([this, done = std::move(done)]() mutable { rosout_.Finish(std::move(done)); });
}

/// A message for people, here and on /rosout.
void Node::Note(const std::string& text) {
  if (host_.log) host_.log("ros1: " + text);
  rosout_.Log(Rosout::Level::kWarning, text);
}

/// From the master: who publishes a topic that this node subscribes to.
void Node::SetPublishers(const std::string& topic, const std::vector<std::string>& uris) {
  const auto found = core_.subscriptions.find(topic);
  if (found != core_.subscriptions.end()) found->second->SetPublishers(uris);
}

Result<std::unique_ptr<Handler>> Node::OpenConnection(const Fields& fields, Stream* stream) {
  if (fields.count("service") > 0) return services_.Accept(fields, stream);
  if (fields.count("topic") == 0) {
    return Error{"Got a connection for a type other than 'topic' or 'service'"};
  }
  const std::string topic = FieldOf(fields, "topic");
  const auto publication = core_.publications.find(topic);
  if (publication == core_.publications.end()) {
    return Error{"received a connection for a nonexistent topic [" + topic + "] from [" +
                 EndpointText(*stream) + "] [" + FieldOf(fields, "callerid") + "]."};
  }
  return publication->second->Accept(fields, stream, core_.next_connection++);
}

/// Whether so much waits for the server that publishers are not read. Looks again soon.
bool Node::Congested() {
  if (host_.bridge->waiting_bytes() <= kMaxWaiting) return false;
  if (resume_timer_ == nullptr) {
    resume_timer_ = host_.reactor->After(kResumePeriod, [this] {
      resume_timer_ = nullptr;
      for (const auto& [topic, subscription] : core_.subscriptions) subscription->Resume();
    });
  }
  return true;
}

void Node::Take() {
  host_.bridge->Take(&events_);
  for (const graph::Event& event : events_) Handle(event);
  events_.clear();
}

void Node::Handle(const graph::Event& event) {
  namespace kind = graph::event;
  if (const auto* message = std::get_if<kind::Message>(&event)) {
    topics_.OnSample(*message->sample);
    parameters_.OnSample(*message->sample);
  } else if (const auto* added = std::get_if<kind::TopicAdded>(&event)) {
    topics_.OnTopicAdded(*added);
    parameters_.OnTopicAdded(*added);
    AskRobots();
  } else if (std::holds_alternative<kind::GraphChanged>(event)) {
    topics_.OnGraphChanged();
    parameters_.OnGraphChanged();
  } else if (const auto* services = std::get_if<kind::Services>(&event)) {
    // The last event about a new graph.
    topics_.OnComplete();
    parameters_.OnComplete();
    services_.OnServices(services->services);
    actions_.OnActions(services->actions);
    AskRobots();
  } else if (const auto* answered = std::get_if<kind::Answered>(&event)) {
    if (!services_.OnAnswered(*answered)) OnRobots(*answered);
  } else if (const auto* feedback = std::get_if<kind::Feedback>(&event)) {
    actions_.OnFeedback(*feedback);
  } else if (const auto* ended = std::get_if<kind::GoalEnded>(&event)) {
    actions_.OnGoalEnded(*ended);
  } else if (const auto* refused = std::get_if<kind::Refused>(&event)) {
    topics_.OnRefused(*refused);
  } else if (const auto* lost = std::get_if<kind::Lost>(&event)) {
    Note("messages of the topic " + lost->topic + " were lost: there were too many");
  }
}

/// Asks which robots there are, if names depend on it.
void Node::AskRobots() {
  if (!depends_on_robots_ || robots_call_ != 0) return;
  robots_call_ = core_.next_id++;
  host_.bridge->Call(robots_call_, ros::kRobotsService, ros::RobotsRequest(), core_.caller());
}

void Node::OnRobots(const graph::event::Answered& event) {
  if (event.id != robots_call_) return;
  robots_call_ = 0;
  if (!event.response.ok()) return;
  const std::string robot = ros::OnlyRobot(ros::RobotNames(*event.response));
  core_.frames.set_robot(robot);
  const bool changed = core_.topic_names.set_robot(robot);
  core_.service_names.set_robot(robot);
  core_.action_names.set_robot(robot);
  if (!changed) return;
  topics_.Rename();
  services_.Rename();
  actions_.Rename();
  parameters_.Rename();
}

}  // namespace surefoot::gateways::ros1
