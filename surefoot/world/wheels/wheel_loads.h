#pragma once

#include <vector>

#include "surefoot/world/ground.h"
#include "surefoot/world/model.h"
#include "surefoot/world/tree.h"

namespace surefoot::world {

/// Sets the nominal loads that are still zero: the weight of what stands on the wheels, shared so
/// that forces and moments balance on level ground, all joints at zero. What balance alone leaves
/// open goes to the most even shares. Shapes that reach as low as the wheels carry as well. Link
/// and joint of the wheels are indices into the model.
void ShareLoads(const Model& model, const Tree& tree, double gravity, std::vector<Wheel>* wheels);

}  // namespace surefoot::world
