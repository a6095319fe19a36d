#include "surefoot/cli/problem_report.h"

#include <algorithm>

#include "surefoot/base/text.h"
#include "surefoot/cli/json_output.h"
#include "surefoot/cli/output.h"

// The first line of a problem has the form that compilers use, so that editors and terminals make
// it a link.

namespace surefoot::cli {
namespace {

Color ColorOf(Severity severity) {
  if (severity == Severity::kError) return Color::kRed;
  return severity == Severity::kWarning ? Color::kYellow : Color::kCyan;
}

/// The lines after the first, indented to the column where the first one begins.
std::string Indented(const std::string& text, int columns) {
  std::string indented;
  for (char c : text) {
    indented += c;
    if (c == '\n') indented.append(static_cast<std::size_t>(columns), ' ');
  }
  return indented;
}

/// 13 columns: the indentation, the longest label "element:", and a blank.
std::string DetailLine(const char* label, const std::string& text) {
  if (text.empty()) return "";
  return StrFormat("    %-8s ", label) + Indented(text, 13) + "\n";
}

}  // namespace

std::string ProblemText(std::FILE* stream, const Problem& problem) {
  // The form of compilers, which editors and terminals turn into links.
  std::string place = problem.source.file.empty() ? "(no file)" : problem.source.file;
  if (problem.source.line > 0) place += ":" + std::to_string(problem.source.line);
  std::string text = Colored(stream, Color::kBold, place + ":") + " ";
  text +=
      Colored(stream, ColorOf(problem.severity), std::string(SeverityName(problem.severity)) + ":");
  text += " " + Indented(problem.message, 4) + "\n";
  text += DetailLine("element:", problem.source.element);
  text += DetailLine("value:", problem.value);
  text += DetailLine("advice:", problem.advice);
  return text;
}

int CountOf(const Problems& problems, Severity severity) {
  return static_cast<int>(
      std::count_if(problems.all().begin(), problems.all().end(),
                    [&](const Problem& problem) { return problem.severity == severity; }));
}

void PrintProblems(const Problems& problems, Severity severity, int max, const std::string& file) {
  int shown = 0;
  for (const Problem& problem : problems.all()) {
    if (problem.severity != severity) continue;
    if (++shown > max) break;
    // Warnings are frequent and do not stop the command: one line each.
    const std::string text =
        severity == Severity::kError ? ProblemText(stderr, problem) : ToString(problem) + "\n";
    std::fputs(text.c_str(), stderr);
  }
  const int more = CountOf(problems, severity) - max;
  if (more > 0) {
    std::fprintf(stderr, "... and %s; `surefoot check %s` prints all\n",
                 Counted(more, std::string("more ") + SeverityName(severity)).c_str(),
                 file.c_str());
  }
}

// Problems name file and line, so the error itself, which repeats the first one, is not printed
// then.
int RefuseWorld(const std::string& world, bool json, const Error& error, const Problems& problems,
                const std::string& command, int status) {
  if (problems.ok()) {
    PrintError(command + error.message);
  } else {
    PrintProblems(problems, Severity::kError, kMaxProblems, world);
    PrintError("cannot load '" + world + "': " + Counted(problems.error_count(), "error"));
  }
  if (json) WriteResult(RefusalJson(error, problems));
  return status;
}

}  // namespace surefoot::cli
