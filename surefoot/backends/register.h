#pragma once

#include "surefoot/physics/backend.h"

namespace surefoot::backends {

/// Adds every engine of this build.
void RegisterBackends(physics::BackendRegistry* registry);

}  // namespace surefoot::backends
