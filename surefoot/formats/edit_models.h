#pragma once

#include <functional>

#include "surefoot/world/world_spec.h"

namespace surefoot::formats {

/// Changes the descriptions of those models that it concerns. Instances that share a description go
/// on doing so.
void EditModels(const std::function<bool(const world::Model&)>& concerns,
                const std::function<void(world::Model*)>& edit, world::WorldSpec* spec);

}  // namespace surefoot::formats
