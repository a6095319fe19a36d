#pragma once

#include <string>
#include <vector>

#include "surefoot/physics/backend.h"

namespace surefoot::engines {

/// Adds every engine whose library is beside this code, in the order of cmake/folder_list.cmake;
/// those that were built elsewhere follow. A library is loaded when its engine is first asked for
/// something.
void RegisterBackends(physics::BackendRegistry* registry);

/// Whether the engine moves robots without forces: tests of physics leave it out.
bool IsLight(const std::string& engine);

/// The engines that Surefoot knows and this build or installation has not.
std::vector<std::string> MissingEngines();

}  // namespace surefoot::engines
