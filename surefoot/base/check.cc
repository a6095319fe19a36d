#include "surefoot/base/check.h"

#include <cstdio>
#include <cstdlib>

// A failed check ends the process at once: its state can no longer be trusted, and the library
// cannot report an error that its caller does not expect.

namespace surefoot::base {

void CheckFailed(const char* expression, const char* file, int line, const std::string& message) {
  std::fprintf(stderr, "%s:%d: check failed: %s: %s\n", file, line, expression, message.c_str());
  std::abort();
}

}  // namespace surefoot::base
