#pragma once

/// Loads and runs a file in a child process with limits, and reports the outcome.

#include <string>

#include "surefoot/session/parts.h"

namespace surefoot::hostile {

struct Limits {
  double seconds = 20.0;
  /// Maximum memory. Not checked under a sanitizer, whose shadow memory uses terabytes of
  /// addresses.
  long long bytes = 2LL << 30;
  int steps = 20;
};

enum class Ending { kLoaded, kRefused, kWrong };

struct Outcome {
  Ending ending = Ending::kWrong;
  /// The failure: "signal 11 (Segmentation fault)", "still busy after 20 s", ...
  std::string what;
  double seconds = 0.0;
  long long bytes = 0;
};

/// kLoaded: the file loads and runs for `limits.steps` steps, or its physics is refused with a
/// reason. kRefused: an error that names the file. Any other outcome is kWrong.
Outcome Try(const Parts& parts, const std::string& engine, const std::string& file,
            const Limits& limits);

}  // namespace surefoot::hostile
