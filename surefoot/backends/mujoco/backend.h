#pragma once

#include "surefoot/physics/backend.h"

namespace surefoot::backends {

/// The registry entry of the MuJoCo engine.
physics::BackendFactory MujocoFactory();

}  // namespace surefoot::backends
