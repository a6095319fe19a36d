#pragma once

#include <string>

#include "surefoot/gateways/gateway.h"

namespace surefoot::gateways::ros2 {

/// Registers as "ros2". Options and behaviour: docs/guides/ros2.md.
GatewayKind Kind(const std::string& data);

}  // namespace surefoot::gateways::ros2
