#pragma once

#include "surefoot/physics/capability.h"

namespace surefoot::engines::ode {

/// What the engine declares of itself.
physics::BackendInfo MakeInfo();

}  // namespace surefoot::engines::ode
