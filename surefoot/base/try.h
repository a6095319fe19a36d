#pragma once

/// Passes errors on to the caller, in functions that return a Result or a Status:
///
///   const World world = SUREFOOT_TRY(LoadWorld(file));
///   SUREFOOT_TRY(simulation.Step());
///   const Table table = SUREFOOT_TRY(Within("--real", ReadTable(file)));

#include <string>
#include <utility>

#include "surefoot/base/result.h"

namespace surefoot {

/// The result, with a context added to its error: "context: message".
template <typename T>
Result<T> Within(const std::string& context, Result<T> result) {
  if (!result.ok()) return result.error().Within(context);
  return result;
}
inline Status Within(const std::string& context, const Status& status) {
  return status.ok() ? status : Status(status.error().Within(context));
}

namespace internal {

template <typename T>
T TakeValue(Result<T> result) {
  return std::move(result).value();
}
inline void TakeValue(const Status&) {}

}  // namespace internal
}  // namespace surefoot

/// The value of a Result; returns from the function with the error if there is none. C++ has no
/// such expression, so this is a statement expression of GCC and Clang.
#define SUREFOOT_TRY(...)                                       \
  __extension__({                                               \
    auto surefoot_tried = (__VA_ARGS__);                        \
    if (!surefoot_tried.ok()) return surefoot_tried.error();    \
    ::surefoot::internal::TakeValue(std::move(surefoot_tried)); \
  })
