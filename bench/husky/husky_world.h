#pragma once

#include <memory>

#include "surefoot/session/parts.h"
#include "surefoot/world/world.h"

namespace surefoot::husky {

constexpr double kGroundFriction = 0.8;

/// This number of Huskies, half of them driving straight and the others along arcs, on a plane or
/// on a gentle height field with crests of 2 cm. Wheels have the engine's contacts.
std::shared_ptr<const world::World> MakeWorld(const Parts& parts, int robots, bool height_field);
/// The same on the gravel of the Husky lab, up to five of them.
std::shared_ptr<const world::World> MakeGravelWorld(const Parts& parts, int robots,
                                                    world::WheelContact contact);

}  // namespace surefoot::husky
