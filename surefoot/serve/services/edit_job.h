#pragma once

#include <functional>
#include <memory>
#include <string>

#include "surefoot/serve/services/long_call.h"

namespace surefoot::serve {

/// Applies an input that requires the world to be built again: a spawn, copy, removal, property or
/// light. The worker builds the world while the run continues, and it is put in place between two
/// steps; the run waits only for that. If somebody else edited the world meanwhile, it is built
/// again. `respond` is called on the server thread, at once if the edit is refused. Later calls of
/// the same client wait for it.
void ApplyAsync(WorldControl* world, FileControl* files, const std::string& client,
                sim::Input input, std::function<void(const Status&)> respond);

}  // namespace surefoot::serve
