#pragma once

#include "surefoot/gateways/gateway.h"

namespace surefoot::gateways::web {

/// HTTP and rosbridge on one port.
GatewayKind WebGatewayKind();

}  // namespace surefoot::gateways::web
