#pragma once

#include "surefoot/physics/backend.h"

namespace surefoot::engines::bullet {

/// The registry entry of the engine.
physics::BackendFactory MakeFactory();

}  // namespace surefoot::engines::bullet
