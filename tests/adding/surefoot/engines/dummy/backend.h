#pragma once

#include "surefoot/physics/backend.h"

namespace surefoot::engines::dummy {

/// The registry entry of the engine.
physics::BackendFactory MakeFactory();

}  // namespace surefoot::engines::dummy
