#include "surefoot/base/problem.h"

#include <utility>

// Text of problems in the form "file:line: error: element: message (value); advice", which editors
// recognise.

namespace surefoot {

const char* SeverityName(Severity severity) {
  constexpr const char* kNames[] = {"note", "warning", "error"};
  return kNames[static_cast<std::size_t>(severity)];
}

// file:line: severity: element: message (value); advice - editors recognize the beginning.
std::string ToString(const Problem& problem) {
  std::string text = problem.source.file.empty() ? std::string("(no file)") : problem.source.file;
  if (problem.source.line > 0) text += ":" + std::to_string(problem.source.line);
  text += std::string(": ") + SeverityName(problem.severity) + ": ";
  if (!problem.source.element.empty()) text += problem.source.element + ": ";
  text += problem.message;
  if (!problem.value.empty()) text += " (value \"" + problem.value + "\")";
  if (!problem.advice.empty()) text += "; " + problem.advice;
  return text;
}

Refusal Problems::Add(Severity severity, Source source, std::string message, std::string value,
                      std::string advice) {
  if (severity == Severity::kError) ++error_count_;
  all_.push_back(Problem{severity, std::move(source), std::move(message), std::move(value),
                         std::move(advice)});
  return {};
}

Refusal Problems::Error(Source source, std::string message, std::string value, std::string advice) {
  return Add(Severity::kError, std::move(source), std::move(message), std::move(value),
             std::move(advice));
}

Refusal Problems::Warning(Source source, std::string message, std::string value,
                          std::string advice) {
  return Add(Severity::kWarning, std::move(source), std::move(message), std::move(value),
             std::move(advice));
}

Refusal Problems::Note(Source source, std::string message, std::string value, std::string advice) {
  return Add(Severity::kNote, std::move(source), std::move(message), std::move(value),
             std::move(advice));
}

// At most `max` errors, then their number.
std::string Problems::ErrorText(int max) const {
  std::string text;
  int shown = 0;
  for (const Problem& problem : all_) {
    if (problem.severity != Severity::kError) continue;
    if (shown == max) {
      text += "\n... and " + std::to_string(error_count_ - shown) + " more errors";
      break;
    }
    if (shown > 0) text += "\n";
    text += ToString(problem);
    ++shown;
  }
  return text;
}

}  // namespace surefoot
