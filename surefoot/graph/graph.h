#pragma once

/// The in-process graph: topics with one message type each, and services. Everything that enters or
/// leaves a run goes through it; recorder and gateways subscribe. No sockets, no threads: messages
/// are delivered at once, subscribers are called in the order in which they came.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/base/result.h"
#include "surefoot/base/time.h"
#include "surefoot/graph/call.h"
#include "surefoot/graph/names.h"
#include "surefoot/msgs/type_info.h"

namespace surefoot::graph {

struct TopicOptions {
  /// New subscribers get the last message (descriptions, maps, tf_static).
  bool latched = false;
  /// Clients outside get every message or are cut off (commands, events). Otherwise a slow one
  /// loses the oldest (measurements).
  bool reliable = false;
  /// Clients outside may publish on it: commands, and topics of clients themselves. One that
  /// advertises the topic without it closes it for all.
  bool open = false;
};

struct Topic {
  int id = -1;
  /// "/husky/imu/data".
  std::string name;
  const msgs::TypeInfo* type = nullptr;
  TopicOptions options;
  /// Messages published so far.
  std::uint64_t count = 0;
};

/// A message on its way to the subscribers; valid during the call.
class Delivery {
 public:
  const Topic& topic() const { return *topic_; }
  /// When it was published, in simulated time.
  SimTimeNs time_ns() const { return time_ns_; }
  /// The message in CDR. Made at the first call, then shared by all subscribers.
  const Bytes& cdr() const;
  /// The message itself; nullptr when T is not the topic's type or the bytes are damaged.
  template <typename T>
  const T* As() const {
    return static_cast<const T*>(Typed(T::type()));
  }
  /// The same for those who know topic().type only.
  const void* message() const { return Typed(*topic_->type); }

 private:
  friend class Graph;
  Delivery(const Topic* topic, SimTimeNs time_ns, Bytes* buffer)
      : topic_(topic), time_ns_(time_ns), buffer_(buffer) {}
  const void* Typed(const msgs::TypeInfo& type) const;

  const Topic* topic_;
  SimTimeNs time_ns_;
  Bytes* buffer_;
  /// One of the two is given, the other is made when it is asked for.
  mutable const void* message_ = nullptr;
  mutable const Bytes* cdr_ = nullptr;
  mutable std::shared_ptr<void> decoded_;
};

using Subscriber = std::function<void(const Delivery&)>;
/// Request in, response out, as messages of the service's types.
using ServiceHandler = std::function<Status(const void* request, void* response)>;

class Graph;

/// Ends the subscription when it goes. The graph must outlive it.
class Subscription {
 public:
  Subscription() = default;
  Subscription(Graph* graph, int id) : graph_(graph), id_(id) {}
  ~Subscription() { Reset(); }
  Subscription(Subscription&& other) noexcept { *this = std::move(other); }
  Subscription& operator=(Subscription&& other) noexcept;
  void Reset();

 private:
  Graph* graph_ = nullptr;
  int id_ = -1;
};

class Graph {
 public:
  Graph();
  ~Graph();
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  /// The topic's id; the same one when it exists with this type. A topic has one type: another one
  /// is an error, as is a name that ROS would not take. Options that one asks for hold for all.
  Result<int> Advertise(const std::string& topic, const msgs::TypeInfo& type,
                        TopicOptions options = {});
  template <typename T>
  Result<int> Advertise(const std::string& topic, TopicOptions options = {}) {
    return Advertise(topic, T::type(), options);
  }

  /// Whether anybody would get a message of this topic.
  bool HasSubscribers(int topic) const;
  /// Whether somebody subscribed to just this topic, which need not exist yet: to a command, say.
  bool IsListenedTo(const std::string& topic) const;
  /// All such topics, sorted; of subscriptions from number `first` on.
  std::vector<std::string> ListenedTopics(int first = 0) const;
  /// Number of the next subscription.
  int next_subscription() const { return next_id_; }

