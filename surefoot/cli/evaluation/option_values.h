#pragma once

#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/cli/arguments.h"
#include "surefoot/session/parts.h"

namespace surefoot::cli {

/// "position=0.05". The error names the option.
Result<std::pair<std::string, double>> ParseNamedNumber(const std::string& option,
                                                        const std::string& text);

/// Engines as a user names them: each once, in the order given; "all" gives those of the build, no
/// name the first of them.
Result<std::vector<std::string>> EngineNames(const Parts& parts,
                                             const std::vector<std::string>& wanted);

}  // namespace surefoot::cli
