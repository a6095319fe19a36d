/// The program `surefoot`: reads the arguments and runs a command. The exit status of all commands
/// is ExitStatus (output.h).

#include <optional>

#include "surefoot/builtin/builtin.h"
#include "surefoot/builtin/register_gateways.h"
#include "surefoot/cli/arguments.h"
#include "surefoot/cli/commands/commands.h"
#include "surefoot/cli/evaluation_program.h"
#include "surefoot/cli/known_names.h"
#include "surefoot/cli/output.h"

namespace surefoot::cli {
namespace {

/// A command that needs the parts of this build. They are collected when the command runs, so that
/// --help does not search folders.
template <typename Options>
std::function<int(const Options&)> WithParts(int (*command)(const Parts&, const Options&)) {
  return [command](const Options& options) { return command(BuiltinParts(), options); };
}

void AddCommands(const gateways::GatewayKinds& gateways, CommandLine* line) {
  line->Add("run", "Run a world or a model without a window", WithParts(RunCommand));
  const auto serve = std::make_shared<ServeOptions>();
  AddArguments(line->Add("serve", "Serve a world to browsers and programs on the network",
                         [=, &gateways] { return ServeCommand(BuiltinParts(), gateways, *serve); }),
               gateways, serve.get());
  line->Add<ConsoleOptions>("console", "Send commands to a running server", ConsoleCommand);
  line->Add("check", "Check worlds and models for errors", WithParts(CheckCommand));
  line->Add("convert", "Write a world or model in another format", WithParts(ConvertCommand));
  line->Add<DiffOptions>("diff", "Find the step in which two recorded runs diverge", DiffCommand);
  line->Add<RecordInfoOptions>("record-info", "Summarize a recording (MCAP)", RecordInfoCommand);
  line->Add("render", "Render a world, a model or a mesh to a picture", WithParts(RenderCommand));
  line->Add("map", "Write the occupancy grid of a world for navigation", WithParts(MapCommand));
  // For the list of commands only: StartEvaluation() has started the other program for them.
  for (const EvaluationCommand& command : kEvaluationCommands) {
    line->Add(command.name, command.help, nullptr);
  }
  line->Add("info", "List engines, formats and folders of this build", WithParts(InfoCommand));
  line->AddHelp(KnownNames);
}

int Main(int argc, char** argv) {
  const std::optional<int> failed = StartEvaluation(argc, argv);
  if (failed) return *failed;
  gateways::GatewayKinds gateways;
  RegisterGateways(&gateways);
  CommandLine line;
  AddCommands(gateways, &line);
  const std::optional<int> done = line.Parse(argc, argv);
  return done ? *done : line.Run();
}

}  // namespace
}  // namespace surefoot::cli

int main(int argc, char** argv) {
  return surefoot::cli::GuardedMain(surefoot::cli::Main, argc, argv);
}
