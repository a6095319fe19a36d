#pragma once

#include "surefoot/gateways/gateway.h"

namespace surefoot::gateways::web {

/// The kind "web": HTTP and rosbridge v2 over WebSocket on one port. The web page is served from
/// `data_folder`/web; without that folder a small built-in page is served.
GatewayKind Kind(const std::string& data_folder);

}  // namespace surefoot::gateways::web
