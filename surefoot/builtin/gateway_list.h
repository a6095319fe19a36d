#pragma once

#include <string>

#include "surefoot/gateways/gateway.h"

namespace surefoot {

/// Adds the gateways that are built. The source file is written by cmake/folders.cmake.
void AddGateways(gateways::GatewayKinds* kinds, const std::string& data_folder);

}  // namespace surefoot
