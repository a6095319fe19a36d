#pragma once

#include "surefoot/gateways/gateway.h"

namespace surefoot::gateways::web {

/// HTTP and rosbridge on one port. The web page is in the folder web/ of the data folder; where it
/// is not, a small one is built in.
GatewayKind Kind(const std::string& data_folder);

}  // namespace surefoot::gateways::web
