#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/gateways/ros2/actions.h"
#include "surefoot/gateways/ros2/audited_participants.h"
#include "surefoot/gateways/ros2/core.h"
#include "surefoot/gateways/ros2/options.h"
#include "surefoot/gateways/ros2/parameters.h"
#include "surefoot/gateways/ros2/rosout.h"
#include "surefoot/gateways/ros2/services.h"
#include "surefoot/gateways/ros2/topics.h"

namespace surefoot::gateways::ros2 {

/// The simulator as a node of ROS 2 in a participant. Loop's thread only.
class Node {
 public:
  /// What a node works with. Everything pointed to outlives it; `audit` may be nullptr.
  struct Host {
    graph::Bridge* bridge = nullptr;
    std::shared_ptr<ros::EventLoop> loop = nullptr;
    dds::Participant* participant = nullptr;
    Topics::OpenSecond open_second = nullptr;
    Metrics* metrics = nullptr;
    AuditLog* audit = nullptr;
    std::function<void(const std::string&)> log = nullptr;
  };

  Node(const Host& host, const Options& options);
  ~Node();
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  /// Processes the bridge's events.
  void Take();
  void OnEndpoint(const dds::RemoteEndpoint& endpoint, bool alive);

 private:
  Core MakeCore(const Options& options);
  /// Publishes the list of endpoints soon.
  void Announce();
  void Note(const std::string& text);
  void Handle(const graph::Event& event);
  void OnGraphComplete(const graph::event::Services& services);
  void AskRobots();
  /// The answer about the robots; nullptr: there is none.
  void OnRobots(const Bytes* response);
  bool IsAboutRobots(const graph::Event& event) const;

  Host host_;
  Counters counters_;
  Core core_;
  AuditedParticipants audited_;
  std::unique_ptr<dds::Writer> graph_writer_;
  bool announcing_ = false;
  /// Tasks that are posted see by it that the node is gone.
  std::shared_ptr<void> life_ = std::make_shared<char>();
  // They end before the writer of the graph, in reverse order.
  std::optional<Rosout> rosout_;
  std::optional<Parameters> parameters_;
  std::optional<Topics> topics_;
  std::optional<Services> services_;
  std::optional<Actions> actions_;
  /// Whether names depend on which robots there are. Until they are known, events wait, so that
  /// nothing appears under a name that it loses at once.
  bool depends_on_robots_ = false;
  bool knows_robots_ = false;
  std::vector<graph::Event> held_;
  /// The call that asks for the robots; 0: none.
  std::uint64_t robots_call_ = 0;
  std::vector<graph::Event> events_;
};

}  // namespace surefoot::gateways::ros2
