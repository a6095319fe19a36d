#pragma once

#include <vector>

#include "surefoot/world/plate.h"
#include "surefoot/world/world.h"

namespace surefoot::ground {

/// What forces at a wheel's contact move (kg): along the wheel, along its axle, upward.
struct EffectiveMass {
  double x = 1.0;
  double y = 1.0;
  double z = 1.0;
};

/// Of all wheels of a World, in its initial state: the articulated model with its rotors, motors
/// free. The wheels of a model act together, so each gets a share such that forces proportional
/// to the shares move no wheel more than one alone would.
std::vector<EffectiveMass> EffectiveMasses(const world::World& world);

/// What forces under a plate move (kg): square to its bottom, tilting included; and along it,
/// turning included.
struct PlateMass {
  double normal = 1.0;
  double shear = 1.0;
};

/// Of the index-th of all plates; the plates of a model share what they move.
PlateMass PlateMassOf(const world::World& world, const std::vector<world::Plate>& plates,
                      int index);

}  // namespace surefoot::ground
