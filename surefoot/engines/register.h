#pragma once

#include <string>
#include <vector>

#include "surefoot/physics/backend.h"

namespace surefoot::engines {

/// Registers every engine whose library is installed beside this code, in the order of
/// cmake/folder_list.cmake; engines built elsewhere follow in alphabetical order. A library is
/// loaded when its engine is first used, because loading some of them takes long.
void RegisterBackends(physics::BackendRegistry* registry);

/// Whether the engine moves robots without forces; physics tests exclude such engines.
bool IsLight(const std::string& engine);

/// Engines that Surefoot knows but this build or installation lacks.
std::vector<std::string> MissingEngines();

}  // namespace surefoot::engines
