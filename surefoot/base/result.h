#pragma once

/// Result<T>: a value or an error message. For everything that depends on user data.

#include <optional>
#include <string>
#include <utility>

#include "surefoot/base/check.h"

namespace surefoot {

/// Why something failed: what is wrong, where, the value, what is accepted, what to do.
struct Error {
  std::string message;

  /// The same error with the context of the caller: "context: message".
  Error Within(const std::string& context) const { return Error{context + ": " + message}; }
};

/// A value of type T, or the Error that prevented it.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}      // NOLINT: implicit on purpose
  Result(Error error) : error_(std::move(error)) {}  // NOLINT: implicit on purpose

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }

  /// The value. Call only if ok().
  T& value() & {
    SUREFOOT_CHECK(ok(), error_.message);
    return *value_;
  }
  const T& value() const& {
    SUREFOOT_CHECK(ok(), error_.message);
    return *value_;
  }
  T&& value() && {
    SUREFOOT_CHECK(ok(), error_.message);
    return std::move(*value_);
  }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  /// The error. Call only if not ok().
  const Error& error() const {
    SUREFOOT_CHECK(!ok(), "the result holds a value");
    return error_;
  }

 private:
  std::optional<T> value_;
  Error error_;
};

/// Success, or the Error that prevented it.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(Error error) : error_(std::move(error)) {}  // NOLINT: implicit on purpose

  bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }

  /// The error. Call only if not ok().
  const Error& error() const {
    SUREFOOT_CHECK(!ok(), "the status is a success");
    return *error_;
  }

 private:
  std::optional<Error> error_;
};

}  // namespace surefoot
