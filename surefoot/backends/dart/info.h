#pragma once

#include "surefoot/physics/capability.h"

namespace surefoot::backends::dart {

physics::BackendInfo MakeInfo();

}  // namespace surefoot::backends::dart
