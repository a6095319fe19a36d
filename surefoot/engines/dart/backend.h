#pragma once

#include "surefoot/physics/backend.h"

namespace surefoot::engines::dart {

/// The engine's declaration of its capabilities (info.cc).
physics::BackendInfo MakeInfo();

/// Its registry entry.
physics::BackendFactory MakeFactory();

}  // namespace surefoot::engines::dart
