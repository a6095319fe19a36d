#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/gateways/ros1/node/core.h"
#include "surefoot/gateways/ros1/tcpros/service.h"

namespace surefoot::gateways::ros1 {

/// The services of the graph in ROS 1.
class Services {
 public:
  using List = std::vector<std::pair<std::string, const msgs::ServiceInfo*>>;

  /// All outlive this.
  Services(Core* core, Types* types);

  // Events of the bridge.
  /// All services that exist now.
  void OnServices(const List& services);
  /// False if the id is not of a call here.
  bool OnAnswered(const graph::event::Answered& event);

  /// Names in ROS have changed.
  void Rename();

  /// Checks a client's header and serves its calls; the error is ROS 1's text.
  Result<std::unique_ptr<Handler>> Accept(const Fields& fields, Stream* stream);

 private:
  struct Waiting {
    const msgs::ServiceInfo* info = nullptr;
    ServiceAnswer answer;
  };

  void Call(const std::string& name, const msgs::ServiceInfo& info, const Bytes& request,
            ServiceAnswer answer);

  Core& core_;
  Types& types_;
  List services_;
  /// Name in the graph and type, by name in ROS.
  std::map<std::string, std::pair<std::string, const msgs::ServiceInfo*>> by_ros_name_;
  std::map<std::uint64_t, Waiting> waiting_;
};

}  // namespace surefoot::gateways::ros1
