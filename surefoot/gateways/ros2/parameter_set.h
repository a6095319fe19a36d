#pragma once

/// The parameters of the node, which clients can read but not change: they are set by options and
/// by the services that control the simulation.

#include <map>
#include <string>
#include <vector>

#include "surefoot/msgs/rcl_interfaces.h"

namespace surefoot::gateways::ros2 {

namespace rcl = msgs::rcl_interfaces;

rcl::ParameterValue BoolValue(bool value);
rcl::ParameterValue IntegerValue(std::int64_t value);
rcl::ParameterValue TextValue(const std::string& value);

class ParameterSet {
 public:
  /// Returns the event for other nodes, without stamp and node name; without entries if nothing
  /// has changed.
  rcl::ParameterEvent Set(const std::string& name, const std::string& description,
                          const rcl::ParameterValue& value);

  // The requests of clients, with the rules of rclcpp's nodes.
  rcl::GetParameters::Response Get(const rcl::GetParameters::Request& request) const;
  rcl::GetParameterTypes::Response Types(const rcl::GetParameterTypes::Request& request) const;
  rcl::DescribeParameters::Response Describe(const rcl::DescribeParameters::Request& request) const;
  rcl::ListParameters::Response List(const rcl::ListParameters::Request& request) const;
  /// A parameter may be set to the value that it has, as launch files do with use_sim_time.
  rcl::SetParametersResult Try(const rcl::Parameter& parameter) const;

 private:
  struct Entry {
    std::string description;
    rcl::ParameterValue value;
  };
  std::map<std::string, Entry> entries_;
};

}  // namespace surefoot::gateways::ros2
