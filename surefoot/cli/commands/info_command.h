#pragma once

#include <string>

#include "surefoot/cli/arguments.h"
#include "surefoot/session/parts.h"

namespace surefoot::cli {

/// surefoot info.
struct InfoOptions {
  /// Tells of this engine how or why not, for each capability.
  std::string engine;
  bool json = false;
};
void AddArguments(CommandArguments command, InfoOptions* options);

/// Tells what this build is made of. Returns the exit status.
int InfoCommand(const Parts& parts, const InfoOptions& options);

}  // namespace surefoot::cli
