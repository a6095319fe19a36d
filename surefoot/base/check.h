#pragma once

/// Checks for programming errors. Invalid user data are never checked this way: they are a Result
/// or a Problem.

#include <string>

namespace surefoot::base {

/// Prints the failed expression with its position and aborts.
[[noreturn]] void CheckFailed(const char* expression, const char* file, int line,
                              const std::string& message);

}  // namespace surefoot::base

/// Always active. The second argument is a std::string with the values that explain the failure.
#define SUREFOOT_CHECK(condition, message)                                      \
  do {                                                                          \
    if (!(condition)) {                                                         \
      ::surefoot::base::CheckFailed(#condition, __FILE__, __LINE__, (message)); \
    }                                                                           \
  } while (false)

/// Active in debug builds only.
#ifdef NDEBUG
#define SUREFOOT_DCHECK(condition, message) \
  do {                                      \
  } while (false)
#else
#define SUREFOOT_DCHECK(condition, message) SUREFOOT_CHECK(condition, message)
#endif
