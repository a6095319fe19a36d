/// The program `surefoot-evaluation`, which `surefoot` starts for the commands of
/// evaluation_program.h.

#include <optional>

#include "surefoot/builtin/builtin.h"
#include "surefoot/cli/arguments.h"
#include "surefoot/cli/evaluation/commands.h"
#include "surefoot/cli/evaluation_program.h"
#include "surefoot/cli/known_names.h"
#include "surefoot/cli/output.h"
#include "surefoot/cli/version.h"

namespace surefoot::cli {
namespace {

/// Adds a command. The returned options are valid as long as `line`.
template <typename Options>
Options* Add(const char* name, int (*command)(const Parts&, const Options&), CommandLine* line) {
  return line->Add<Options>(name, EvaluationHelp(name), [command](const Options& options) {
    return command(BuiltinParts(), options);
  });
}

int Main(int argc, char** argv) {
  CommandLine line;
  ExperimentOptions* experiment = Add("experiment", ExperimentCommand, &line);
  Add("trial", TrialCommand, &line);
  GapArguments* gap = Add("gap", GapCommand, &line);
  Add("calibrate", CalibrateCommand, &line);
  Add("characterize", CharacterizeCommand, &line);
  line.AddHelp(KnownNames);
  const std::optional<int> done = line.Parse(argc, argv);
  if (done) return *done;
  // For the manifests, which only these two commands write. CommandLine does not parse these
  // values, so they are set between Parse() and Run().
  experiment->runner.version = gap->version = Version();
  gap->command.assign(argv, argv + argc);
  experiment->runner.command = gap->command;
  return line.Run();
}

}  // namespace
}  // namespace surefoot::cli

int main(int argc, char** argv) {
  return surefoot::cli::GuardedMain(surefoot::cli::Main, argc, argv);
}
