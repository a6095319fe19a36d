#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/gateways/ros2/core.h"
#include "surefoot/gateways/ros2/parameter_set.h"

namespace surefoot::gateways::ros2 {

/// The parameters of the node in ROS 2: its six services, and /parameter_events. They say what
/// runs: world, engine, seed.
class Parameters {
 public:
  /// `core` outlives this.
  explicit Parameters(Core* core);
  ~Parameters();

  // Events of the bridge.
  /// All services of the present graph are known: asks for the state of the server.
  void OnServices(const std::vector<std::pair<std::string, const msgs::ServiceInfo*>>& services);
  /// False if the id is not of the call here.
  bool OnAnswered(const graph::event::Answered& event);

 private:
  template <typename Service, typename Answer>
  void Serve(const char* name, Answer answer);
  void Set(const std::string& name, const std::string& description,
           const rcl::ParameterValue& value);

  Core& core_;
  ParameterSet set_;
  std::unique_ptr<Core::Writer> events_;
  std::vector<std::unique_ptr<Core::Server>> servers_;
  /// The call that asks for the state; 0: none.
  std::uint64_t status_call_ = 0;
};

}  // namespace surefoot::gateways::ros2
