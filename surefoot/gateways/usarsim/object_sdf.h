#pragma once

#include <string>

#include "surefoot/gateways/usarsim/class_table.h"

namespace surefoot::gateways::usarsim {

/// The object as an SDF model: its shape, stretched, and its mass with it; fixed or free to move.
std::string ObjectSdf(const ObjectSpec& object, const std::string& name, const Vector3d& scale,
                      bool fixed);

}  // namespace surefoot::gateways::usarsim
