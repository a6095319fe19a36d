#pragma once

#include "surefoot/physics/state.h"
#include "surefoot/view/assets.h"
#include "surefoot/view/json_text.h"

namespace surefoot::view {

/// The key `grounds` of a scene: where shapes that wheels roll on are made of which ground.
void PutGrounds(const world::World& world, const physics::State& state, Assets* assets,
                JsonText* json);

}  // namespace surefoot::view
