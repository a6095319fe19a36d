#pragma once

#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/gateways/dds/participant.h"
#include "surefoot/gateways/gateway.h"
#include "surefoot/gateways/ros/frame_map.h"
#include "surefoot/gateways/ros/name_map.h"
#include "surefoot/gateways/ros2/graph_info.h"
#include "surefoot/graph/role.h"

namespace surefoot::gateways::ros2 {

/// Options of the gateway, read and checked.
struct Options {
  /// "fastdds" or "cyclone".
  std::string vendor;
  /// Domain, interfaces, peers, largest message.
  dds::ParticipantOptions participant;
  /// Namespace of the node, "/" or "/sim1", and its name in it.
  std::string node_namespace = "/";
  std::string node = "surefoot";
  GidSize gid_size = GidSize::k16;
  ros::NameRules names;
  ros::FrameRules frames;
  /// Role of all nodes; absent: the gateway does not join the domain.
  std::optional<graph::Role> role = graph::Role::kDriver;
  /// For the log.
  std::vector<std::string> warnings;

  /// "/surefoot", "/sim1/surefoot".
  std::string full_node_name() const {
    return (node_namespace == "/" ? "" : node_namespace) + "/" + node;
  }
};

/// The environment variables of ROS 2 that the gateway obeys. Options on the command line come
/// first.
struct Environment {
  std::optional<std::string> rmw = std::nullopt;
  std::optional<std::string> domain = std::nullopt;
  std::optional<std::string> range = std::nullopt;
  std::optional<std::string> peers = std::nullopt;
  std::optional<std::string> distro = std::nullopt;

  static Environment OfProcess();
};

/// The options on the command line.
std::vector<Option> OptionList();
/// Whether these settings keep the gateway off, which is the default.
bool IsOff(const Settings& settings);
/// `guests`: role of clients on this computer; absent: they are not served.
Result<Options> ReadOptions(const GatewayKind& kind, const Settings& settings,
                            const Environment& environment,
                            std::optional<graph::Role> guests = graph::Role::kDriver);

}  // namespace surefoot::gateways::ros2
