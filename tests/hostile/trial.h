#pragma once

/// Loads and runs a file in a child process with limits, and tells how that ended.

#include <string>

#include "surefoot/session/parts.h"

namespace surefoot::hostile {

struct Limits {
  double seconds = 20.0;
  /// Of memory. Not held under a sanitizer, whose shadow takes terabytes of addresses.
  long long bytes = 2LL << 30;
  int steps = 20;
};

enum class Ending { kLoaded, kRefused, kWrong };

struct Outcome {
  Ending ending = Ending::kWrong;
  /// What was wrong: "signal 11 (Segmentation fault)", "still busy after 20 s", ...
  std::string what;
  double seconds = 0.0;
  long long bytes = 0;
};

/// kLoaded: it loads, and runs that many steps (or its physics is refused with a reason). kRefused:
/// an error that names the file. Everything else is kWrong.
Outcome Try(const Parts& parts, const std::string& engine, const std::string& file,
            const Limits& limits);

}  // namespace surefoot::hostile
