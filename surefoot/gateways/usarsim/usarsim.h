#pragma once

#include <string>

#include "surefoot/gateways/gateway.h"

namespace surefoot::gateways {

/// Clients of USARSim: control, image and pose truth ports. The table of classes is this file
/// unless an option names another.
GatewayKind UsarsimKind(const std::string& class_table);

}  // namespace surefoot::gateways
