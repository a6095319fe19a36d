#pragma once

#include <memory>

#include "surefoot/gateways/gateway.h"
#include "surefoot/gateways/web/web_options.h"

namespace surefoot::gateways::web {

/// Opens the port and serves on a thread of its own until the gateway is destroyed. An error if the
/// address, the port or the TLS files cannot be used.
Result<std::unique_ptr<Gateway>> StartServer(const GatewayHost& host, const WebOptions& options);

}  // namespace surefoot::gateways::web
