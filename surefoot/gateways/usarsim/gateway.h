#pragma once

#include <string>

#include "surefoot/gateways/gateway.h"

namespace surefoot::gateways::usarsim {

/// Clients of USARSim: control, image and pose truth ports. The table of classes is
/// usarsim/classes.xml of the data folder unless an option names another.
GatewayKind Kind(const std::string& data_folder);

}  // namespace surefoot::gateways::usarsim
