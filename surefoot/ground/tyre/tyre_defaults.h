#pragma once

#include "surefoot/world/ground.h"

namespace surefoot::ground {

/// Fills in zeros of stiffness and damping from the wheel's radius (m) and nominal load (N); given
/// values stay. docs/reference/ground.md explains the rule.
world::Tyre FillTyre(const world::Tyre& tyre, double radius, double nominal_load);

}  // namespace surefoot::ground
