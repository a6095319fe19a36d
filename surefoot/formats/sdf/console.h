#pragma once

#include <iosfwd>
#include <memory>
#include <mutex>
#include <string>

namespace surefoot::formats {

/// Keeps libsdformat from printing while it lives. Its console belongs to the whole process, so
/// only one thread at a time uses libsdformat. Guards of one thread may be nested.
class SdfConsoleGuard {
 public:
  SdfConsoleGuard();
  ~SdfConsoleGuard();
  SdfConsoleGuard(const SdfConsoleGuard&) = delete;
  SdfConsoleGuard& operator=(const SdfConsoleGuard&) = delete;

  /// What it would have printed.
  std::string Text() const;

 private:
  std::unique_lock<std::recursive_mutex> lock_;
  std::unique_ptr<std::ostringstream> text_;
  std::ostream* previous_ = nullptr;
};

}  // namespace surefoot::formats
