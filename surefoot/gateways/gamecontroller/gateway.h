#pragma once

#include "surefoot/gateways/gateway.h"

namespace surefoot::gateways::gamecontroller {

/// The UDP protocol of the official RoboCup game controller, in either role: Surefoot sends its
/// game to players, or follows an external game controller.
GatewayKind Kind(const std::string& data_folder);

}  // namespace surefoot::gateways::gamecontroller
