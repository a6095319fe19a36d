#pragma once

#include "surefoot/physics/backend.h"

namespace surefoot::backends::kinematic {

/// The registry entry of the engine.
physics::BackendFactory MakeFactory();

}  // namespace surefoot::backends::kinematic
