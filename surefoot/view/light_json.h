#pragma once

#include "surefoot/msgs/json_text.h"
#include "surefoot/physics/state.h"

namespace surefoot::view {

/// The keys `sky` and `lights` of a scene: the light that render/ draws with.
void PutSky(const world::World& world, msgs::JsonText* json);
void PutLights(const world::World& world, const physics::State& state, msgs::JsonText* json);

}  // namespace surefoot::view
