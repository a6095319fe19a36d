#pragma once

#include "surefoot/physics/backend.h"

namespace surefoot::engines::ode {

/// The registry entry of the engine.
physics::BackendFactory MakeFactory();

}  // namespace surefoot::engines::ode
