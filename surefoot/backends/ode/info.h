#pragma once

#include "surefoot/physics/capability.h"

namespace surefoot::backends::ode {

/// What the engine declares of itself.
physics::BackendInfo MakeInfo();

}  // namespace surefoot::backends::ode
