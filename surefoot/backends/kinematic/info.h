#pragma once

#include "surefoot/physics/capability.h"

namespace surefoot::backends::kinematic {

/// What the engine declares of itself.
physics::BackendInfo MakeInfo();

}  // namespace surefoot::backends::kinematic
