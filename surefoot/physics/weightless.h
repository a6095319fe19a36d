#pragma once

#include "surefoot/world/model.h"
#include "surefoot/world/tree.h"

namespace surefoot::physics {

/// The part of a body that gravity does not pull: the mass of its links without gravity, and its
/// centre. An engine that pulls whole bodies pushes back with mass times gravity there.
struct Weightless {
  double mass = 0.0;
  Vector3d p_BCm = Vector3d::Zero();
};

/// Zero for most bodies; all that the engine moves when no link of the body has gravity.
Weightless WeightlessPart(const world::Model& model, const world::Tree& tree,
                          const world::Body& body);

}  // namespace surefoot::physics
