#pragma once

#include "surefoot/physics/capability.h"

namespace surefoot::engines::dart {

physics::BackendInfo MakeInfo();

}  // namespace surefoot::engines::dart
