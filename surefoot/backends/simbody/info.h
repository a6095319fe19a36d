#pragma once

#include "surefoot/physics/capability.h"

namespace surefoot::backends::simbody {

/// What this engine can do, capability by capability.
physics::BackendInfo MakeInfo();

}  // namespace surefoot::backends::simbody
