#pragma once

#include "surefoot/world/world.h"

namespace surefoot::world {

/// World id of the link that stands for a model: the root link of its first free body, or of its
/// first movable one; -1 when nothing of it can move.
int BaseLink(const World& world, int model);

/// Whether where the model was put matters beyond its first state: something of it cannot leave.
bool IsAnchored(const World& world, int model);

}  // namespace surefoot::world
