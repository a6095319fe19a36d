#pragma once

#include "surefoot/gateways/gateway.h"

namespace surefoot {

/// Adds every gateway of this build.
void RegisterGateways(gateways::GatewayKinds* kinds);

}  // namespace surefoot
