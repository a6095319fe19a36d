#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "bench/husky/raw_loop.h"

namespace surefoot::husky {

/// Folder of this program.
std::filesystem::path ProgramFolder();

/// The engine by itself on that world; nullptr when there is none for the engine.
std::unique_ptr<RawLoop> LoadRawLoop(const std::string& engine,
                                     const std::shared_ptr<const world::World>& world, double step);

}  // namespace surefoot::husky
