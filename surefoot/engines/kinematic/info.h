#pragma once

#include "surefoot/physics/capability.h"

namespace surefoot::engines::kinematic {

/// What the engine declares of itself.
physics::BackendInfo MakeInfo();

}  // namespace surefoot::engines::kinematic
