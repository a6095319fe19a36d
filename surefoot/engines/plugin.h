#pragma once

/// An engine in a library of its own: lib/surefoot/engines/libsurefoot_<engine>.so. Private to this
/// folder.

#include <memory>
#include <string>
#include <vector>

#include "surefoot/physics/backend.h"

namespace surefoot::engines {

/// Engines whose libraries are beside this code, in alphabetical order.
std::vector<std::string> PluginNames();

/// Where the engine's library is; empty when there is none.
std::string PluginPath(const std::string& engine);

/// What the engine says of itself. When its library cannot be loaded, it can do nothing, and the
/// remarks say why.
physics::BackendInfo PluginInfo(const std::string& engine, const std::string& path);

Result<std::unique_ptr<physics::Backend>> MakeFromPlugin(const std::string& engine,
                                                         const std::string& path,
                                                         const physics::BackendArgs& args);

}  // namespace surefoot::engines
