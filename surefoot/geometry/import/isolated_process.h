#pragma once

#include <string>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/base/result.h"

namespace surefoot {

/// How a program ended.
struct IsolatedOutcome {
  /// What it wrote to descriptor 3.
  Bytes output;
  /// It was killed for taking longer than it may.
  bool timed_out = false;
  /// It was killed for writing more than it may.
  bool too_long = false;
  /// Of the end of the process; 0 when it was not ended by a signal.
  int signal = 0;
  int exit_code = 0;
};

/// Runs a program that is not trusted with anything, and waits for its end: standard streams lead
/// nowhere, descriptor 3 to us, all others are closed. The environment is empty but for what
/// programs need to start. An error when it cannot be started.
Result<IsolatedOutcome> RunIsolated(const std::string& program,
                                    const std::vector<std::string>& arguments, double wall_seconds,
                                    std::uint64_t max_bytes);

}  // namespace surefoot
