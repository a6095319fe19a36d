#pragma once

#include <string>
#include <vector>

#include "surefoot/cli/completion.h"

namespace surefoot::cli {

/// The NameSource of this build and installation: the names that a user can give for an argument.
std::vector<std::string> KnownNames(NameKind kind);

}  // namespace surefoot::cli
