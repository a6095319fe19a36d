#pragma once

#include <string>

#include "surefoot/gateways/gateway.h"

namespace surefoot::gateways::ros1 {

/// The gateway for nodes of ROS 1. Off by default.
GatewayKind Kind(const std::string& data_folder);

}  // namespace surefoot::gateways::ros1
