#pragma once

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/session/parts.h"

namespace surefoot::cli {

/// Engines as a user names them: each once, in the order given; "all" gives those of the build, no
/// name the first of them.
Result<std::vector<std::string>> EngineNames(const Parts& parts,
                                             const std::vector<std::string>& wanted);

}  // namespace surefoot::cli
