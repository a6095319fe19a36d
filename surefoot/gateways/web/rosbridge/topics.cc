#include "surefoot/gateways/web/rosbridge/topics.h"

#include <algorithm>
#include <array>
#include <utility>

#include "surefoot/gateways/web/rosbridge/cbor.h"
#include "surefoot/gateways/web/rosbridge/payload.h"
#include "surefoot/graph/names.h"
#include "surefoot/msgs/json_reader.h"

// Subscriptions of all clients of a topic share one subscription of the graph and one encoding per
// format.

namespace surefoot::gateways::web {
namespace {

/// Assembled by hand, because the message's JSON is made once for all gateways (Sample::json).
std::string PublishText(const graph::Sample& sample) {
  std::string text = R"({"op":"publish","topic":)";
  msgs::AppendJsonText(sample.topic, &text);
  text += ",\"msg\":";
  const std::string& json = sample.json();
  text += json.empty() ? "{}" : json;
  text += '}';
  return text;
}

FramePtr Encode(const graph::Sample& sample, Compression compression) {
  switch (compression) {
    case Compression::kNone:
      return TextFrame(PublishText(sample));
    case Compression::kPng:
      return TextFrame(PngMessage(PublishText(sample)));
    case Compression::kCbor:
      return std::make_shared<const Frame>(
          Frame{CborPublish(sample.topic, *sample.type, sample.cdr), true});
    case Compression::kCborRaw:
      return std::make_shared<const Frame>(
          Frame{CborRawPublish(sample.topic, sample.time_ns, sample.cdr), true});
  }
  return nullptr;
}

/// Topics that clients create. Their messages may be commands, so they are reliable; open: other
/// clients may publish on them, too.
graph::TopicOptions OfClients(bool latched) {
  return {.latched = latched, .reliable = true, .open = true, .of_client = true};
}

std::string Quoted(const std::string& name) { return "'" + name.substr(0, 100) + "'"; }

}  // namespace

/// A sample in the requested encodings, each made once for all clients.
class Topics::Encoder {
 public:
  explicit Encoder(SamplePtr sample) : sample_(std::move(sample)) {}
  const SamplePtr& sample() const { return sample_; }
  const FramePtr& frame(Compression compression) {
    FramePtr& frame = frames_[static_cast<std::size_t>(compression)];
    if (frame == nullptr) frame = Encode(*sample_, compression);
    return frame;
  }

