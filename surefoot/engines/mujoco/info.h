#pragma once

#include "surefoot/physics/capability.h"

namespace surefoot::engines::mujoco {

/// What MuJoCo can do here, capability by capability.
physics::BackendInfo MakeInfo();

}  // namespace surefoot::engines::mujoco
