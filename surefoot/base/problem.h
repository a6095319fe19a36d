#pragma once

/// Problems found in user files: collected, not thrown, so that one pass reports all of them.

#include <string>
#include <vector>

namespace surefoot {

/// A place in a file. `line` is 1-based; 0 when unknown.
struct Source {
  std::string file;
  int line = 0;
  /// Path of the element, e.g. "model[husky]/link[base]/inertial/mass".
  std::string element;
};

enum class Severity { kNote, kWarning, kError };

/// "note", "warning" or "error".
const char* SeverityName(Severity severity);

/// One finding: what is wrong, where, the value that was given, and what to do about it.
struct Problem {
  Severity severity = Severity::kError;
  Source source;
  std::string message;
  std::string value;
  std::string advice;
};

/// "file:line: error: element: message (value "..."); advice".
std::string ToString(const Problem& problem);

/// All findings of one load, in the order found.
class Problems {
 public:
  void Add(Severity severity, Source source, std::string message, std::string value = {},
           std::string advice = {});
  void Error(Source source, std::string message, std::string value = {}, std::string advice = {});
  void Warning(Source source, std::string message, std::string value = {}, std::string advice = {});
  void Note(Source source, std::string message, std::string value = {}, std::string advice = {});

  const std::vector<Problem>& all() const { return all_; }
  int error_count() const { return error_count_; }
  bool ok() const { return error_count_ == 0; }

  /// The errors, one line each, at most `most` of them; for wrapping into one Error.
  std::string ErrorText(int most = 5) const;

 private:
  std::vector<Problem> all_;
  int error_count_ = 0;
};

}  // namespace surefoot
