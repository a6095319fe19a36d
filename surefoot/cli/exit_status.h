#pragma once

namespace surefoot::cli {

/// What the program tells the shell.
enum ExitStatus : int {
  kDone = 0,
  /// The output could not be written; for diff: the runs differ.
  kFailed = 1,
  /// The arguments or the files were wrong, or the world's motion had no bounds.
  kBadInput = 2,
};

}  // namespace surefoot::cli
