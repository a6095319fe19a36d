#pragma once

#include "surefoot/base/problem.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::world {

/// The rules every format must satisfy: unique names, existing references, finite numbers,
/// physical inertia, limits in order, no joint from a link to itself, link poses that agree with
/// the joints, mass on whatever moves, static-only shapes, sizes above zero.
void Validate(const Model& model, Problems* problems);
void Validate(const WorldSpec& spec, Problems* problems);

}  // namespace surefoot::world
