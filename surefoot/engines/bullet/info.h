#pragma once

#include "surefoot/physics/capability.h"

namespace surefoot::engines::bullet {

/// What Bullet can do here, capability by capability.
physics::BackendInfo MakeInfo();

}  // namespace surefoot::engines::bullet
