#pragma once

#include "surefoot/occupancy/columns.h"
#include "surefoot/world/world.h"

namespace surefoot::occupancy {

/// Around all collision shapes that cannot move, planes left out; empty when there are none.
Eigen::AlignedBox2d StaticBounds(const world::World& world);

/// Adds them all. Round shapes become meshes that are within a fiftieth of a cell.
void AddStaticShapes(const world::World& world, Columns* columns);

}  // namespace surefoot::occupancy
