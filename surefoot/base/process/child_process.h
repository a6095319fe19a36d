#pragma once

/// Runs another program: no shell, limited time and output.

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
  /// Added to this process's environment.
  std::vector<std::pair<std::string, std::string>> environment;
  /// Limits of time (s) and output (bytes), beyond which it is killed; its error output is
  /// truncated instead.
  double timeout = 30.0;
  std::size_t max_output = 64u << 20;
  std::size_t max_errors = 64u << 10;
  /// Limit of its address space (bytes); 0: unlimited.
  std::size_t max_memory = 0;
  /// Polled ten times a second; when it returns true, the program is killed. Empty: never.
  std::function<bool()> cancelled;
};

struct ChildResult {
  /// Its exit status; -1 if it was ended by a signal.
  int exit_status = -1;
  /// The signal that ended it; 0 if none.
  int signal = 0;
  bool timed_out = false;
  bool cancelled = false;
  bool too_much_output = false;
  std::string output;
  std::string errors;

  bool ok() const { return exit_status == 0 && !timed_out && !too_much_output && !cancelled; }
};

/// Runs a program to its end, with empty standard input. Fails only if it cannot be started.
/// Thread-safe.
Result<ChildResult> RunChild(const ChildOptions& options);

/// Path of a program in PATH; empty if not found.
std::string FindProgram(const std::string& name);

/// Path of libexec/surefoot/`name`, a program that belongs to Surefoot but is not started by users,
/// relative to the folder of libsurefoot or of this program. The error lists the places searched.
Result<std::string> FindOwnProgram(const std::string& name);

}  // namespace surefoot
