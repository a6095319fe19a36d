#pragma once

#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/session/parts.h"

namespace surefoot::cli {

/// surefoot check.
struct CheckOptions {
  std::vector<std::string> files;
  std::string engine = "mujoco";
  bool json = false;
};

/// What was found in one file.
struct FileCheck {
  std::string file;
  Problems problems;
  /// How many the file describes; 0 when it could not be read.
  int models = 0;
  int links = 0;
  int joints = 0;
};

/// Reads files as a run would, as far as the engine, and tells everything that is wrong with them.
/// Returns the exit status.
int CheckCommand(const Parts& parts, const CheckOptions& options);

}  // namespace surefoot::cli
