#pragma once

#include "surefoot/world/ground.h"

namespace surefoot::ground {

/// The tyre with every zero of stiffness and damping filled in from the wheel's radius (m) and
/// nominal load (N); what is given stays. docs/reference/ground.md tells where the rule comes from.
world::Tyre FillTyre(const world::Tyre& tyre, double radius, double nominal_load);

}  // namespace surefoot::ground
