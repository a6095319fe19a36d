#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "surefoot/gateways/ros1/node/master_link.h"

namespace surefoot::gateways::ros1 {

/// Keeps the registrations of one node at its master: what was added is registered as soon as the
/// master answers, and again after a master that is another program was restarted.
///
///   Registrar registrar(&reactor, &client, master, {"/surefoot", uri, rosrpc_uri});
///   registrar.publishers = [&](topic, uris) { ... };
///   registrar.AddPublisher("/clock", "rosgraph_msgs/Clock");
///   registrar.Start();
class Registrar {
 public:
  struct Node {
    std::string name;
    /// Addresses of its XML-RPC server, "http://127.0.0.1:4711/", and of its services,
    /// "rosrpc://..."
    std::string api;
    std::string service_api;
  };

  /// All pointed to outlive this.
  Registrar(Reactor* reactor, XmlRpcClient* client, MasterLink* master, Node node);
  ~Registrar();
  Registrar(const Registrar&) = delete;
  Registrar& operator=(const Registrar&) = delete;

  /// Called with the publishers of a topic that this node subscribes to.
  std::function<void(const std::string& topic, const std::vector<std::string>& uris)> publishers;
  /// Prints a message for people. May be absent.
  std::function<void(const std::string&)> log;
  /// Called when the node has got another name, before anything is registered. May be absent.
  std::function<void(const std::string& name)> renamed;

  const Node& node() const { return node_; }
  /// Whether the master has answered and not been lost since.
  bool online() const { return state_ == State::kOnline; }

  /// The master itself has reported the publishers of a topic: its answer to an earlier
  /// registration may still come, on another connection, and is out of date then.
  void OnUpdate(const std::string& topic) { unanswered_.erase(topic); }

  /// Contacts the master; registrations may have been added before. If another program that is
  /// alive has the node's name, this one gets a number: "/surefoot_2".
  void Start();
  /// Ends all registrations; `done` is called when the master has answered all of them.
  void Finish(std::function<void()> done);

  void AddPublisher(const std::string& topic, const std::string& type);
  void RemovePublisher(const std::string& topic);
  void AddSubscriber(const std::string& topic, const std::string& type);
  void RemoveSubscriber(const std::string& topic);
  void AddService(const std::string& service);
  void RemoveService(const std::string& service);
  void SetParameter(const std::string& name, Value value);
  void DeleteParameter(const std::string& name);

 private:
  enum class State { kStopped, kSearching, kOnline, kFinished };
  enum class Kind { kParameter, kPublisher, kSubscriber, kService };
  static bool IsTopic(Kind kind) { return kind == Kind::kPublisher || kind == Kind::kSubscriber; }
  /// Registrations in the order of Kind: parameters first, because nodes read /use_sim_time when
  /// they start.
  using Key = std::pair<Kind, std::string>;

  void Add(Kind kind, const std::string& name, Value detail);
  void Remove(Kind kind, const std::string& name);
  MethodCall RegisterCall(const Key& key, const Value& detail) const;
  MethodCall UnregisterCall(const Key& key) const;
  void Register(const Key& key, const Value& detail);
  void Search();
  void OnNameOwner(const Result<Value>& owner);
  void TakeNextName();
  void GoOnline();
  void GoOffline(const Error& error);
  void Poll();
  void Check();
  bool IsMissing(const std::vector<Key>& topics, const Value& state) const;
  void Schedule(std::chrono::milliseconds time, void (Registrar::*task)());

  Reactor& reactor_;
  XmlRpcClient& client_;
  MasterLink& master_;
  Node node_;
  std::string first_name_;
  int name_number_ = 1;
  State state_ = State::kStopped;
  bool complained_ = false;
  /// Types of topics, values of parameters.
  std::map<Key, Value> wanted_;
  /// The registration of a topic whose answer will have its publishers.
  std::map<std::string, std::uint64_t> unanswered_;
  std::uint64_t next_registration_ = 1;
  /// Something was registered since the master was last asked for all registrations.
  bool unchecked_ = false;
  /// What the master did not accept.
  std::set<Key> refused_;
  std::unique_ptr<Timer> timer_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace surefoot::gateways::ros1
