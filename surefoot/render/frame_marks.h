#pragma once

#include <memory>
#include <vector>

#include "surefoot/world/world.h"

namespace surefoot::render {

/// Rods to see where frames are: every link's x, y and z axis in red, green and blue, and the axes
/// of joints that move in yellow, each `length` long. Of the models that are marked true.
Result<std::shared_ptr<const world::World>> MakeFrameMarks(const world::World& world,
                                                           const std::vector<RigidTransform>& X_WL,
                                                           const std::vector<bool>& models,
                                                           double length);

}  // namespace surefoot::render
