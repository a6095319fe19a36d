#pragma once

/// The in-process graph: topics with one message type each, services and actions. Everything that
/// enters or leaves a run passes through it; the recorder and gateways subscribe. No sockets and no
/// threads: messages are delivered immediately, and subscribers are called in the order of their
/// subscription, so runs are deterministic. Only the run's thread may use it.
///
///   Graph graph;
///   Subscription keep = graph.Subscribe("/husky/odom", [](const Delivery& delivery) {
///     if (const auto* odometry = delivery.As<msgs::nav_msgs::Odometry>()) ...
///   });

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
  /// New subscribers receive the last message (descriptions, maps, tf_static).
  bool latched = false;
  /// External clients receive every message or are disconnected (commands, events). Otherwise a
  /// slow client loses the oldest messages (measurements).
  bool reliable = false;
  /// External clients may publish on it: commands, and topics created by clients. If anyone
  /// advertises the topic without this option, it is closed for all.
  bool open = false;
  /// A client has made the topic. It gives way to a topic or an alias of the world with this name:
  /// otherwise a client could prevent a robot by taking one of its names with another type.
  bool of_client = false;
};

struct Topic {
  int id = -1;
  /// "/husky/imu/data".
  std::string name;
  const msgs::TypeInfo* type = nullptr;
  TopicOptions options;
  /// Number of messages published so far.
  std::uint64_t count = 0;
  /// The topic of which this is another name; -1 for none.
  int alias_of = -1;
  /// Another topic has this name now. Nothing is published here any more; only the id remains.
  bool replaced = false;
};

/// A message being delivered to subscribers; valid during the call.
class Delivery {
 public:
  const Topic& topic() const { return *topic_; }
  /// Simulated time of publication.
  SimTimeNs time_ns() const { return time_ns_; }
  /// The message in CDR. Encoded at the first call, then shared by all subscribers.
  const Bytes& cdr() const;
  /// The message itself; nullptr if T is not the topic's type or the bytes are damaged.
  template <typename T>
  const T* As() const {
    return static_cast<const T*>(Typed(T::type()));
  }
  /// The same for code that only knows topic().type.
  const void* message() const { return Typed(*topic_->type); }

 private:
  friend class Graph;
  Delivery(const Topic* topic, SimTimeNs time_ns, Bytes* buffer)
      : topic_(topic), time_ns_(time_ns), buffer_(buffer) {}
  const void* Typed(const msgs::TypeInfo& type) const;

  const Topic* topic_;
  SimTimeNs time_ns_;
  Bytes* buffer_;
  /// One of the two is given; the other is created on demand.
  mutable const void* message_ = nullptr;
  mutable const Bytes* cdr_ = nullptr;
  mutable std::shared_ptr<void> decoded_;
};

using Subscriber = std::function<void(const Delivery&)>;
/// Converts a request to a response, as messages of the service's types.
using ServiceHandler = std::function<Status(const void* request, void* response)>;

class Graph;

