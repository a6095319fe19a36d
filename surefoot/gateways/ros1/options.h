#pragma once

#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/gateways/address_limit.h"
#include "surefoot/gateways/gateway.h"
#include "surefoot/gateways/ros/frame_map.h"
#include "surefoot/gateways/ros/name_map.h"
#include "surefoot/gateways/ros1/net/send_queue.h"
#include "surefoot/graph/role.h"

namespace surefoot::gateways::ros1 {

/// Options of the gateway, read and checked.
struct Options {
  /// Address of another program's master; empty: this program is the master.
  std::string master_uri;
  /// Port of this program's master.
  int master_port = 11311;
  /// Address that all ports are opened at, and the name by which other nodes reach it.
  std::string listen = "127.0.0.1";
  std::string host = "127.0.0.1";
  /// Ports of the node: TCPROS and XML-RPC. 0: a free one.
  int tcpros_port = 0;
  int node_port = 0;
  std::string node = "/surefoot";
  bool use_sim_time = true;
  ros::NameRules names;
  ros::FrameRules frames;
  std::size_t max_connections = 256;
  AddressLimits per_address;
  std::size_t max_message = std::size_t{16} << 20;
  QueueLimits queue;
  /// Role of all nodes; absent: the gateway does not listen.
  std::optional<graph::Role> role = graph::Role::kDriver;
  /// For the log.
  std::vector<std::string> warnings;
};

/// The environment variables of ROS 1 that the gateway obeys.
struct Environment {
  std::optional<std::string> master_uri = std::nullopt;
  std::optional<std::string> hostname = std::nullopt;
  std::optional<std::string> ip = std::nullopt;

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

}  // namespace surefoot::gateways::ros1
