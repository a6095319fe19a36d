/// The program `surefoot-evaluation`, which `surefoot` starts for the commands of
/// evaluation_program.h.

#include <optional>

#include "surefoot/builtin/builtin.h"
#include "surefoot/cli/arguments.h"
#include "surefoot/cli/evaluation/commands.h"
#include "surefoot/cli/evaluation_program.h"
#include "surefoot/cli/output.h"

namespace surefoot::cli {
namespace {

struct Options {
  ExperimentOptions experiment;
  TrialOptions trial;
  GapArguments gap;
  CalibrateArguments calibrate;
  CharacterizeArguments characterize;
};

void AddCommands(CommandLine* line, Options* options) {
  const auto add = [line](const char* name, auto* its_options) {
    AddArguments(line->Add(name, EvaluationHelp(name)), its_options);
  };
  add("experiment", &options->experiment);
  add("trial", &options->trial);
  add("gap", &options->gap);
  add("calibrate", &options->calibrate);
  add("characterize", &options->characterize);
}

int Dispatch(const std::string& command, const Options& options) {
  const Parts parts = BuiltinParts();
  if (command == "characterize") return CharacterizeCommand(parts, options.characterize);
  if (command == "experiment") return ExperimentCommand(parts, options.experiment);
  if (command == "trial") return TrialCommand(parts, options.trial);
  if (command == "gap") return GapCommand(parts, options.gap);
  return CalibrateCommand(parts, options.calibrate);
}

int Main(int argc, char** argv) {
  CommandLine line;
  Options options;
  AddCommands(&line, &options);
  const std::optional<int> done = line.Parse(argc, argv);
  if (done) return *done;
  options.experiment.runner.version = SUREFOOT_VERSION;
  options.experiment.runner.command.assign(argv, argv + argc);
  options.gap.version = SUREFOOT_VERSION;
  options.gap.command = options.experiment.runner.command;
  return Dispatch(line.command(), options);
}

}  // namespace
}  // namespace surefoot::cli

int main(int argc, char** argv) {
  return surefoot::cli::GuardedMain(surefoot::cli::Main, argc, argv);
}
