#include "surefoot/cli/evaluation_program.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>

#include "surefoot/base/child_process.h"
#include "surefoot/cli/output.h"

namespace surefoot::cli {
namespace {

constexpr char kProgram[] = "surefoot-evaluation";

const EvaluationCommand* Find(const std::string& name) {
  const auto found = std::find_if(std::begin(kEvaluationCommands), std::end(kEvaluationCommands),
                                  [&](const EvaluationCommand& each) { return name == each.name; });
  return found == std::end(kEvaluationCommands) ? nullptr : found;
}

}  // namespace

const char* EvaluationHelp(const std::string& name) {
  const EvaluationCommand* command = Find(name);
  return command == nullptr ? "" : command->help;
}

std::optional<int> StartEvaluation(char** argv) {
  if (argv[0] == nullptr || argv[1] == nullptr || Find(argv[1]) == nullptr) return std::nullopt;
  const std::string command = argv[1];
  const Result<std::string> program = FindOwnProgram(kProgram);
  if (!program.ok()) {
    PrintError("'surefoot " + command +
               "' needs the evaluation part of Surefoot: " + program.error().message +
               "; install Surefoot completely, or in a source tree use ./run " + command +
               ", which builds it");
    return kFailed;
  }
  ::execv(program.value().c_str(), argv);
  PrintError("cannot start " + program.value() + ": " + std::strerror(errno));
  return kFailed;
}

}  // namespace surefoot::cli
