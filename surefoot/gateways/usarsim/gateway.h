#pragma once

#include <string>

#include "surefoot/gateways/gateway.h"

namespace surefoot::gateways::usarsim {

/// Makes controllers written for USARSim (UT2004 and UDK) work with Surefoot: control port 3000,
/// image port 5003 and pose truth port 3989. The table of classes is usarsim/classes.xml of the
/// data folder, unless an option names another file.
GatewayKind Kind(const std::string& data_folder);

}  // namespace surefoot::gateways::usarsim
