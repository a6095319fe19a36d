#pragma once

/// Checks for programmer errors. Wrong user data is never a check: it is a Result or a Problem.

#include <string>

namespace surefoot::base {

/// Prints the failed expression with its place and aborts.
[[noreturn]] void CheckFailed(const char* expression, const char* file, int line,
                              const std::string& message);

}  // namespace surefoot::base

/// Always on. The second argument is a std::string with the values that explain the failure.
#define SUREFOOT_CHECK(condition, message)                                      \
  do {                                                                          \
    if (!(condition)) {                                                         \
      ::surefoot::base::CheckFailed(#condition, __FILE__, __LINE__, (message)); \
    }                                                                           \
  } while (false)

/// On in debug builds only.
#ifdef NDEBUG
#define SUREFOOT_DCHECK(condition, message) \
  do {                                      \
  } while (false)
#else
#define SUREFOOT_DCHECK(condition, message) SUREFOOT_CHECK(condition, message)
#endif
