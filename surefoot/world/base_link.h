#pragma once

#include "surefoot/world/world.h"

namespace surefoot::world {

/// World id of the link that represents a model, for its pose: the root link of its first free
/// body, else of its first movable one; -1 for a static model.
int BaseLink(const World& world, int model);

/// True when a part of the model is fixed to the world, so that the model's placement matters
/// beyond its initial state.
bool IsAnchored(const World& world, int model);

}  // namespace surefoot::world
