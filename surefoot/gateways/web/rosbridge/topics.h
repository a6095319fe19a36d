#pragma once

/// The ops of topics: advertise, publish, subscribe and their ends.

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

class Topics {
 public:
  explicit Topics(Core* core) : core_(*core) {}

  void Advertise(Client* client, const Request& request, TimePoint now);
  void Unadvertise(Client* client, const Request& request);
  void Publish(Client* client, const Request& request, TimePoint now);
  void Subscribe(Client* client, const Request& request, TimePoint now);
  void Unsubscribe(Client* client, const Request& request);
  void Leave(Client* client);

  void OnSample(const SamplePtr& sample, TimePoint now);
  void OnLost(const std::string& topic);
  void OnTopicAdded(const graph::event::TopicAdded& event, TimePoint now);
  void OnGraphChanged();
  /// Once the new graph's topics are known.
  void Restore();

  /// Samples that were held back by a throttle and are due; when the next ones are.
  void Tick(TimePoint now);
  std::optional<TimePoint> next() const;

 private:
  /// What one op "subscribe" asked for.
  struct Wish {
    const msgs::TypeInfo* type = nullptr;
    Clock::duration throttle{};
    std::size_t queue_length = 0;
    Compression compression = Compression::kNone;
  };
  /// All wishes of one client for one topic; a message is sent once for all of them.
  struct Subscription {
    Client* client = nullptr;
    int stream = 0;
    std::map<std::string, Wish> wishes;
    Wish merged;
    /// Whether it asked for less than all messages.
    bool selective() const {
      return merged.queue_length > 0 || merged.throttle > Clock::duration::zero();
    }
    TimePoint last_sent;
    std::deque<SamplePtr> held;
  };
  struct Topic {
    /// In the order in which they came.
    std::vector<std::unique_ptr<Subscription>> subscriptions;
    /// The last one of a latched topic.
    SamplePtr kept;
  };
  struct Advertisement {
    const msgs::TypeInfo* type = nullptr;
    bool latched = false;
    std::set<std::string> ids;
  };
  class Encoder;

  const msgs::TypeInfo* TypeOf(const std::string& topic) const;
  Subscription* FindSubscription(const std::string& topic, const Client* client);
  Subscription* AddSubscription(Client* client, const std::string& topic);
  void RemoveSubscription(const std::string& topic, const Client* client);
  static void Merge(Subscription* subscription);
  void Deliver(Subscription* subscription, Encoder* encoder, TimePoint now);
  static void Send(const Subscription& subscription, const graph::Sample& sample, FramePtr frame);
  void Hold(Subscription* subscription, const SamplePtr& sample);

  Core& core_;
  std::unordered_map<std::string, Topic> topics_;
  std::map<const Client*, std::set<std::string>> subscribed_;
  std::map<const Client*, std::map<std::string, Advertisement>> advertised_;
  /// When a held sample is due.
  std::set<std::pair<TimePoint, Subscription*>> due_;
  int next_stream_ = 0;
};

}  // namespace surefoot::gateways::web
