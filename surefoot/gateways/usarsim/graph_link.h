#pragma once

/// The gateway's connection to the graph over the bridge, used on the gateway's thread only:
/// listeners of topics, and calls of services with their pending answers.

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "surefoot/gateways/usarsim/spawn_queue.h"
#include "surefoot/graph/bridge.h"
#include "surefoot/msgs/simulation_interfaces.h"

namespace surefoot::gateways::usarsim {

/// One connection, as publisher and caller. Refusals and the audit log name it.
struct Actor {
  std::uint32_t number = 0;
  /// "usarsim:3".
  std::string client;
};

/// The status of an answer of a simulation_interfaces service: transport errors and result codes.
template <typename Response>
Status Outcome(const Result<Response>& response) {
  if (!response.ok()) return response.error();
  using Codes = msgs::simulation_interfaces::Result;
  const Codes& result = response->result;
  return result.result == Codes::RESULT_OK ? Status() : Status(Error{result.error_message});
}

/// Publishes, listens and calls for all connections.
///   const int listener = link.Listen("/husky/scan", [](const graph::Sample& s) { ... });
///   link.Call<Service>(client, "/name", request, [](const Result<Response>& r) { ... });
///   link.Unlisten(listener);
class GraphLink {
 public:
  using Listener = std::function<void(const graph::Sample&)>;
  using Answer = std::function<void(const Result<Bytes>&)>;
  using Refusal = std::function<void(std::uint32_t actor, const std::string& reason)>;

  /// `role`: that of all clients; the protocol has no tokens.
  explicit GraphLink(graph::Bridge* bridge, graph::Role role = graph::Role::kDriver)
      : bridge_(*bridge), role_(role) {}

  void set_refusal(Refusal refusal) { refusal_ = std::move(refusal); }
  /// Sets a callback for the loading of another world.
  void set_world_changed(std::function<void()> changed) { world_changed_ = std::move(changed); }
  /// Whether so many bytes wait for the server that clients are not read (back pressure).
  bool congested() const { return bridge_.waiting_bytes() > kMaxWaiting; }

  /// Calls the listener for each message from now on, until Unlisten with the returned number.
  int Listen(const std::string& topic, Listener listener);
  void Unlisten(int listener);

  /// `held`: the server repeats the message until the next one on this topic. Drives of Surefoot
  /// time out, but commands of USARSim apply until the next one.
  template <typename T>
  void Publish(const Actor& actor, const std::string& topic, const T& message, bool held = false) {
    graph::Publication publication;
    publication.id = actor.number;
    // The protocol has no authentication: whoever reaches the port has the role of a driver.
    publication.caller = {actor.client, role_};
    publication.topic = topic;
    publication.type = &T::type();
    msgs::Encode(message, &publication.cdr);
    publication.held = held;
    bridge_.Publish(std::move(publication));
  }

  /// Calls a service; `answer` is called once, later.
  template <typename S>
  void Call(const std::string& client, const std::string& service,
            const typename S::Request& request,
            std::function<void(const Result<typename S::Response>&)> answer) {
    Bytes bytes;
    msgs::Encode(request, &bytes);
    CallCdr(client, service, std::move(bytes), [answer](const Result<Bytes>& result) {
      typename S::Response response;
      if (!result.ok()) return answer(result.error());
      if (!msgs::Decode(result.value(), &response)) return answer(Error{"a damaged answer"});
      answer(response);
    });
  }
  using SpawnService = msgs::simulation_interfaces::SpawnEntityService;
  using SpawnAnswer = std::function<void(const Result<SpawnService::Response>&)>;
  /// Queues the spawning of a model. At the client's turn, `check` decides whether it is still
  /// allowed (absent: yes). `answer` is called once, unless the client leaves before its turn.
  /// Returns an error if too many models are queued.
  Status Spawn(const std::string& client, SpawnService::Request request, SpawnAnswer answer,
               std::function<Status()> check = nullptr);
  /// Whether the client may queue another model now.
  bool MaySpawn(const std::string& client) const { return spawns_.CanAdd(client); }
  /// Number of objects of clients in the world.
  std::size_t objects() const { return *objects_; }
  /// Counts one more object while the result, or a copy of it, exists.
  std::shared_ptr<void> CountObject();
  /// Keeps a count until the world changes, for an object that outlives its client.
  void Keep(std::shared_ptr<void> object) { kept_.push_back(std::move(object)); }
  /// Removes an entity from the world; the result is ignored.
  void DeleteEntity(const std::string& client, const std::string& entity);
  void Left(const std::string& client) {
    spawns_.Leave(client);
    bridge_.ClientLeft(client);
  }

  /// Delivers the events of the bridge to listeners and answers.
  void Take();

  graph::Role role() const { return role_; }
  /// Simulated time at the last Take.
  SimTimeNs time_ns() const { return time_ns_; }
  /// All known topics with their types; the count changes with each change of the list.
  const std::map<std::string, const msgs::TypeInfo*>& topics() const { return topics_; }
  std::size_t topics_count() const { return topics_count_; }

 private:
  static constexpr std::size_t kMaxWaiting = std::size_t{256} << 10;

  struct Entry {
    std::string topic;
    std::shared_ptr<Listener> listener;
  };

  void CallCdr(const std::string& client, const std::string& service, Bytes request, Answer answer);
  void Handle(const graph::Event& event);
  void Deliver(const graph::Sample& sample);

  graph::Bridge& bridge_;
  graph::Role role_;
  SpawnQueue spawns_;
  std::shared_ptr<std::size_t> objects_ = std::make_shared<std::size_t>(0);
  std::vector<std::shared_ptr<void>> kept_;
  Refusal refusal_;
  std::function<void()> world_changed_;
  std::map<int, Entry> entries_;
  std::map<std::string, std::set<int>> by_topic_;
  std::map<std::uint64_t, Answer> waiting_;
  std::map<std::string, const msgs::TypeInfo*> topics_;
  std::vector<graph::Event> events_;
  std::size_t topics_count_ = 0;
  SimTimeNs time_ns_ = 0;
  int next_listener_ = 1;
  std::uint64_t next_call_ = 1;
};

}  // namespace surefoot::gateways::usarsim
