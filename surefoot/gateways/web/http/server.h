#pragma once

#include <memory>

#include "surefoot/gateways/gateway.h"
#include "surefoot/gateways/web/web_options.h"

namespace surefoot::gateways::web {

/// Listens, and serves in a thread of its own until it goes.
Result<std::unique_ptr<Gateway>> StartServer(const GatewayHost& host, const WebOptions& options);

}  // namespace surefoot::gateways::web
