#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "bench/husky/raw_loop.h"

namespace surefoot::husky {

/// Where this program is.
std::filesystem::path ProgramFolder();

/// The engine by itself on that world; nullptr when nobody has written a loop for the engine.
std::unique_ptr<RawLoop> LoadRawLoop(const std::string& engine,
                                     const std::shared_ptr<const world::World>& world, double step);

}  // namespace surefoot::husky
