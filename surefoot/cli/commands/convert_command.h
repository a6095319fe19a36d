#pragma once

#include <string>

#include "surefoot/cli/arguments.h"
#include "surefoot/session/parts.h"

namespace surefoot::cli {

/// surefoot convert.
struct ConvertOptions {
  std::string in;
  std::string out;
  bool copy_meshes = false;
  bool force = false;
  bool quiet = false;
};
void AddArguments(CommandArguments command, ConvertOptions* options);

/// Writes a world or model in another format. Returns the exit status.
int ConvertCommand(const Parts& parts, const ConvertOptions& options);

}  // namespace surefoot::cli
