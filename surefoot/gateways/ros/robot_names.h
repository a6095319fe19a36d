#pragma once

/// Which robots the world contains, for names without a namespace. Gateways ask by a call through
/// their bridge, because they know only the graph.

#include <string>
#include <vector>

#include "surefoot/base/bytes.h"

namespace surefoot::gateways::ros {

/// A service of simulation_interfaces.
constexpr const char* kRobotsService = "/get_entities";
/// The request in CDR for all robots.
Bytes RobotsRequest();
/// The names in the response; empty if it is damaged or there are none.
std::vector<std::string> RobotNames(const Bytes& response);

/// The only one; "" if there is none or several.
inline std::string OnlyRobot(const std::vector<std::string>& robots) {
  return robots.size() == 1 ? robots[0] : std::string();
}

}  // namespace surefoot::gateways::ros
