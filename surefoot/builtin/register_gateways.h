#pragma once

#include <string>

#include "surefoot/gateways/gateway.h"

namespace surefoot {

/// Adds every gateway of this build.
void RegisterGateways(gateways::GatewayKinds* kinds);

/// The same with its data in that folder. The source file is written by cmake/folders.cmake.
void AddGateways(gateways::GatewayKinds* kinds, const std::string& data_folder);

}  // namespace surefoot
