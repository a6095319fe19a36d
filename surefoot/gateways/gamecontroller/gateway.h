#pragma once

#include "surefoot/gateways/gateway.h"

namespace surefoot::gateways::gamecontroller {

/// The UDP protocol of the official RoboCup game controller, from either side: Surefoot tells
/// players of its game, or follows a game controller outside.
GatewayKind Kind(const std::string& data_folder);

}  // namespace surefoot::gateways::gamecontroller
