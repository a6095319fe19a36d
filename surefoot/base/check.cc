#include "surefoot/base/check.h"

#include <cstdio>
#include <cstdlib>

namespace surefoot::base {

void CheckFailed(const char* expression, const char* file, int line, const std::string& message) {
  std::fprintf(stderr, "%s:%d: check failed: %s: %s\n", file, line, expression, message.c_str());
  std::abort();
}

}  // namespace surefoot::base
