/// The program `surefoot`: arguments to options, options to a command.

#include <optional>

#include "surefoot/builtin/builtin.h"
#include "surefoot/builtin/register_gateways.h"
#include "surefoot/cli/arguments.h"
#include "surefoot/cli/commands/commands.h"
#include "surefoot/cli/evaluation_program.h"
#include "surefoot/cli/output.h"

namespace surefoot::cli {
namespace {

struct Options {
  RunOptions run;
  gateways::GatewayKinds gateways;
  ServeOptions serve;
  CheckOptions check;
  ConsoleOptions console;
  ConvertOptions convert;
  DiffOptions diff;
  RecordInfoOptions record_info;
  RenderArguments render;
  MapArguments map;
  InfoOptions info;
};

void AddCommands(CommandLine* line, Options* options) {
  const auto add = [line](const char* name, const char* help, auto* its_options) {
    AddArguments(line->Add(name, help), its_options);
  };
  add("run", "Run a world or a model without a window", &options->run);
  AddArguments(line->Add("serve", "Serve a world to browsers and programs on the network"),
               options->gateways, &options->serve);
  add("console", "Give commands to a running server", &options->console);
  add("check", "Tell what is wrong with worlds and models", &options->check);
  add("convert", "Write a world or model in another format", &options->convert);
  add("diff", "Tell where two recorded runs part", &options->diff);
  add("record-info", "Tell what is in a recording (MCAP)", &options->record_info);
  add("render", "Draw a world, a model or a mesh as a picture", &options->render);
  add("map", "Write the occupancy grid of a world for navigation", &options->map);
  // For the list of commands; StartEvaluation() has taken them.
  for (const EvaluationCommand& command : kEvaluationCommands) {
    line->Add(command.name, command.help);
  }
  add("info", "List engines, formats and folders of this build", &options->info);
}

int Dispatch(const std::string& command, const Options& options) {
  if (command == "diff") return DiffCommand(options.diff);
  if (command == "console") return ConsoleCommand(options.console);
  if (command == "record-info") return RecordInfoCommand(options.record_info);
  const Parts parts = BuiltinParts();
  if (command == "run") return RunCommand(parts, options.run);
  if (command == "serve") return ServeCommand(parts, options.gateways, options.serve);
  if (command == "convert") return ConvertCommand(parts, options.convert);
  if (command == "check") return CheckCommand(parts, options.check);
  if (command == "render") return RenderCommand(parts, options.render);
  if (command == "map") return MapCommand(parts, options.map);
  return InfoCommand(parts, options.info);
}

int Main(int argc, char** argv) {
  const std::optional<int> failed = StartEvaluation(argv);
  if (failed) return *failed;
  CommandLine line;
  Options options;
  RegisterGateways(&options.gateways);
  AddCommands(&line, &options);
  const std::optional<int> done = line.Parse(argc, argv);
  if (done) return *done;
  return Dispatch(line.command(), options);
}

}  // namespace
}  // namespace surefoot::cli

int main(int argc, char** argv) {
  return surefoot::cli::GuardedMain(surefoot::cli::Main, argc, argv);
}
