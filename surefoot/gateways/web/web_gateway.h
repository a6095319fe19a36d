#pragma once

#include "surefoot/gateways/gateway.h"

namespace surefoot::gateways::web {

/// HTTP and rosbridge on one port. `page` is the folder of the web page where none is told; empty:
/// a small one is built in.
GatewayKind WebGatewayKind(const std::string& page = "");

}  // namespace surefoot::gateways::web
