#pragma once

#include "surefoot/physics/backend.h"

namespace surefoot::engines::dummy {

/// The engine's registry entry.
physics::BackendFactory MakeFactory();

}  // namespace surefoot::engines::dummy
