#include "surefoot/cli/evaluation_program.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <vector>

#include "surefoot/base/process/child_process.h"
#include "surefoot/cli/output.h"

// The main program replaces itself by execv(), so that signals, terminal and exit status are those
// of one process.

namespace surefoot::cli {
namespace {

/// In libexec/surefoot/ beside bin/ (base/process/child_process.h).
constexpr char kProgram[] = "surefoot-evaluation";

const EvaluationCommand* Find(const std::string& name) {
  const auto found = std::find_if(std::begin(kEvaluationCommands), std::end(kEvaluationCommands),
                                  [&](const EvaluationCommand& each) { return name == each.name; });
  return found == std::end(kEvaluationCommands) ? nullptr : found;
}

/// The command of the evaluation that these arguments run, describe or complete; empty if none.
std::string NamedCommand(const std::vector<std::string>& arguments) {
  if (arguments.empty()) return "";
  if (Find(arguments[0]) != nullptr) return arguments[0];
  if (arguments[0] == "help") {
    const auto named = std::find_if(arguments.begin() + 1, arguments.end(),
                                    [](const std::string& each) { return Find(each) != nullptr; });
    return named == arguments.end() ? "" : *named;
  }
  // complete -- COMMAND WORD...; without another word the name of the command is being completed.
  const bool completes = arguments[0] == "complete" && arguments.size() > 3;
  return completes && Find(arguments[2]) != nullptr ? arguments[2] : "";
}

}  // namespace

const char* EvaluationHelp(const std::string& name) {
  const EvaluationCommand* command = Find(name);
  return command == nullptr ? "" : command->help;
}

std::optional<int> StartEvaluation(int argc, char** argv) {
  const std::string command =
      argc < 2 ? "" : NamedCommand(std::vector<std::string>(argv + 1, argv + argc));
  if (command.empty()) return std::nullopt;
  const Result<std::string> program = FindOwnProgram(kProgram);
  if (!program.ok()) {
    PrintError("'surefoot " + command +
               "' needs the evaluation part of Surefoot: " + program.error().message +
               "; install Surefoot completely, or in a source tree use ./run " + command +
               ", which builds it");
    return kFailed;
  }
  // Not a child process: signals, exit status and standard streams need no forwarding.
  ::execv(program.value().c_str(), argv);
  PrintError("cannot start " + program.value() + ": " + std::strerror(errno));
  return kFailed;
}

}  // namespace surefoot::cli