/// Ends the subscription when it is destroyed. The graph must outlive it.
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

  /// Returns the topic's id; an existing topic with this type is reused. Fails if the topic has
  /// another type, unless it is a client's and this one is not (TopicOptions::of_client), or if its
  /// name is invalid in ROS. Options apply to all users of the topic.
  Result<int> Advertise(const std::string& topic, const msgs::TypeInfo& type,
                        TopicOptions options = {});
  template <typename T>
  Result<int> Advertise(const std::string& topic, TopicOptions options = {}) {
    return Advertise(topic, T::type(), options);
  }

  /// Gives a topic, which may be created later, another name: messages on either reach the
  /// subscribers of both. An alias has the type and the options of its topic, and exists as soon as
  /// the topic does. Fails if the name is that of a topic that is not a client's, or of an alias of
  /// another one.
  Status AddAlias(const std::string& alias, const std::string& topic);

  /// Whether a message on this topic would reach anyone, also by another name.
  bool HasSubscribers(int topic) const;
  /// Whether somebody subscribed to exactly this topic, or to the one of which it is an alias. It
  /// need not exist yet, e.g. a command.
  bool IsListenedTo(const std::string& topic) const;
  /// All such topics and their aliases, sorted; only of subscriptions from number `first` on.
  std::vector<std::string> ListenedTopics(int first = 0) const;
  /// Number of the next subscription.
  int next_subscription() const { return next_id_; }

  template <typename T>
  void Publish(int topic, SimTimeNs time_ns, const T& message) {
    Deliver(topic, time_ns, T::type(), &message);
  }
  /// The same with the message in CDR. `decoded` is the same message in the topic's type, if the
  /// caller has it, so that subscribers need not decode it.
  void PublishCdr(int topic, SimTimeNs time_ns, const Bytes& cdr, const void* decoded = nullptr);

  /// Messages of one topic, which may be created later, from now on.
  Subscription Subscribe(const std::string& topic, Subscriber subscriber);
  /// Messages of every topic that `filter` accepts; it is called once for each topic, including
  /// later ones.
  Subscription SubscribeAll(Subscriber subscriber,
                            std::function<bool(const Topic&)> filter = nullptr);

  /// Ordered by id.
  const std::vector<std::unique_ptr<Topic>>& topics() const { return topics_; }
  /// Whether a client may advertise a topic: the number of topics that are open to clients is
  /// limited for them, so that topics of further robots can still be made.
  Status CheckClientTopic(const std::string& topic) const;
  /// Whether a message of this size may be published on a topic: the last messages of latched
  /// topics that are open to clients are limited.
  Status CheckKept(const std::string& topic, std::size_t bytes) const;
  /// nullptr if it does not exist.
  const Topic* FindTopic(const std::string& name) const;

  Status AdvertiseService(const std::string& name, const msgs::ServiceInfo& service,
                          ServiceHandler handler);
  /// The same for services that may respond some steps later.
  Status AdvertiseCalls(const std::string& name, const msgs::ServiceInfo& service,
                        CallHandler handler);
  void RemoveService(const std::string& name);
  /// Calls a service in CDR, for code that does not know the types. The response comes immediately
  /// or later, once.
  void CallCdr(const std::string& service, const Bytes& request, Answer answer,
               const std::string& client = "") const;
  /// Returns the response; fails if the service responds later.
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
  /// Sends a goal in CDR. The listener receives feedback and result; returns nullptr if the goal
  /// was rejected.
  std::shared_ptr<Goal> SendGoal(const std::string& action, const Bytes& goal,
                                 GoalListener listener, const std::string& client = "") const;
  void CancelGoal(const std::string& action, const std::shared_ptr<Goal>& goal) const;
  /// Names and types of all actions, sorted by name.
  std::vector<std::pair<std::string, const msgs::ActionInfo*>> Actions() const;
  /// Changes whenever services or actions are added or removed.
  std::uint64_t offers_version() const { return offers_version_; }

 private:
  friend class Subscription;
  struct Entry;
  struct Service {
    const msgs::ServiceInfo* info;
    /// Exactly one of the two is set.
    ServiceHandler handler;
    CallHandler calls;
  };
  struct Action {
    const msgs::ActionInfo* info;
    ActionHandler handler;
  };

  void Deliver(int topic, SimTimeNs time_ns, const msgs::TypeInfo& type, const void* message);
  Result<int> Share(Topic* known, const msgs::TypeInfo& type, const TopicOptions& options);
  int AddTopic(Topic added);
  void Retire(Topic* topic);
  void LinkAlias(const std::string& alias, int topic);
  void Send(Delivery* delivery);
  void SendAs(int topic, Delivery* delivery);
  void Unsubscribe(int id);
  void RemoveGone();
  Subscription AddEntry(std::unique_ptr<Entry> entry);
  void Join(const Topic& topic, Entry* added);
  Status AddService(const std::string& name, Service service);
  Status CallTyped(const std::string& name, const msgs::ServiceInfo& info, const void* request,
                   void* response) const;
  Result<std::shared_ptr<const Service>> FindService(const std::string& name) const;

  std::vector<std::unique_ptr<Topic>> topics_;
  std::map<std::string, int> ids_;
  /// In the order of subscription; also by topic.
  std::vector<std::unique_ptr<Entry>> entries_;
  std::vector<std::vector<Entry*>> by_topic_;
  /// For each topic its aliases that exist.
  std::vector<std::vector<int>> aliases_;
  /// The topic of each alias, by name.
  std::map<std::string, std::string> alias_names_;
  /// Last messages of latched topics.
  std::map<int, std::pair<SimTimeNs, Bytes>> kept_;
  std::size_t open_topics_ = 0;
  /// Shared, because a handler may remove its own service.
  std::map<std::string, std::shared_ptr<const Service>> services_;
  std::map<std::string, std::shared_ptr<const Action>> actions_;
  std::uint64_t offers_version_ = 0;
  Bytes buffer_;
  int next_id_ = 0;
  /// Nesting depth of subscriber calls in progress.
  int depth_ = 0;
  /// Ended subscriptions whose entries still exist.
  std::vector<Entry*> gone_;
  bool any_replaced_ = false;
};

}  // namespace surefoot::graph
