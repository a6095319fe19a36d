#include "surefoot/gateways/ros2/topics.h"

#include <utility>

#include "surefoot/gateways/ros2/wire_names.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/type_hash.h"

namespace surefoot::gateways::ros2 {
namespace {

namespace gm = msgs::geometry_msgs;

/// Many more endpoints than a real domain has; a participant that announces more is not listened
/// to.
constexpr std::size_t kMaxRemote = 20000;
constexpr std::size_t kMaxWarnings = 1000;

/// The other form of a velocity command, which the server converts; nullptr if it is none.
const msgs::TypeInfo* OtherTwist(const msgs::TypeInfo& type) {
  if (&type == &gm::Twist::type()) return &gm::TwistStamped::type();
  if (&type == &gm::TwistStamped::type()) return &gm::Twist::type();
  return nullptr;
}

}  // namespace

struct Topics::Topic {
  const msgs::TypeInfo* type = nullptr;
  graph::TopicOptions options;
  ros::TopicKind kind = ros::TopicKind::kDefault;
  /// Not announced by the present graph yet.
  bool stale = false;
  /// On the wire.
  std::string topic;
  std::string wire_type;
  std::unique_ptr<Core::Writer> writer;
  /// Whether the graph's messages are read.
  bool wanted = false;
  std::unique_ptr<Core::Reader> reader;
  /// For writers that offer less than `reader` requests.
  std::unique_ptr<Core::Reader> weak_reader;
  std::set<dds::Guid> weak_writers;
  /// For velocity commands in the other form; reliable until a writer does not offer it.
  std::unique_ptr<Core::Reader> other_reader;
  bool other_reliable = true;
  /// Nodes that publish commands now.
  std::set<dds::Guid> publishers;
};

Topics::Topics(Core* core, OpenSecond open_second)
    : core_(*core), open_second_(std::move(open_second)) {}
Topics::~Topics() { topics_.clear(); }

void Topics::OnTopicAdded(const graph::event::TopicAdded& event) {
  std::unique_ptr<Topic>& topic = topics_[event.name];
  const bool same = topic != nullptr && topic->type == event.type &&
                    topic->options.latched == event.options.latched &&
                    topic->options.open == event.options.open;
  if (same) {
    topic->stale = false;
    return;
  }
  if (topic != nullptr) Close(event.name, topic.get());
  topic = std::make_unique<Topic>();
  topic->type = event.type;
  topic->options = event.options;
  topic->kind = ros::KindOf(event.name, *event.type, event.options);
  Open(event.name, topic.get());
}

// Endpoints stay while another world is loaded: most of its topics have the same names.
void Topics::OnGraphChanged() {
  for (const auto& [name, topic] : topics_) topic->stale = true;
}

void Topics::OnComplete() {
  std::erase_if(topics_, [this](const auto& entry) {
    if (!entry.second->stale) return false;
    Close(entry.first, entry.second.get());
    return true;
  });
}

void Topics::Open(const std::string& name, Topic* topic) {
  topic->topic = TopicOnWire(core_.topic_names.ToRos(name));
  topic->wire_type = TypeOnWire(topic->type->name);
  dds::EndpointSpec spec;
  spec.topic = topic->topic;
  spec.type = topic->wire_type;
  spec.user_data = HashData(msgs::TypeHash(*topic->type));
  spec.qos = QosOf(ros::PublisherQos(topic->kind));
  topic->writer =
      core_.MakeWriter(spec, [this, name, topic](int matched) { OnMatched(name, topic, matched); });
  if (topic->writer == nullptr || !topic->options.open) return;
  spec.qos = QosOf(ros::SubscriberQos(topic->kind));
  topic->reader = core_.MakeReader(spec, [this, name, topic](const dds::Sample& sample) {
    OnMessage(name, *topic->type, sample.cdr);
  });
  // Of writers that were there before the topic.
  for (const auto& [guid, endpoint] : remote_) {
    if (endpoint.topic == topic->topic && endpoint.is_writer) OnRemoteWriter(name, topic, endpoint);
  }
}

void Topics::Close(const std::string& name, Topic* topic) {
  if (topic->wanted) {
    core_.bridge->Unsubscribe(name);
    core_.counters->subscribers->Add(-1.0);
  }
  if (!topic->publishers.empty()) core_.bridge->EndPublishing(name, kClient);
  topic->wanted = false;
  topic->publishers.clear();
  topic->weak_writers.clear();
  topic->writer = nullptr;
  topic->reader = nullptr;
  topic->weak_reader = nullptr;
  topic->other_reader = nullptr;
}

void Topics::Rename() {
  for (const auto& [name, topic] : topics_) Close(name, topic.get());
  for (const auto& [name, topic] : topics_) Open(name, topic.get());
}

void Topics::OnMatched(const std::string& name, Topic* topic, int matched) {
  const bool wanted = matched > 0;
  // The last message of a latched topic stays up to date for late subscribers.
  const bool keep = topic->kind == ros::TopicKind::kLatched && topic->wanted;
  if (wanted == topic->wanted || keep) return;
  topic->wanted = wanted;
  core_.counters->subscribers->Add(wanted ? 1.0 : -1.0);
  if (wanted) {
    core_.bridge->Subscribe(name);
  } else {
    core_.bridge->Unsubscribe(name);
  }
}

void Topics::OnEndpoint(const dds::RemoteEndpoint& endpoint, bool alive) {
  if (TopicOfWire(endpoint.topic).empty()) return;
  if (alive && remote_.size() >= kMaxRemote) return;
  if (alive) {
    remote_[endpoint.guid] = endpoint;
  } else {
    remote_.erase(endpoint.guid);
  }
  for (const auto& [name, topic] : topics_) {
    if (topic->topic != endpoint.topic || topic->writer == nullptr) continue;
    if (!alive) {
      topic->weak_writers.erase(endpoint.guid);
      const bool last = topic->publishers.erase(endpoint.guid) > 0 && topic->publishers.empty();
      if (last) core_.bridge->EndPublishing(name, kClient);
    } else if (endpoint.is_writer) {
      OnRemoteWriter(name, topic.get(), endpoint);
    } else {
      OnRemoteReader(name, topic.get(), endpoint);
    }
  }
}

void Topics::OnRemoteWriter(const std::string& name, Topic* topic,
                            const dds::RemoteEndpoint& writer) {
  if (topic->kind == ros::TopicKind::kClock) {
    WarnOnce("another node publishes " + TopicOfWire(topic->topic) +
             ", so that time jumps for all nodes; give the two simulators different domains "
             "(--ros2-domain)");
  }
  if (!topic->options.open || topic->reader == nullptr) return;
  const msgs::TypeInfo* other = OtherTwist(*topic->type);
  if (writer.type == topic->wire_type) {
    const ros::TopicQos wanted = ros::SubscriberQos(topic->kind);
    const bool fits =
        (writer.qos.reliable || !wanted.reliable) && (writer.qos.latched || !wanted.latched);
    if (!fits) {
      topic->weak_writers.insert(writer.guid);
      MakeWeakReader(name, topic);
    }
  } else if (other != nullptr && writer.type == TypeOnWire(other->name)) {
    MakeOtherReader(name, topic, writer.qos.reliable);
  } else {
    return WarnOnce("a node publishes " + TopicOfWire(writer.topic) + " as " +
                    TypeOfWire(writer.type) + ", which is not received: the topic has " +
                    topic->type->name);
  }
  topic->publishers.insert(writer.guid);
}

void Topics::OnRemoteReader(const std::string&, Topic* topic, const dds::RemoteEndpoint& reader) {
  const std::string ros_name = TopicOfWire(reader.topic);
  if (reader.type != topic->wire_type) {
    // Nodes often subscribe to both forms of a velocity command.
    const msgs::TypeInfo* other = OtherTwist(*topic->type);
    if (other != nullptr && reader.type == TypeOnWire(other->name)) return;
    return WarnOnce("a node subscribes to " + ros_name + " as " + TypeOfWire(reader.type) +
                    " and receives nothing: the topic has " + topic->type->name);
  }
  if (reader.qos.latched && !ros::PublisherQos(topic->kind).latched) {
    WarnOnce("a node subscribes to " + ros_name +
             " with durability transient local and receives nothing: the topic is volatile");
  }
}

/// Takes messages of those writers only whose messages `reader` does not get.
void Topics::MakeWeakReader(const std::string& name, Topic* topic) {
  if (topic->weak_reader != nullptr) return;
  dds::EndpointSpec spec;
  spec.topic = topic->topic;
  spec.type = topic->wire_type;
  spec.user_data = HashData(msgs::TypeHash(*topic->type));
  spec.qos = {.reliable = false, .depth = ros::SubscriberQos(topic->kind).depth};
  topic->weak_reader = core_.MakeReader(spec, [this, name, topic](const dds::Sample& sample) {
    if (topic->weak_writers.count(sample.writer) > 0) OnMessage(name, *topic->type, sample.cdr);
  });
}

void Topics::MakeOtherReader(const std::string& name, Topic* topic, bool reliable) {
  if (topic->other_reader != nullptr && (reliable || !topic->other_reliable)) return;
  topic->other_reader = nullptr;
  topic->other_reliable = reliable;
  if (second_ == nullptr) {
    Result<std::unique_ptr<dds::Participant>> second = open_second_();
    if (!second.ok()) return core_.Log(second.error().message);
    second_ = std::move(*second);
  }
  const msgs::TypeInfo* other = OtherTwist(*topic->type);
  dds::EndpointSpec spec;
  spec.topic = topic->topic;
  spec.type = TypeOnWire(other->name);
  spec.user_data = HashData(msgs::TypeHash(*other));
  spec.qos = {.reliable = reliable, .depth = ros::SubscriberQos(topic->kind).depth};
  topic->other_reader = core_.MakeReaderIn(
      second_.get(), spec,
      [this, name, other](const dds::Sample& sample) { OnMessage(name, *other, sample.cdr); },
      nullptr);
}

void Topics::OnMessage(const std::string& name, const msgs::TypeInfo& type, const Bytes& cdr) {
  core_.counters->messages_in->Add();
  const std::shared_ptr<void> message = type.make();
  if (core_.Congested() || !type.decode(cdr.data(), cdr.size(), message.get())) {
    return core_.counters->dropped->Add();
  }
  core_.frames.RewriteToGraph(type, message.get());
  graph::Publication publication;
  publication.caller = core_.caller();
  publication.topic = name;
  publication.type = &type;
  type.encode(message.get(), &publication.cdr);
  publication.message = message;
  core_.bridge->Publish(std::move(publication));
}

void Topics::OnSample(const graph::Sample& sample) {
  // A node of ROS has sent it, and the others have it from that node.
  if (sample.own) return;
  const auto found = topics_.find(sample.topic);
  if (found == topics_.end()) return;
  const Topic& topic = *found->second;
  if (topic.writer == nullptr || topic.type != sample.type) return;
  Bytes buffer;
  topic.writer->Write(core_.frames.ToRos(*sample.type, sample.cdr, &buffer));
}

/// Commands may come at a high rate, so that each reason is reported once until another one.
void Topics::OnRefused(const graph::event::Refused& event) {
  core_.counters->refused->Add();
  if (event.reason == last_refusal_) return;
  last_refusal_ = event.reason;
  core_.Log(event.reason);
}

void Topics::WarnOnce(const std::string& text) {
  if (warned_.size() < kMaxWarnings && warned_.insert(text).second) core_.Log(text);
}

}  // namespace surefoot::gateways::ros2
