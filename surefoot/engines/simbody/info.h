#pragma once

#include "surefoot/physics/capability.h"

namespace surefoot::engines::simbody {

/// What this engine can do, capability by capability.
physics::BackendInfo MakeInfo();

}  // namespace surefoot::engines::simbody
