#pragma once

#include <functional>
#include <memory>
#include <string>

#include "surefoot/serve/services/long_call.h"

namespace surefoot::serve {

/// Applies an input that builds the world again: a spawn, copy, removal, property or light. The
/// worker builds the world beside the steps, and it is put in place between two of them. When
/// somebody edited the world meanwhile it is built once more. `respond` is called on the server's
/// thread, at once for what is refused. Later calls of the client wait for it.
void ApplyLater(WorldControl* world, FileControl* files, const std::string& client,
                sim::Input input, std::function<void(const Status&)> respond);

}  // namespace surefoot::serve
