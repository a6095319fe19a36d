#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/gateways/ros2/core.h"

namespace surefoot::gateways::ros2 {

/// The services of the graph in ROS 2.
class Services {
 public:
  using List = std::vector<std::pair<std::string, const msgs::ServiceInfo*>>;

  /// `core` outlives this.
  explicit Services(Core* core) : core_(*core) {}

  // Events of the bridge.
  /// All services that exist now.
  void OnServices(const List& services);
  /// False if the id is not of a call here.
  bool OnAnswered(const graph::event::Answered& event);

  /// Names in ROS have changed.
  void Rename();

 private:
  struct Service {
    std::string ros_name;
    const msgs::ServiceInfo* info = nullptr;
    std::unique_ptr<Core::Server> server;
  };
  struct Waiting {
    std::string name;
    dds::RequestId request;
    const msgs::ServiceInfo* info = nullptr;
  };

  void Open(const std::string& name, const msgs::ServiceInfo& info);
  void Call(const std::string& name, const msgs::ServiceInfo& info, const dds::RequestId& id,
            const Bytes& request);
  void Reply(const std::string& name, const dds::RequestId& id, const Bytes& response);

  Core& core_;
  List services_;
  /// By the names of the graph.
  std::map<std::string, Service> open_;
  std::map<std::uint64_t, Waiting> waiting_;
};

/// What a service is in DDS, without the quality of service of a topic.
dds::ServiceSpec SpecOf(const std::string& ros_name, const msgs::ServiceInfo& info);

}  // namespace surefoot::gateways::ros2
