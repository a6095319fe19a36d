#pragma once

/// The worlds and models that can be opened by their name alone, such as "husky_lab" and "husky".

#include <string>
#include <vector>

#include "surefoot/session/parts.h"

namespace surefoot {

/// Names of the worlds in the folder worlds/ of SUREFOOT_PATH and of the folders in `parts`.
/// Sorted, each once. Reads folders only, no files.
std::vector<std::string> InstalledWorlds(const Parts& parts);

/// Names of the models there, each a folder with model.config or model.sdf. Sorted, each once.
std::vector<std::string> InstalledModels(const Parts& parts);

/// "did you mean "husky_lab"?" for a world or model that was not found; empty if no name is near.
/// Accepts what a user types: a name, a path or a URI ("worlds/husky_labb.sdf", "model://huskyy").
std::string InstalledNameAdvice(const Parts& parts, const std::string& file);

}  // namespace surefoot
