#pragma once

#include "surefoot/physics/backend.h"

namespace surefoot::engines::kinematic {

/// What the engine declares of itself, capability by capability (info.cc).
physics::BackendInfo MakeInfo();

/// Its registry entry.
physics::BackendFactory MakeFactory();

}  // namespace surefoot::engines::kinematic
