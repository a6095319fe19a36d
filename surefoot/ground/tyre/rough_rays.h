#pragma once

#include "surefoot/ground/terrain/fan.h"
#include "surefoot/ground/tyre/roughness.h"

namespace surefoot::ground {

/// Lifts the ground under the rays below of a slice.
void AddRoughness(const Roughness& roughness, const Fan& fan, const FanSlice& at,
                  SliceDepths* slice);

}  // namespace surefoot::ground
