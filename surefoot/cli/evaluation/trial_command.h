#pragma once

#include <string>

#include "surefoot/cli/arguments.h"
#include "surefoot/session/parts.h"

namespace surefoot::cli {

/// surefoot trial.
struct TrialOptions {
  /// The unit file.
  std::string file;
  /// Where the result goes; empty: beside the file.
  std::string out;
  bool json = false;
};
void AddArguments(CommandArguments command, TrialOptions* options);

/// Runs one trial of an experiment and writes its result. Returns the exit status.
int TrialCommand(const Parts& parts, const TrialOptions& options);

}  // namespace surefoot::cli
