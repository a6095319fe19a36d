#pragma once

#include "surefoot/physics/capability.h"

namespace surefoot::backends::mujoco {

/// What MuJoCo can do here, capability by capability.
physics::BackendInfo MakeInfo();

}  // namespace surefoot::backends::mujoco
