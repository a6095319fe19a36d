#pragma once

/// Connects the graph, which belongs to one thread, to a gateway with its own threads by two
/// queues. Neither side ever waits for the other.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "surefoot/graph/graph.h"
#include "surefoot/graph/role.h"

namespace surefoot::graph {

/// A message for all external subscribers; encoded once.
struct Sample {
  /// Types are owned by the build's list; the topic is copied.
  std::string topic;
  const msgs::TypeInfo* type = nullptr;
  SimTimeNs time_ns = 0;
  /// As in the topic's TopicOptions.
  bool reliable = false;
  /// The gateway of this bridge has published it itself. Gateways whose clients also exchange
  /// messages without them do not pass it on. False for messages of clients in lock-step, which
  /// are published later.
  bool own = false;
  Bytes cdr;

  /// The same as JSON; created at the first call. Thread-safe.
  const std::string& json() const;

 private:
  mutable std::once_flag json_made_;
  mutable std::string json_;
};

/// Events for the gateway, in order.
namespace event {
struct Message {
  std::shared_ptr<const Sample> sample;
};
struct TopicAdded {
  std::string name;
  const msgs::TypeInfo* type = nullptr;
  TopicOptions options;
};
/// Messages of a reliable topic were lost here, because the gateway did not fetch events for too
/// long.
struct Lost {
  std::string topic;
};
/// All services and actions that exist; sent when they change.
struct Services {
  std::vector<std::pair<std::string, const msgs::ServiceInfo*>> services;
  std::vector<std::pair<std::string, const msgs::ActionInfo*>> actions;
};
/// Response to a call or goal that the gateway sent with this `id`.
struct Answered {
  std::uint64_t id = 0;
  Result<Bytes> response;
};
struct Feedback {
  std::uint64_t id = 0;
  Bytes feedback;
};
struct GoalEnded {
  std::uint64_t id = 0;
  GoalEnd end = GoalEnd::kAborted;
  Result<Bytes> result;
};
/// A request to a service or action offered by the gateway, which responds with the id.
struct Called {
  std::uint64_t id = 0;
  std::string service;
  Bytes request;
};
struct GoalSent {
  std::uint64_t id = 0;
  std::string action;
  Bytes goal;
};
struct GoalCanceled {
  std::uint64_t id = 0;
};
/// A rejected message, offer or call; `id` is the one that the gateway passed with it.
struct Refused {
  std::uint64_t id = 0;
  std::string reason;
};
/// Another graph from here on: topics and services announced so far no longer exist, and neither do
/// those that the gateway advertised. Its subscriptions remain. Announcements that it has not
/// fetched before are dropped.
struct GraphChanged {};
}  // namespace event

using Event =
    std::variant<event::Message, event::TopicAdded, event::Lost, event::Services, event::Answered,
                 event::Feedback, event::GoalEnded, event::Called, event::GoalSent,
                 event::GoalCanceled, event::Refused, event::GraphChanged>;

/// An incoming message. `id` is returned in event::Refused.
struct Publication {
  std::uint64_t id = 0;
  /// The sender; exclusive control of a robot may exclude others.
  Caller caller;
  std::string topic;
  const msgs::TypeInfo* type = nullptr;
  Bytes cdr;
  /// A command that is repeated in simulated time until the client's next one on this topic, or
  /// until it leaves, although drives time out: for clients that send only changes.
  bool held = false;
  /// The same message, decoded once by the server.
  std::shared_ptr<const void> message = nullptr;
};

struct BridgeOptions {
  /// Limit of samples waiting for the gateway; beyond it, the oldest are dropped and counted.
  std::size_t max_samples = 8192;
  std::size_t max_sample_bytes = std::size_t{256} << 20;
  /// Limit for reliable topics; beyond it, all of them are dropped, and the gateway is informed.
  std::size_t max_reliable = 65536;
  std::size_t max_reliable_bytes = std::size_t{256} << 20;
  /// Time limit of one Pump, so that many requests do not delay the step; the next Pump continues.
  std::chrono::microseconds max_pump{500};
};

/// Called on the other side's thread when a queue becomes non-empty; must not block.
using Wake = std::function<void()>;

/// What the owner of the graph provides for a bridge; called on the graph's thread, except `wake`.
struct BridgeHost {
  /// Applies a message to the run.
  std::function<Status(Publication)> apply_message;
  /// A client has left: whatever it controlled is released.
  std::function<void(const std::string& client)> client_left;
  Wake wake;
  /// Whether a client is permitted to do this; queried first. Absent: everything is permitted.
  std::function<Status(const Access&)> permit = nullptr;
  /// Whether calls of this client must wait, because an earlier call is still in progress and must
  /// not be overtaken. Absent: never.
  std::function<bool(const std::string& client)> holds = nullptr;
  /// A client publishes no more on a topic: it releases the robot that the topic commands, unless
  /// it publishes on another topic of that robot. May be absent.
  std::function<void(const std::string& topic, const std::string& client)> publishing_ended =
      nullptr;
};

/// Methods are grouped by the thread that may call them. A bridge may be attached to several graphs
/// one after another; one bridge serves one gateway.
///
///   bridge.Attach(&graph);                            // Graph's thread.
///   while (running) { simulation.Step(); bridge.Pump(); }
class Bridge {
 public:
  explicit Bridge(BridgeHost host, const BridgeOptions& options = {});
  ~Bridge();
  Bridge(const Bridge&) = delete;
  Bridge& operator=(const Bridge&) = delete;

