#pragma once

/// Problems in user files: collected, not thrown, so that one pass reports all of them.

#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace surefoot {

/// A position in a file. `line` is 1-based; 0 if unknown.
struct Source {
  std::string file;
  int line = 0;
  /// Path of the element, e.g. "model[husky]/link[base]/inertial/mass".
  std::string element;
};

enum class Severity { kNote, kWarning, kError };

/// "note", "warning" or "error".
const char* SeverityName(Severity severity);

/// One problem: what is wrong, where, the given value, and what to do about it.
struct Problem {
  Severity severity = Severity::kError;
  Source source;
  std::string message;
  std::string value;
  std::string advice;
};

/// "file:line: error: element: message (value "..."); advice".
std::string ToString(const Problem& problem);

/// Result of reporting a problem in `return problems->Error(...)`: converts to false, a null
/// pointer or an empty optional, as the function requires.
struct Refusal {
  // enable_if instead of requires, because folders whose library does not compile as C++20 include
  // this header.
  template <typename T, std::enable_if_t<std::is_same_v<T, bool>, int> = 0>
  operator T() const {  // NOLINT: implicit on purpose
    return false;
  }
  template <typename T, std::enable_if_t<std::is_class_v<T>, int> = 0>
  operator T*() const {  // NOLINT
    return nullptr;
  }
  template <typename T>
  operator std::optional<T>() const {  // NOLINT
    return std::nullopt;
  }
};

/// All problems of one load, in the order found.
class Problems {
 public:
  Refusal Add(Severity severity, Source source, std::string message, std::string value = {},
              std::string advice = {});
  Refusal Error(Source source, std::string message, std::string value = {},
                std::string advice = {});
  Refusal Warning(Source source, std::string message, std::string value = {},
                  std::string advice = {});
  Refusal Note(Source source, std::string message, std::string value = {}, std::string advice = {});

  const std::vector<Problem>& all() const { return all_; }
  int error_count() const { return error_count_; }
  bool ok() const { return error_count_ == 0; }

  /// The errors, one line each, at most `max` of them; for use in one Error.
  std::string ErrorText(int max = 5) const;

 private:
  std::vector<Problem> all_;
  int error_count_ = 0;
};

/// Base of classes that report problems at places: Error(place, message, value, advice) and so on.
/// A place is a Source, or anything for which `Self` has a function SourceOf, such as an element of
/// a file; Self then declares `using Reporter::SourceOf`.
template <typename Self>
class Reporter {
 public:
  explicit Reporter(Problems* problems) : problems_(problems) {}

  Problems* problems() const { return problems_; }
  const Source& SourceOf(const Source& source) const { return source; }

  template <typename Place, typename... Text>
  Refusal Add(Severity severity, const Place& place, const Text&... text) const {
    return problems_->Add(severity, static_cast<const Self*>(this)->SourceOf(place), text...);
  }
  template <typename Place, typename... Text>
  Refusal Error(const Place& place, const Text&... text) const {
    return Add(Severity::kError, place, text...);
  }
  template <typename Place, typename... Text>
  Refusal Warning(const Place& place, const Text&... text) const {
    return Add(Severity::kWarning, place, text...);
  }
  template <typename Place, typename... Text>
  Refusal Note(const Place& place, const Text&... text) const {
    return Add(Severity::kNote, place, text...);
  }

 private:
  Problems* problems_;
};

}  // namespace surefoot
