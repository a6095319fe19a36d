#pragma once

#include <string>

#include "surefoot/base/problem.h"

namespace surefoot::formats {

constexpr Severity kError = Severity::kError;
constexpr Severity kWarning = Severity::kWarning;
constexpr Severity kNote = Severity::kNote;

/// The problems of a file.
struct Findings {
  Problems problems;

  std::string Text() const {
    std::string text;
    for (const Problem& problem : problems.all()) text += ToString(problem) + "\n";
    return text;
  }
  /// Returns the problem of this severity whose text contains `part`, or nullptr.
  const Problem* Find(Severity severity, const std::string& part) const {
    for (const Problem& problem : problems.all()) {
      if (problem.severity == severity && ToString(problem).find(part) != std::string::npos) {
        return &problem;
      }
    }
    return nullptr;
  }
  int Count(Severity severity) const {
    int count = 0;
    for (const Problem& problem : problems.all()) count += problem.severity == severity ? 1 : 0;
    return count;
  }
};

}  // namespace surefoot::formats
