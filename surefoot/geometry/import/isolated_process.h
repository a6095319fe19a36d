#pragma once

#include <string>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/base/result.h"

namespace surefoot {

/// How an isolated program ended.
struct IsolatedOutcome {
  /// What it wrote to descriptor 3.
  Bytes output;
  /// It was killed because it exceeded its time limit.
  bool timed_out = false;
  /// It was killed because it exceeded its output limit.
  bool too_long = false;
  /// The signal that ended the process; 0 if it exited.
  int signal = 0;
  int exit_code = 0;
};

/// Runs an untrusted program and waits for its end. Its standard streams are /dev/null, descriptor
/// 3 is a pipe to this process, all others are closed. Its environment contains only what programs
/// need to start. Fails if the program cannot be started.
Result<IsolatedOutcome> RunIsolated(const std::string& program,
                                    const std::vector<std::string>& arguments, double wall_seconds,
                                    std::uint64_t max_bytes);

}  // namespace surefoot
