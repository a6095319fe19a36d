#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/gateways/ros1/node/actions.h"
#include "surefoot/gateways/ros1/node/core.h"
#include "surefoot/gateways/ros1/node/parameters.h"
#include "surefoot/gateways/ros1/node/rosout.h"
#include "surefoot/gateways/ros1/node/services.h"
#include "surefoot/gateways/ros1/node/slave_api.h"
#include "surefoot/gateways/ros1/node/topics.h"
#include "surefoot/gateways/ros1/options.h"

namespace surefoot::gateways::ros1 {

/// The simulator as a node of ROS 1, without its listening sockets. Reactor's thread only.
///
///   Node node(host, options, {.host = "127.0.0.1", .tcpros_port = 4711, .api_port = 4712});
///   node.Start();
///   node.Take();  // when the bridge wakes the gateway
class Node {
 public:
  /// What a node works with. Everything pointed to outlives it; `audit` may be nullptr.
  struct Host {
    graph::Bridge* bridge = nullptr;
    Reactor* reactor = nullptr;
    XmlRpcClient* client = nullptr;
    MasterLink* master = nullptr;
    Metrics* metrics = nullptr;
    AuditLog* audit = nullptr;
    std::function<void(const std::string&)> log = nullptr;
  };
  /// Where other nodes reach this one.
  struct Address {
    std::string host;
    int tcpros_port = 0;
    int api_port = 0;
  };

  Node(const Host& host, const Options& options, const Address& address);
  ~Node();
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  /// Registers at the master, and again whenever the master was restarted.
  void Start();
  /// Ends all registrations; `done` is called then.
  void Finish(std::function<void()> done);
  /// Processes the bridge's events.
  void Take();

  /// Chooses the handler of a connection to the TCPROS port; the error is ROS 1's text.
  Result<std::unique_ptr<Handler>> OpenConnection(const Fields& fields, Stream* stream);
  /// Answers a call of the master or of another node.
  Result<Value> Answer(const MethodCall& call) { return AnswerSlaveCall(slave_, call); }

  Counters& counters() { return counters_; }
  NodeAudit& audit() { return audit_; }

 private:
  Core MakeCore(const Options& options, const std::string& api);
  void MakeSlave(const Address& address);
  std::unique_ptr<Registrar> MakeRosoutNode();
  void Note(const std::string& text);
  void SetPublishers(const std::string& topic, const std::vector<std::string>& uris);
  bool Congested();
  void Handle(const graph::Event& event);
  void AskRobots();
  void OnRobots(const graph::event::Answered& event);

  Host host_;
  Counters counters_;
  NodeAudit audit_;
  Registrar registrar_;
  Core core_;
  Types types_;
  Topics topics_;
  Services services_;
  Actions actions_;
  Parameters parameters_;
  Rosout rosout_;
  SlaveHost slave_;
  /// Whether names depend on which robots there are.
  bool depends_on_robots_ = false;
  /// The call that asks for the robots; 0: none.
  std::uint64_t robots_call_ = 0;
  std::vector<graph::Event> events_;
  std::unique_ptr<Timer> resume_timer_;
};

}  // namespace surefoot::gateways::ros1
