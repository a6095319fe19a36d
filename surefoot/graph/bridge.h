#pragma once

/// Between the graph, which has one thread, and a gateway, which has its own: two queues. Neither
/// side ever waits for the other.

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

/// A message for all outside who want it; encoded once.
struct Sample {
  /// Owned by the build's list of types, topics by the bridge's notes.
  std::string topic;
  const msgs::TypeInfo* type = nullptr;
  SimTimeNs time_ns = 0;
  /// As its topic is: TopicOptions.
  bool reliable = false;
  Bytes cdr;

  /// The same as JSON, made at the first call. Any thread.
  const std::string& json() const;

 private:
  mutable std::once_flag json_made_;
  mutable std::string json_;
};

/// What the gateway is told, in order.
namespace event {
struct Message {
  std::shared_ptr<const Sample> sample;
};
struct TopicAdded {
  std::string name;
  const msgs::TypeInfo* type = nullptr;
  TopicOptions options;
};
/// Messages of a reliable topic were lost here, because the gateway took none for too long.
struct Lost {
  std::string topic;
};
/// All that there are now; sent when they change.
struct Services {
  std::vector<std::pair<std::string, const msgs::ServiceInfo*>> services;
  std::vector<std::pair<std::string, const msgs::ActionInfo*>> actions;
};
/// Of a call or goal that the gateway sent; `id` is the one it gave.
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
/// To a service or an action that the gateway offers; it answers with the id.
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
/// A message, offer or call that was refused; `id` is what the gateway gave with it.
struct Refused {
  std::uint64_t id = 0;
  std::string reason;
};
/// Another graph from here on: what was told of topics and services is void, and so is what the
/// gateway advertised and offered. What it wants it still gets.
struct GraphChanged {};
}  // namespace event

using Event =
    std::variant<event::Message, event::TopicAdded, event::Lost, event::Services, event::Answered,
                 event::Feedback, event::GoalEnded, event::Called, event::GoalSent,
                 event::GoalCanceled, event::Refused, event::GraphChanged>;

/// A message that comes in. `id` returns in event::Refused.
struct Publication {
  std::uint64_t id = 0;
  /// Who sends it: the one that drives a robot may keep it from others.
  Caller caller;
  std::string topic;
  const msgs::TypeInfo* type = nullptr;
  Bytes cdr;
  /// A command that holds until the client's next one on this topic, or until it leaves, however
  /// soon drives forget: the server repeats it in simulated time.
  bool held = false;
  /// The same, decoded once by the server.
  std::shared_ptr<const void> message = nullptr;
};

struct BridgeOptions {
  /// Samples that wait for a gateway; beyond, the oldest are lost and counted.
  std::size_t max_samples = 8192;
  std::size_t max_sample_bytes = std::size_t{256} << 20;
  /// Those of reliable topics; beyond, all of them are lost, and the gateway is told.
  std::size_t max_reliable = 65536;
  std::size_t max_reliable_bytes = std::size_t{256} << 20;
  /// So long a Pump takes requests in when there are many; the next one goes on.
  std::chrono::microseconds max_pump{500};
};

/// Called on the other side's thread when a queue is no longer empty; must not wait.
using Wake = std::function<void()>;

/// What the owner of the graph does for a bridge, on the graph's thread but for `wake`.
struct BridgeHost {
  /// Takes a message into the run.
  std::function<Status(Publication)> take_in;
  /// A client is gone: what it held is free again.
  std::function<void(const std::string& client)> client_left;
  Wake wake;
  /// Whether a client may do this; asked before anything else. Absent: everybody may do everything.
  std::function<Status(const Access&)> permit = nullptr;
  /// Whether calls of this client wait, because an earlier one of it is still worked on and they
  /// must not overtake it. Absent: never.
  std::function<bool(const std::string& client)> holds = nullptr;
};

class Bridge {
 public:
  explicit Bridge(BridgeHost host, const BridgeOptions& options = {});
  ~Bridge();
  Bridge(const Bridge&) = delete;
  Bridge& operator=(const Bridge&) = delete;

  // On the graph's thread.
  /// From now on this graph, nullptr for none; calls under way fail.
  void Attach(Graph* graph);
  /// Takes in what the gateway asked for since; between two steps. False: nothing. Of very much, a
  /// part: then it wakes its own side, so that the rest is not forgotten.
  bool Pump();
  /// Tells the gateway of services and actions that came or went by others than itself.
  void TellOffers();
  /// Tells the gateway the time; messages do so, too.
  void set_time(SimTimeNs time_ns) { time_ns_.store(time_ns, std::memory_order_relaxed); }

  // On the gateway's threads.
  void set_wake_gateway(Wake wake);
  /// Messages of this topic, from now on; counted.
  void Want(const std::string& topic);
  void Unwant(const std::string& topic);
  void Publish(Publication publication);
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
  /// After everything the client has sent.
  void ClientLeft(const std::string& client);
  /// Moves all that waits to `events`, which is cleared first.
  void Take(std::vector<Event>* events);
  /// Samples that were lost because the gateway did not take them in time.
  std::uint64_t lost() const { return lost_.load(); }
  /// Bytes that wait for Pump. A gateway whose clients send faster than they are taken in stops
  /// reading from them.
  std::size_t waiting_bytes() const { return waiting_bytes_.load(std::memory_order_relaxed); }
  /// Simulated time as last told.
  SimTimeNs time_ns() const { return time_ns_.load(std::memory_order_relaxed); }

 private:
  class Side;
  using Request = std::function<void(Side*)>;
  void Post(Request request, std::size_t bytes = 0);
  /// On the graph's thread: whether there is a world and the client may do this in it.
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
  /// Taken from requests_, and how many of them are done; kept for its memory.
  std::vector<Waiting> pumped_;
  std::size_t done_ = 0;
  /// Calls that wait for an earlier one of the same client, in their order.
  std::map<std::string, std::deque<Request>> held_;
  bool PumpHeld();
  std::mutex events_mutex_;
  std::vector<Event> events_;
  Wake wake_gateway_;
  struct Load {
    std::size_t count = 0;
    std::size_t bytes = 0;
  };
  /// What waits in events_, of reliable topics and of others.
  Load reliable_;
  Load latest_;
  void Send(Event event);
  void DropOldest();
  void DropReliable();
  template <typename Goes>
  void DropSamples(Load* load, Goes goes);

  /// What is on the graph's side.
  std::unique_ptr<Side> side_;
  /// Lets answers that outlive the bridge see that it is gone; both end on the graph's thread.
  std::shared_ptr<Bridge*> self_ = std::make_shared<Bridge*>(this);
};

}  // namespace surefoot::graph