 private:
  SamplePtr sample_;
  std::array<FramePtr, 4> frames_;
};

const msgs::TypeInfo* Topics::TypeOf(const std::string& topic) const {
  const auto found = core_.directory.topics.find(topic);
  return found == core_.directory.topics.end() ? nullptr : found->second.type;
}

void Topics::Advertise(Client* client, const Request& request, TimePoint now) {
  const std::string topic = FullName(request.topic);
  const auto refuse = [&](const std::string& why) {
    core_.Refuse(client, "advertise", "advertise " + Quoted(topic) + ": " + why, request.id, now);
  };
  const Status name = graph::CheckName(topic);
  if (!name.ok()) return refuse(name.error().message);
  const msgs::TypeInfo* type = msgs::FindType(request.type);
  if (type == nullptr) {
    return refuse("unknown message type " + Quoted(request.type) +
                  "; /rosapi/interfaces lists all");
  }
  const msgs::TypeInfo* known = TypeOf(topic);
  if (known != nullptr && !CanConvert(*type, *known)) {
    return refuse(std::string("it has messages of type ") + known->name + ", not " + type->name);
  }
  auto& mine = advertised_[client];
  const auto found = mine.find(topic);
  const bool is_known = found != mine.end() && found->second.ids.count(request.id) > 0;
  std::size_t& count = uses_[client].advertisements;
  if (!is_known && count >= core_.limits.advertisements) {
    return refuse("at most " + std::to_string(core_.limits.advertisements) +
                  " advertisements are accepted; unadvertise one");
  }
  Advertisement& advertisement = mine[topic];
  advertisement.type = type;
  advertisement.latched = advertisement.latched || request.latch;
  if (advertisement.ids.insert(request.id).second) ++count;
  core_.directory.clients[client->node()].publishing.insert(topic);
  if (known == nullptr)
    core_.bridge->Advertise(kClientIdFlag | client->number(), topic, *type,
                            OfClients(request.latch), client->caller());
}

void Topics::Unadvertise(Client* client, const Request& request) {
  const std::string topic = FullName(request.topic);
  auto& mine = advertised_[client];
  const auto found = mine.find(topic);
  if (found == mine.end()) return;
  std::set<std::string>& ids = found->second.ids;
  std::size_t& count = uses_[client].advertisements;
  count -= ids.erase(request.id);
  // Without an id, all registrations of the client end (protocol, section 3.4.2).
  if (!request.id.empty() && !ids.empty()) return;
  count -= ids.size();
  mine.erase(found);
  core_.directory.clients[client->node()].publishing.erase(topic);
}

void Topics::Publish(Client* client, const Request& request, TimePoint now) {
  const std::string topic = FullName(request.topic);
  const auto refuse = [&](const std::string& why) {
    core_.Refuse(client, "publish", "publish on " + Quoted(topic) + ": " + why, request.id, now);
  };
  const msgs::TypeInfo* known = TypeOf(topic);
  const msgs::TypeInfo* type = known;
  if (const auto mine = advertised_.find(client); mine != advertised_.end()) {
    if (const auto found = mine->second.find(topic); found != mine->second.end()) {
      type = found->second.type;
    }
  }
  if (type == nullptr) return refuse("the topic's type is unknown; advertise it first");
  if (request.msg.empty()) return refuse("the member \"msg\" is missing");
  Result<Bytes> cdr = MessageToCdr(*type, request.msg, core_.bridge->time_ns());
  if (!cdr.ok()) return refuse(cdr.error().message);
  if (known != nullptr && known != type) {
    cdr = Convert(*type, *known, *cdr);
    if (!cdr.ok()) return refuse(cdr.error().message);
    type = known;
  }
  core_.bridge->Publish(
      {kClientIdFlag | client->number(), client->caller(), topic, type, std::move(cdr).value()});
}

Topics::Subscription* Topics::FindSubscription(const std::string& topic, const Client* client) {
  const auto found = topics_.find(topic);
  if (found == topics_.end()) return nullptr;
  for (const auto& subscription : found->second.subscriptions) {
    if (subscription->client == client) return subscription.get();
  }
  return nullptr;
}

Topics::Subscription* Topics::AddSubscription(Client* client, const std::string& topic) {
  Topic& state = topics_[topic];
  if (state.subscriptions.empty()) core_.bridge->Subscribe(topic);
  state.subscriptions.push_back(std::make_unique<Subscription>());
  Subscription* added = state.subscriptions.back().get();
  added->client = client;
  added->stream = next_stream_++;
  subscribed_[client].insert(topic);
  core_.directory.clients[client->node()].subscribing.insert(topic);
  return added;
}

void Topics::Subscribe(Client* client, const Request& request, TimePoint now) {
  const std::string topic = FullName(request.topic);
  const auto refuse = [&](const std::string& why) {
    core_.Refuse(client, "subscribe", "subscribe to " + Quoted(topic) + ": " + why, request.id,
                 now);
  };
  const Status name = graph::CheckName(topic);
  if (!name.ok()) return refuse(name.error().message);
  SubscribeOptions options;
  const msgs::TypeInfo* known = TypeOf(topic);
  if (!request.type.empty()) {
    options.type = msgs::FindType(request.type);
    if (options.type == nullptr) return refuse("unknown message type " + Quoted(request.type));
    if (known != nullptr && options.type != known) {
      return refuse(std::string("it has messages of type ") + known->name + ", not " +
                    options.type->name);
    }
  }
  const double throttle_ms = std::clamp(request.throttle_rate, 0.0, 1e9);
  options.throttle = std::chrono::duration_cast<Clock::duration>(
      std::chrono::duration<double, std::milli>(throttle_ms));
  options.queue_length =
      static_cast<std::size_t>(std::clamp<std::int64_t>(request.queue_length, 0, 1000000));
  options.compression = request.compression;
  Subscription* subscription = FindSubscription(topic, client);
  const bool is_new = subscription == nullptr;
  const bool is_known = !is_new && subscription->requests.count(request.id) > 0;
  if (!is_known && uses_[client].subscriptions >= core_.limits.subscriptions) {
    return refuse("at most " + std::to_string(core_.limits.subscriptions) +
                  " subscriptions are accepted; unsubscribe one");
  }
  if (is_new) subscription = AddSubscription(client, topic);
  if (request.fragment_size) client->LimitFragments(*request.fragment_size);
  if (!is_known) ++uses_[client].subscriptions;
  subscription->requests[request.id] = options;
  Merge(subscription);
  // The first subscriber of a latched topic gets the last message from the graph, later ones from
  // here.
  const SamplePtr kept = topics_[topic].kept;
  if (!is_new || kept == nullptr) return;
  Encoder encoder(kept);
  Deliver(subscription, &encoder, now);
}

/// As rosbridge_suite merges: smallest throttle and queue, strongest compression. So each message
/// is sent once per client.
void Topics::Merge(Subscription* subscription) {
  SubscribeOptions merged;
  bool first = true;
  for (const auto& [id, options] : subscription->requests) {
    merged.throttle = first ? options.throttle : std::min(merged.throttle, options.throttle);
    merged.queue_length =
        first ? options.queue_length : std::min(merged.queue_length, options.queue_length);
    merged.compression = std::max(merged.compression, options.compression);
    if (options.type != nullptr) merged.type = options.type;
    first = false;
  }
  subscription->merged = merged;
}

void Topics::Unsubscribe(Client* client, const Request& request) {
  const std::string topic = FullName(request.topic);
  Subscription* subscription = FindSubscription(topic, client);
  if (subscription == nullptr) return;
  uses_[client].subscriptions -= subscription->requests.erase(request.id);
  if (!request.id.empty() && !subscription->requests.empty()) return Merge(subscription);
  RemoveSubscription(topic, client);
  subscribed_[client].erase(topic);
  core_.directory.clients[client->node()].subscribing.erase(topic);
}

void Topics::RemoveSubscription(const std::string& topic, const Client* client) {
  const auto found = topics_.find(topic);
  if (found == topics_.end()) return;
  auto& all = found->second.subscriptions;
  const auto mine =
      std::find_if(all.begin(), all.end(), [&](const auto& one) { return one->client == client; });
  if (mine == all.end()) return;
  // due_ refers to the subscription.
  std::erase_if(due_, [&](const auto& entry) { return entry.second == mine->get(); });
  (*mine)->client->ForgetSamples((*mine)->stream);
  uses_[client].subscriptions -= (*mine)->requests.size();
  while (!(*mine)->held.empty()) PopHeld(mine->get());
  all.erase(mine);
  if (!all.empty()) return;
  topics_.erase(found);
  core_.bridge->Unsubscribe(topic);
}

void Topics::Leave(Client* client) {
  for (const std::string& topic : subscribed_[client]) RemoveSubscription(topic, client);
  subscribed_.erase(client);
  advertised_.erase(client);
  uses_.erase(client);
}

void Topics::OnSample(const SamplePtr& sample, TimePoint now) {
  const auto found = topics_.find(sample->topic);
  if (found == topics_.end()) return;
  const auto note = core_.directory.topics.find(sample->topic);
  if (note != core_.directory.topics.end() && note->second.latched) found->second.kept = sample;
  Encoder encoder(sample);
  for (const auto& subscription : found->second.subscriptions) {
    Deliver(subscription.get(), &encoder, now);
  }
}

void Topics::Deliver(Subscription* subscription, Encoder* encoder, TimePoint now) {
  const SubscribeOptions& options = subscription->merged;
  if (options.type != nullptr && options.type != encoder->sample()->type) return;
  if (options.throttle > Clock::duration::zero()) {
    const bool too_soon = now - subscription->last_sent < options.throttle;
    // Behind samples that wait, so that the order is kept.
    if (!subscription->held.empty() || too_soon) return Hold(subscription, encoder->sample());
    subscription->last_sent = now;
  }
  Send(*subscription, *encoder->sample(), encoder->frame(options.compression));
}

/// A reliable topic is reliable only for subscriptions that want every message.
void Topics::Send(const Subscription& subscription, const graph::Sample& sample, FramePtr frame) {
  Client* client = subscription.client;
  if (sample.reliable && !subscription.selective()) {
    return client->SendReliable(std::move(frame), subscription.stream);
  }
  client->SendSample(std::move(frame), subscription.stream, subscription.merged.queue_length);
}

void Topics::OnLost(const std::string& topic) {
  const auto found = topics_.find(topic);
  if (found == topics_.end()) return;
  for (const auto& subscription : found->second.subscriptions) {
    if (subscription->selective()) continue;
    // Better disconnected than working on with a gap in a reliable topic.
    subscription->client->Close("lost", "messages of " + Quoted(topic) + " were lost");
  }
}

void Topics::Hold(Subscription* subscription, const SamplePtr& sample) {
  const std::size_t max = std::min(subscription->merged.queue_length, core_.limits.queued_samples);
  // Without a queue a sample within the throttle's period is dropped (protocol, section 3.4.4).
  if (max == 0) return;
  if (subscription->held.empty()) {
    due_.emplace(subscription->last_sent + subscription->merged.throttle, subscription);
  }
  subscription->held.push_back(sample);
  std::size_t& bytes = uses_[subscription->client].held_bytes;
  bytes += sample->cdr.size();
  if (subscription->held.size() > max) PopHeld(subscription);
  // Pictures: a thousand of them would be gigabytes. The newest one stays.
  while (bytes > core_.limits.queued_sample_bytes && subscription->held.size() > 1) {
    PopHeld(subscription);
  }
}

SamplePtr Topics::PopHeld(Subscription* subscription) {
  SamplePtr sample = std::move(subscription->held.front());
  subscription->held.pop_front();
  uses_[subscription->client].held_bytes -= sample->cdr.size();
  return sample;
}

std::optional<TimePoint> Topics::next() const {
  if (due_.empty()) return std::nullopt;
  return due_.begin()->first;
}

void Topics::Tick(TimePoint now) {
  while (!due_.empty() && due_.begin()->first <= now) {
    Subscription* subscription = due_.begin()->second;
    due_.erase(due_.begin());
    const SamplePtr sample = PopHeld(subscription);
    subscription->last_sent = now;
    if (!subscription->held.empty()) {
      due_.emplace(now + subscription->merged.throttle, subscription);
    }
    Send(*subscription, *sample, Encode(*sample, subscription->merged.compression));
  }
}

void Topics::OnTopicAdded(const graph::event::TopicAdded& event, TimePoint now) {
  CloseAdvertisements(event, now);
  core_.directory.topics[event.name] = {event.type, event.options.latched};
  const auto found = topics_.find(event.name);
  if (found == topics_.end()) return;
  const SamplePtr& kept = found->second.kept;
  if (kept != nullptr && kept->type != event.type) found->second.kept = nullptr;
  for (const auto& subscription : found->second.subscriptions) {
    const msgs::TypeInfo* asked = subscription->merged.type;
    if (asked == nullptr || asked == event.type) continue;
    core_.Refuse(subscription->client, "subscribe",
                 "topic " + Quoted(event.name) + " has messages of type " + event.type->name +
                     ", not " + asked->name,
                 "", now);
  }
}

/// A topic of the world replaces one of clients that has another type (Graph::Advertise).
void Topics::CloseAdvertisements(const graph::event::TopicAdded& event, TimePoint now) {
  for (auto& [client, mine] : advertised_) {
    const auto found = mine.find(event.name);
    if (found == mine.end() || CanConvert(*found->second.type, *event.type)) continue;
    const std::string type = found->second.type->name;
    uses_[client].advertisements -= found->second.ids.size();
    mine.erase(found);
    core_.directory.clients[client->node()].publishing.erase(event.name);
    core_.Refuse(client, "advertise",
                 "the advertisement of " + Quoted(event.name) + " with messages of type " + type +
                     " has ended: the world has a topic of this name, with messages of type " +
                     event.type->name,
                 "", now);
  }
}

void Topics::OnGraphChanged() {
  core_.directory.topics.clear();
  for (auto& [name, topic] : topics_) topic.kept = nullptr;
}

void Topics::Restore() {
  for (const auto& [client, mine] : advertised_) {
    for (const auto& [topic, advertisement] : mine) {
      if (TypeOf(topic) != nullptr) continue;
      core_.bridge->Advertise(kClientIdFlag | client->number(), topic, *advertisement.type,
                              OfClients(advertisement.latched), client->caller());
    }
  }
}

}  // namespace surefoot::gateways::web
