#pragma once

#include <string>

#include "surefoot/serve/run.h"

namespace surefoot::serve {

/// "stopped", "playing", "paused", "no_world".
std::string ModeName(Run::Mode mode);

}  // namespace surefoot::serve
