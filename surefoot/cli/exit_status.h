#pragma once

namespace surefoot::cli {

/// What the program tells the shell.
enum ExitStatus : int {
  kDone = 0,
  /// The run failed; for diff: the runs differ.
  kFailed = 1,
  /// The arguments or the files were wrong.
  kBadInput = 2,
};

}  // namespace surefoot::cli
