#pragma once

/// The ops of topics: advertise, publish, subscribe and their counterparts (rosbridge protocol,
/// sections 3.4.1 to 3.4.5).

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "surefoot/gateways/web/core.h"
#include "surefoot/gateways/web/rosbridge/request.h"

namespace surefoot::gateways::web {

using SamplePtr = std::shared_ptr<const graph::Sample>;

/// Handles the ops of topics for all clients and distributes samples. Owned by the Hub; network
/// thread only.
class Topics {
 public:
  explicit Topics(Core* core) : core_(*core) {}

  void Advertise(Client* client, const Request& request, TimePoint now);
  void Unadvertise(Client* client, const Request& request);
  void Publish(Client* client, const Request& request, TimePoint now);
  void Subscribe(Client* client, const Request& request, TimePoint now);
  void Unsubscribe(Client* client, const Request& request);
  void Leave(Client* client);

  // Events of the bridge.
  void OnSample(const SamplePtr& sample, TimePoint now);
  void OnLost(const std::string& topic);
  void OnTopicAdded(const graph::event::TopicAdded& event, TimePoint now);
  void OnGraphChanged();
  /// Advertises the clients' topics again, once those of a new graph are known.
  void Restore();

  /// Sends the throttled samples that are due; next() is when to call it again.
  void Tick(TimePoint now);
  std::optional<TimePoint> next() const;

 private:
  /// The parameters of one op "subscribe".
  struct SubscribeOptions {
    const msgs::TypeInfo* type = nullptr;
    Clock::duration throttle{};
    std::size_t queue_length = 0;
    Compression compression = Compression::kNone;
  };
  /// All subscriptions of one client to one topic, merged; a message is sent once for all of them.
  struct Subscription {
    Client* client = nullptr;
    int stream = 0;
    /// By the id of the op.
    std::map<std::string, SubscribeOptions> requests;
    SubscribeOptions merged;
    /// Whether the client wants fewer than all messages.
    bool selective() const {
      return merged.queue_length > 0 || merged.throttle > Clock::duration::zero();
    }
    TimePoint last_sent;
    /// Samples that wait for the end of the throttle's period.
    std::deque<SamplePtr> held;
  };
  struct Topic {
    /// In the order of subscription.
    std::vector<std::unique_ptr<Subscription>> subscriptions;
    /// The last message of a latched topic, for later subscribers.
    SamplePtr kept;
  };
  struct Advertisement {
    const msgs::TypeInfo* type = nullptr;
    bool latched = false;
    /// The ids of the client's ops "advertise" for the topic.
    std::set<std::string> ids;
  };
  class Encoder;

  const msgs::TypeInfo* TypeOf(const std::string& topic) const;
  void CloseAdvertisements(const graph::event::TopicAdded& event, TimePoint now);
  Subscription* FindSubscription(const std::string& topic, const Client* client);
  Subscription* AddSubscription(Client* client, const std::string& topic);
  void RemoveSubscription(const std::string& topic, const Client* client);
  static void Merge(Subscription* subscription);
  void Deliver(Subscription* subscription, Encoder* encoder, TimePoint now);
  static void Send(const Subscription& subscription, const graph::Sample& sample, FramePtr frame);
  void Hold(Subscription* subscription, const SamplePtr& sample);
  /// Removes the oldest held sample.
  SamplePtr PopHeld(Subscription* subscription);

  /// What a client has in all its topics together, for its limits.
  struct Use {
    /// Ops "subscribe" and "advertise": a client may send many for one topic, with different ids.
    std::size_t subscriptions = 0;
    std::size_t advertisements = 0;
    /// Bytes of the samples held for it.
    std::size_t held_bytes = 0;
  };

  Core& core_;
  /// Topics with at least one subscription.
  std::unordered_map<std::string, Topic> topics_;
  std::map<const Client*, std::set<std::string>> subscribed_;
  std::map<Client*, std::map<std::string, Advertisement>> advertised_;
  std::map<const Client*, Use> uses_;
  /// The times at which held samples are due, earliest first.
  std::set<std::pair<TimePoint, Subscription*>> due_;
  int next_stream_ = 0;
};

}  // namespace surefoot::gateways::web
