#pragma once

/// Running another program: no shell, bounded in time and output.

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot {

struct ChildOptions {
  /// The program and its arguments. A program without a slash is searched in PATH.
  std::vector<std::string> arguments;
  /// Set on top of our own environment.
  std::vector<std::pair<std::string, std::string>> environment;
  /// It is killed when it takes longer (s) or writes more (bytes; its errors are cut instead).
  double timeout = 30.0;
  std::size_t max_output = 64u << 20;
  std::size_t max_errors = 64u << 10;
  /// Address space that it may take (bytes); 0: as much as there is.
  std::size_t max_memory = 0;
  /// Asked ten times a second; true: it is killed. Empty: nobody asks.
  std::function<bool()> cancelled;
};

struct ChildResult {
  /// What it returned; -1 when a signal ended it.
  int exit_status = -1;
  /// The signal that ended it; 0 when none did.
  int signal = 0;
  bool timed_out = false;
  bool cancelled = false;
  bool too_much_output = false;
  std::string output;
  std::string errors;

  bool ok() const { return exit_status == 0 && !timed_out && !too_much_output && !cancelled; }
};

/// Runs a program to its end with nothing to read on its standard input. An error only when it
/// could not be started. May be called from several threads at once.
Result<ChildResult> RunChild(const ChildOptions& options);

/// Where a program of this name is in PATH; empty when it is not.
std::string FindProgram(const std::string& name);

/// The path of libexec/surefoot/`name`, one of the programs that belong to Surefoot but are not
/// started by users, beside the folder of libsurefoot or of this program. The error names the
/// places where it was looked for.
Result<std::string> FindOwnProgram(const std::string& name);

}  // namespace surefoot
