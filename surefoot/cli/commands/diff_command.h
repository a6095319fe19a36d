#pragma once

#include <string>

#include "surefoot/cli/arguments.h"
#include "surefoot/session/run_diff.h"

namespace surefoot::cli {

/// surefoot diff.
struct DiffOptions {
  std::string a;
  std::string b;
  bool json = false;
};
void AddArguments(CommandArguments command, DiffOptions* options);

/// In words: whether the runs are the same, and where they part.
std::string DiffText(const RunDiff& diff);

/// Compares two recordings. Returns the exit status: 0 the same, 1 different, 2 unreadable.
int DiffCommand(const DiffOptions& options);

}  // namespace surefoot::cli