  // On the graph's thread.
  /// Uses this graph from now on; nullptr for none. Calls in progress fail.
  void Attach(Graph* graph);
  /// Executes requests of the gateway; call between two steps. Returns false if there was nothing
  /// to do. If there are too many, executes a part and wakes its own side to continue.
  bool Pump();
  /// Whether a client of this gateway offers a service or action of this name now.
  bool IsOffered(const std::string& name) const;
  /// Informs the gateway of services and actions that others have added or removed.
  void AnnounceOffers();
  /// Sets the time that the gateway sees; messages do so, too.
  void set_time(SimTimeNs time_ns) { time_ns_.store(time_ns, std::memory_order_relaxed); }

  // On the gateway's threads.
  void set_wake_gateway(Wake wake);
  /// Subscribes to this topic from now on; calls are counted, so each needs its Unsubscribe.
  void Subscribe(const std::string& topic);
  void Unsubscribe(const std::string& topic);
  void Publish(Publication publication);
  /// The client publishes no more on this topic; executed after everything that it has sent.
  void EndPublishing(const std::string& topic, const std::string& client);
  void Advertise(std::uint64_t id, const std::string& topic, const msgs::TypeInfo& type,
                 TopicOptions options, const Caller& caller);
  void Call(std::uint64_t id, const std::string& service, Bytes request, const Caller& caller);
  void SendGoal(std::uint64_t id, const std::string& action, Bytes goal, const Caller& caller);
  void CancelGoal(std::uint64_t id);
  void OfferService(std::uint64_t id, const std::string& name, const msgs::ServiceInfo& info,
                    const Caller& caller);
  void OfferAction(std::uint64_t id, const std::string& name, const msgs::ActionInfo& info,
                   const Caller& caller);
  void WithdrawService(const std::string& name);
  void WithdrawAction(const std::string& name);
  void Respond(std::uint64_t call, Result<Bytes> response);
  void GiveFeedback(std::uint64_t goal, Bytes feedback);
  void EndGoal(std::uint64_t goal, GoalEnd end, Result<Bytes> result);
  /// Executed after everything that the client has sent.
  void ClientLeft(const std::string& client);
  /// Moves all waiting events to `events`, which is cleared first.
  void Take(std::vector<Event>* events);
  /// Number of samples dropped because the gateway did not fetch them in time.
  std::uint64_t lost() const { return lost_.load(); }
  /// Size of the requests waiting for Pump. A gateway stops reading from its clients if it becomes
  /// too large.
  std::size_t waiting_bytes() const { return waiting_bytes_.load(std::memory_order_relaxed); }
  /// Simulated time as last set.
  SimTimeNs time_ns() const { return time_ns_.load(std::memory_order_relaxed); }

 private:
  class Side;
  using Request = std::function<void(Side*)>;
  void Post(Request request, std::size_t bytes = 0);
  /// On the graph's thread: whether a world exists and the client may do this in it.
  Status Permit(const Side& side, Access::Kind kind, const std::string& name,
                const Caller& caller) const;

  BridgeHost host_;
  BridgeOptions options_;
  std::atomic<std::uint64_t> lost_{0};
  std::atomic<bool> any_request_{false};
  std::atomic<std::size_t> waiting_bytes_{0};
  std::atomic<SimTimeNs> time_ns_{0};
  std::mutex requests_mutex_;
  struct Waiting {
    Request request;
    std::size_t bytes = 0;
  };
  std::vector<Waiting> requests_;
  /// Requests in progress, and how many of them are done; kept for its memory.
  std::vector<Waiting> pumped_;
  std::size_t done_ = 0;
  /// Calls that wait for an earlier call of the same client, in order.
  std::map<std::string, std::deque<Request>> held_;
  bool PumpHeld();
  std::mutex events_mutex_;
  std::vector<Event> events_;
  Wake wake_gateway_;
  struct Load {
    std::size_t count = 0;
    std::size_t bytes = 0;
  };
  /// Waiting samples of reliable topics and of others.
  Load reliable_;
  Load latest_;
  void Send(Event event);
  void DropOutdated(const Event& event);
  void DropOldest();
  void DropReliable();
  template <typename Goes>
  void DropSamples(Load* load, Goes goes);

  /// State that belongs to the graph's thread.
  std::unique_ptr<Side> side_;
  /// Lets answers that outlive the bridge see that it is gone; both end on the graph's thread.
  std::shared_ptr<Bridge*> self_ = std::make_shared<Bridge*>(this);
};

}  // namespace surefoot::graph
