#include "surefoot/gateways/ros1/node/topics.h"

#include <algorithm>
#include <utility>

#include "surefoot/gateways/ros1/node/parameters.h"
#include "surefoot/msgs/geometry_msgs.h"

namespace surefoot::gateways::ros1 {
namespace {

namespace gm = msgs::geometry_msgs;

/// Velocity commands may be published in either form; the server converts them.
bool IsTwist(const msgs::TypeInfo& type) {
  return &type == &gm::Twist::type() || &type == &gm::TwistStamped::type();
}

}  // namespace

struct Topics::Topic {
  const msgs::TypeInfo* type = nullptr;
  graph::TopicOptions options;
  /// Not announced by the present graph yet.
  bool stale = false;
  std::unique_ptr<Publication> publication;
  std::unique_ptr<Subscription> subscription;
  /// Read from the graph also without subscribers.
  bool always_read = false;
  std::uint32_t seq = 0;
};

Topics::Topics(Core* core, Types* types) : core_(*core), types_(*types) {}
Topics::~Topics() = default;

void Topics::OnTopicAdded(const graph::event::TopicAdded& event) {
  std::unique_ptr<Topic>& topic = topics_[event.name];
  const bool same = topic != nullptr && topic->type == event.type &&
                    topic->options.latched == event.options.latched &&
                    topic->options.reliable == event.options.reliable &&
                    topic->options.open == event.options.open;
  if (same) {
    topic->stale = false;
    return;
  }
  if (topic != nullptr) Close(topic.get());
  topic = std::make_unique<Topic>();
  topic->type = event.type;
  topic->options = event.options;
  Open(event.name, topic.get());
}

// Connections stay while another world is loaded: most of its topics have the same names.
void Topics::OnGraphChanged() {
  for (const auto& [name, topic] : topics_) {
    topic->stale = true;
    if (topic->publication != nullptr) topic->publication->Forget();
  }
}

void Topics::OnComplete() {
  std::erase_if(topics_, [this](const auto& entry) {
    if (!entry.second->stale) return false;
    Close(entry.second.get());
    return true;
  });
}

void Topics::Open(const std::string& name, Topic* topic) {
  const std::string ros_name = core_.topic_names.ToRos(name);
  const msgs::Ros1Type& type = types_.Of(*topic->type);
  const ros::TopicKind kind = ros::KindOf(name, *topic->type, topic->options);
  topic->publication = std::make_unique<Publication>(
      ros_name, TopicType{type.name, type.md5, type.definition},
      Publication::Options{.latched = ros::PublisherQos(kind).latched,
                           .queue = QueueOf(kind, topic->options.reliable)},
      &core_.node());
  // The bridge delivers a latched message once, perhaps before the first subscriber comes.
  topic->always_read = Parameters::Reads(name, *topic->type);
  if (!topic->always_read) ReadWhileWanted(name, topic->publication.get());
  if (!core_.Open(topic->publication.get())) {
    topic->publication = nullptr;
    return core_.Log("the topic " + name + " is not published: another one has its name");
  }
  if (topic->options.open) Subscribe(name, ros_name, topic);
}

void Topics::ReadWhileWanted(const std::string& name, Publication* publication) {
  publication->wanted = [this, name, publication](bool any) {
    if (any) return core_.bridge->Subscribe(name);
    core_.bridge->Unsubscribe(name);
    // From now on it is not kept up to date.
    publication->Forget();
  };
}

/// Only a few images wait for a slow subscriber: those of a second ago are useless to it.
QueueLimits Topics::QueueOf(ros::TopicKind kind, bool reliable) const {
  if (reliable) return core_.reliable_queue();
  QueueLimits queue = core_.queue;
  if (kind == ros::TopicKind::kLargeSensor) {
    const auto depth = static_cast<std::size_t>(ros::PublisherQos(kind).depth);
    queue.count = std::min(queue.count, depth);
  }
  return queue;
}

void Topics::Subscribe(const std::string& name, const std::string& ros_name, Topic* topic) {
  const msgs::Ros1Type& type = types_.Of(*topic->type);
  TopicType wanted{type.name, type.md5, type.definition};
  if (IsTwist(*topic->type)) wanted.md5 = "*";
  Subscription::Callbacks callbacks;
  callbacks.accept = [this, topic](const Subscription::Publisher& publisher) {
    return Accept(*topic, publisher);
  };
  callbacks.message = [this, name](const Subscription::Publisher& publisher, const Bytes& bytes) {
    return OnMessage(name, publisher, bytes);
  };
  callbacks.left = [this, name, topic](const Subscription::Publisher& publisher) {
    core_.audit->Leave(publisher.node);
    const bool last = topic->subscription == nullptr || topic->subscription->connections().empty();
    if (last) core_.bridge->EndPublishing(name, kClient);
  };
  topic->subscription = std::make_unique<Subscription>(&core_.subscription_host, ros_name,
                                                       std::move(wanted), std::move(callbacks));
  core_.Open(topic->subscription.get());
}

void Topics::Close(Topic* topic) {
  if (topic->subscription != nullptr) core_.Close(topic->subscription.get());
  if (topic->publication != nullptr) core_.Close(topic->publication.get());
  topic->subscription = nullptr;
  topic->publication = nullptr;
}

void Topics::Rename() {
  std::map<std::string, Chunk> kept;
  for (const auto& [name, topic] : topics_) {
    const bool keep = topic->always_read && topic->publication != nullptr;
    if (keep) kept[name] = topic->publication->kept();
    Close(topic.get());
  }
  for (const auto& [name, topic] : topics_) {
    Open(name, topic.get());
    const Chunk& last = kept[name];
    if (last != nullptr && topic->publication != nullptr) topic->publication->Publish(last);
  }
}

Status Topics::Accept(const Topic& topic, const Subscription::Publisher& publisher) {
  const TopicType& given = publisher.type;
  const msgs::TypeInfo* type = types_.Find(given.name, given.md5);
  const bool fits =
      type == topic.type || (type != nullptr && IsTwist(*type) && IsTwist(*topic.type));
  if (!fits) {
    const msgs::Ros1Type& ours = types_.Of(*topic.type);
    return Error{"the node publishes [" + given.name + "/" + given.md5 + "], but the topic has [" +
                 ours.name + "/" + ours.md5 + "]"};
  }
  core_.audit->Enter(publisher.node, publisher.address);
  return Status();
}

Status Topics::OnMessage(const std::string& name, const Subscription::Publisher& publisher,
                         const Bytes& bytes) {
  core_.counters->messages_in->Add();
  const msgs::TypeInfo* type = types_.Find(publisher.type.name, publisher.type.md5);
  const Result<std::shared_ptr<void>> message = FromRos1(&core_.frames, *type, bytes);
  if (!message.ok()) return message.error();
  graph::Publication publication;
  publication.caller = core_.caller();
  publication.topic = name;
  publication.type = type;
  type->encode(message->get(), &publication.cdr);
  publication.message = *message;
  core_.bridge->Publish(std::move(publication));
  return Status();
}

void Topics::OnSample(const graph::Sample& sample) {
  // A node of ROS has sent it, and the others have it from that node.
  if (sample.own) return;
  const auto found = topics_.find(sample.topic);
  if (found == topics_.end()) return;
  Topic& topic = *found->second;
  if (topic.publication == nullptr) return;
  if (!topic.always_read && !topic.publication->has_subscribers()) return;
  Chunk frame = FrameOf(&core_.frames, *sample.type, sample.cdr, topic.seq++);
  if (frame == nullptr) return;
  if (topic.publication->has_subscribers()) {
    core_.counters->messages_out->Add();
    core_.counters->bytes_out->Add(static_cast<double>(frame->size()));
  }
  topic.publication->Publish(std::move(frame));
}

/// Commands may come at a high rate, so that each reason is reported once until another one.
void Topics::OnRefused(const graph::event::Refused& event) {
  core_.counters->refused->Add();
  if (event.reason == last_refusal_) return;
  last_refusal_ = event.reason;
  core_.Log(event.reason);
}

}  // namespace surefoot::gateways::ros1
