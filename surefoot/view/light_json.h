#pragma once

#include "surefoot/physics/state.h"
#include "surefoot/view/json_text.h"

namespace surefoot::view {

/// The keys `sky` and `lights` of a scene: the light that render/ draws with.
void PutSky(const world::World& world, JsonText* json);
void PutLights(const world::World& world, const physics::State& state, JsonText* json);

}  // namespace surefoot::view
