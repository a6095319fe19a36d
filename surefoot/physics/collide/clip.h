#pragma once

#include "surefoot/physics/collide/convex.h"

namespace surefoot::collide {

/// Cuts a polygon, line or point down to what lies inside of the prism over a convex polygon
/// (counter-clockwise about `along`, the direction of the prism's edges). `slack` widens the prism.
void ClipToPrism(const Feature& polygon, const Vector3d& along, double slack, Feature* cut);

}  // namespace surefoot::collide
