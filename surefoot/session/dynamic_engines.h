#pragma once

#include <string>
#include <vector>

#include "surefoot/session/parts.h"

namespace surefoot {

/// Names of the engines that know forces, in the registry's order: what "all engines" means. Those
/// that move robots without forces are asked for by name.
std::vector<std::string> DynamicEngines(const Parts& parts);

}  // namespace surefoot
