#pragma once

#include "surefoot/msgs/json_text.h"
#include "surefoot/physics/state.h"
#include "surefoot/view/assets.h"

namespace surefoot::view {

/// The key `grounds` of a scene: where shapes that wheels roll on are made of which ground.
void PutGrounds(const world::World& world, const physics::State& state, Assets* assets,
                msgs::JsonText* json);

}  // namespace surefoot::view