  template <typename T>
  void Publish(int topic, SimTimeNs time_ns, const T& message) {
    Deliver(topic, time_ns, T::type(), &message);
  }
  /// The same with the message in CDR. `decoded`: the same message in the topic's type, where the
  /// caller has it, so that subscribers do not decode it again.
  void PublishCdr(int topic, SimTimeNs time_ns, const Bytes& cdr, const void* decoded = nullptr);

  /// Messages of one topic (which may appear later), from now on.
  Subscription Subscribe(const std::string& topic, Subscriber subscriber);
  /// Those of every topic for which `wants` says yes; asked once per topic, later ones included.
  Subscription SubscribeAll(Subscriber subscriber,
                            std::function<bool(const Topic&)> wants = nullptr);

  /// In order of their ids.
  const std::vector<std::unique_ptr<Topic>>& topics() const { return topics_; }
  /// nullptr when there is none.
  const Topic* FindTopic(const std::string& name) const;

  Status AdvertiseService(const std::string& name, const msgs::ServiceInfo& service,
                          ServiceHandler handler);
  /// The same for services that may answer some steps later.
  Status AdvertiseCalls(const std::string& name, const msgs::ServiceInfo& service,
                        CallHandler handler);
  void RemoveService(const std::string& name);
  /// In CDR, for those who do not know the types. The answer comes now or later; once.
  void CallCdr(const std::string& service, const Bytes& request, Answer answer,
               const std::string& client = "") const;
  /// Its answer; an error when the service answers later.
  Result<Bytes> CallCdr(const std::string& service, const Bytes& request) const;
  template <typename S>
  Result<typename S::Response> Call(const std::string& service,
                                    const typename S::Request& request) const {
    typename S::Response response;
    const Status status = CallTyped(service, S::service(), &request, &response);
    if (!status.ok()) return status.error();
    return response;
  }
  /// Names and types of all services, sorted by name.
  std::vector<std::pair<std::string, const msgs::ServiceInfo*>> Services() const;

  Status AdvertiseAction(const std::string& name, const msgs::ActionInfo& action,
                         ActionHandler handler);
  void RemoveAction(const std::string& name);
  /// The goal in CDR. What becomes of it is told to the listener; nullptr when it was refused.
  std::shared_ptr<Goal> SendGoal(const std::string& action, const Bytes& goal,
                                 GoalListener listener) const;
  void CancelGoal(const std::string& action, const std::shared_ptr<Goal>& goal) const;
  /// Names and types of all actions, sorted by name.
  std::vector<std::pair<std::string, const msgs::ActionInfo*>> Actions() const;
  /// Another number whenever services or actions came or went.
  std::uint64_t offers_version() const { return offers_version_; }

 private:
  friend class Subscription;
  struct Entry;
  struct Service {
    const msgs::ServiceInfo* info;
    /// One of the two.
    ServiceHandler handler;
    CallHandler calls;
  };
  struct Action {
    const msgs::ActionInfo* info;
    ActionHandler handler;
  };

  void Deliver(int topic, SimTimeNs time_ns, const msgs::TypeInfo& type, const void* message);
  void Send(const Delivery& delivery);
  void Unsubscribe(int id);
  void RemoveGone();
  Subscription AddEntry(std::unique_ptr<Entry> entry);
  Status AddService(const std::string& name, Service service);
  Status CallTyped(const std::string& name, const msgs::ServiceInfo& info, const void* request,
                   void* response) const;
  Result<std::shared_ptr<const Service>> FindService(const std::string& name) const;

  std::vector<std::unique_ptr<Topic>> topics_;
  std::map<std::string, int> ids_;
  /// In the order of subscribing; by topic as well.
  std::vector<std::unique_ptr<Entry>> entries_;
  std::vector<std::vector<Entry*>> by_topic_;
  /// Last message of latched topics.
  std::map<int, std::pair<SimTimeNs, Bytes>> kept_;
  /// Shared, because a handler may take its own service away.
  std::map<std::string, std::shared_ptr<const Service>> services_;
  std::map<std::string, std::shared_ptr<const Action>> actions_;
  std::uint64_t offers_version_ = 0;
  Bytes buffer_;
  int next_id_ = 0;
  /// Calls of subscribers under way.
  int depth_ = 0;
  bool any_gone_ = false;
};

}  // namespace surefoot::graph
