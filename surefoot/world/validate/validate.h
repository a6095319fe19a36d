#pragma once

#include "surefoot/base/problem.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::world {

/// The rules that every description must satisfy, whatever its format: unique names, existing
/// references, finite numbers, physical inertia, ordered limits, no joint from a link to itself,
/// link poses that agree with the joints, mass on everything that moves, static-only shapes,
/// positive sizes.
void Validate(const Model& model, Problems* problems);
void Validate(const WorldSpec& spec, Problems* problems);

}  // namespace surefoot::world
