#include "surefoot/cli/arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "surefoot/base/old_name.h"
#include "surefoot/base/text.h"
#include "surefoot/cli/describe_commands.h"
#include "surefoot/cli/manual.h"
#include "surefoot/cli/option_data.h"
#include "surefoot/cli/output.h"
#include "surefoot/cli/version.h"
#include "surefoot/formats/parse.h"

// All use of CLI11 for parsing is here. Its messages are replaced by Surefoot's, which name the
// option, the given value and the accepted ones.

namespace surefoot::cli {
namespace {

/// CLI11 derives the conversion of the value from the type of the variable.
CLI::Option* AddOption(CLI::App* app, const char* name, const ArgumentValue& value,
                       const char* help) {
  return std::visit([&](auto* target) { return app->add_option(name, *target, help); }, value);
}

/// States the accepted range; the error of CLI11 would name only the type.
std::string CheckWhole(const std::string& text, int max) {
  Problems problems;
  const bool right = formats::ParseInteger(text, 1, max, Source(), &problems).has_value();
  return right ? ""
               : "takes a whole number from 1 to " + std::to_string(max) + ", not '" + text + "'";
}

/// Long names with "--": short ones are too short for advice.
std::vector<std::string> OptionNames(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

/// "'x'; did you mean 'y'?"
std::string NameAndAdvice(const std::string& name, const std::vector<std::string>& known) {
  const std::string nearest = formats::NearestName(name, known);
  return "'" + name + "'" + (nearest.empty() ? "" : "; did you mean '" + nearest + "'?");
}

/// The error of a command's arguments, or of those before the command. CLI11 reports an unknown
/// option as an extra argument; this names the nearest option instead.
std::string Explain(const CLI::App& command, const std::vector<std::string>& arguments,
                    const CLI::ParseError& error) {
  const std::vector<std::string> names = OptionNames(command);
  for (const std::string& argument : arguments) {
    const std::string name = argument.substr(0, argument.find('='));
    // "--" alone ends the options.
    const bool option = name.size() > 2 && name.compare(0, 2, "--") == 0;
    if (option && std::find(names.begin(), names.end(), name) == names.end()) {
      return "there is no option " + NameAndAdvice(name, names);
    }
  }
  return error.what();
}

/// The error for a command that does not exist.
std::string UnknownCommand(const CLI::App& app, const std::string& name) {
  std::vector<std::string> names;
  for (const CLI::App* known : VisibleCommands(app)) names.push_back(known->get_name());
  return "there is no command " + NameAndAdvice(name, names);
}

/// Prints the error, and where the help is; returns the exit status.
int RefuseArguments(CLI::App* app, const std::vector<std::string>& arguments,
                    const CLI::ParseError& error) {
  if (arguments.empty()) {
    std::fputs(app->help().c_str(), stderr);
    return kBadInput;
  }
  std::string help = "surefoot ";
  const CLI::App* command = FindCommand(*app, arguments.front());
  if (command != nullptr) {
    help += command->get_name() + " ";
    PrintError(command->get_name() + ": " + Explain(*command, arguments, error));
  } else if (arguments.front().compare(0, 1, "-") == 0) {
    PrintError(Explain(*app, arguments, error));
  } else {
    PrintError(UnknownCommand(*app, arguments.front()));
  }
  std::fprintf(stderr, "See `%s--help`.\n", help.c_str());
  return kBadInput;
}

/// Replaces old names of options, "--for=5" included, with a warning for each.
void ReplaceOldNames(const CLI::App& command, std::vector<std::string>* arguments) {
  for (std::string& argument : *arguments) {
    if (argument == "--") return;
    const std::size_t length = std::min(argument.find('='), argument.size());
    const std::string old_name = argument.substr(0, length);
    const CLI::Option* option = FindByOldName(command, old_name);
    if (option == nullptr) continue;
    const std::string name = "--" + option->get_lnames().front();
    argument = name + argument.substr(length);
    std::fprintf(stderr, "warning: %s; %s\n", OldNameMessage(old_name, name).c_str(),
                 kOldNameAdvice);
  }
}

}  // namespace

// ParseLimit() also accepts "inf", for runs that end by Ctrl-C.
std::string CheckSeconds(const std::string& text) {
  Problems problems;
  const bool right = formats::ParseLimit(text, Source(), &problems).has_value();
  return right ? "" : "takes a number of seconds, not '" + text + "'";
}

std::string CheckPositiveSeconds(const std::string& text) {
  Problems problems;
  const auto value = formats::ParseDouble(text, Source(), &problems);
  return value && *value > 0.0 ? "" : "takes a number of seconds above 0, not '" + text + "'";
}

std::string CheckSeed(const std::string& text) {
  std::uint64_t seed = 0;
  return FromChars(text, &seed) ? ""
                                : "takes a whole number from 0 to 2^64 - 1, not '" + text + "'";
}

// A thousand processes are more than any machine has cores; a larger number is a typing error.
std::string CheckJobs(const std::string& text) { return CheckWhole(text, 1000); }

std::string CheckCount(const std::string& text) { return CheckWhole(text, 1000000); }

std::optional<double> ParseNumber(const std::string& text) {
  double value = 0.0;
  if (!FromChars(text, &value) || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::vector<double> ParseNumbers(const std::string& text) {
  std::vector<double> numbers;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t comma = std::min(text.find(',', begin), text.size());
    const std::optional<double> number = ParseNumber(text.substr(begin, comma - begin));
    if (!number) return {};
    numbers.push_back(*number);
    begin = comma + 1;
  }
  return numbers;
}

void CommandArguments::Positional(const char* name, ArgumentValue value, const char* help) const {
  AddOption(app_, name, value, help)->type_name("")->required();
}

void CommandArguments::OptionalPositional(const char* name, ArgumentValue value,
                                          const char* help) const {
  AddOption(app_, name, value, help)->type_name("");
}

void CommandArguments::Option(const char* name, ArgumentValue value, const char* type,
                              const char* help, ArgumentCheck check) const {
  CLI::Option* option = AddOption(app_, name, value, help)->type_name(type);
  if (check != nullptr) option->check(check);
}

void CommandArguments::RequiredList(const char* name, std::vector<std::string>* values,
                                    const char* type, const char* help) const {
  app_->add_option(name, *values, help)->type_name(type)->required()->expected(1, 1000);
}

void CommandArguments::Words(const char* name, std::vector<std::string>* values, const char* type,
                             const char* help) const {
  app_->add_option(name, *values, help)->type_name(type)->expected(1, 1000);
}

void CommandArguments::Repeated(const char* name, std::vector<std::string>* values,
                                const char* type, const char* help) const {
  app_->add_option(name, *values, help)
      ->type_name(type)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void CommandArguments::List(const char* name, std::vector<std::string>* values, const char* type,
                            const char* help) const {
  Repeated(name, values, type, help);
  app_->get_option(name)->delimiter(',');
}

void CommandArguments::Names(const char* name, NameKind kind) const {
  MarkNames(app_->get_option(name), kind);
}

void CommandArguments::OldName(const char* old_name, const char* name) const {
  MarkOldName(app_->get_option(name), old_name);
}

void CommandArguments::Flag(const char* name, bool* value, const char* help) const {
  app_->add_flag(name, *value, help);
}

void CommandArguments::Switch(const char* name, std::string* value, const char* help) const {
  app_->add_flag_callback(
      name, [value] { *value = "on"; }, help);
}

void CommandArguments::Footer(const char* text) const { app_->footer(text); }

void CommandArguments::Contact(std::string* contact) const {
  Option("--contact", contact, "NAME",
         "Contact model of wheels: engine, tyre, or soil (the tyre\n"
         "model where the ground has no soil); default: that of the\n"
         "files, else soil");
  app_->get_option("--contact")->check(CLI::IsMember({"engine", "tyre", "soil"}));
}

void CommandArguments::RosParameters(std::string* file) const {
  Option("--ros-parameters", file, "FILE",
         "Parameters of controllers of ros2_control (YAML) for the\n"
         "robots of the world; default: those that their files name");
}

void CommandArguments::Parallel(ParallelOptions* parallel) const {
  Option("--islands", &parallel->islands, "on|off",
         "Simulate models that cannot touch each other in separate\n"
         "engine instances, the default; off: one instance for all");
  app_->get_option("--islands")->check(CLI::IsMember({"on", "off"}));
  Option("--threads", &parallel->threads, "N",
         "Threads that share the work of a step, 1 to 256; the run is\n"
         "the same for any number; default: one per core");
  app_->get_option("--threads")->check(CLI::Range(1, 256));
}

void CommandArguments::Pictures(std::string* pictures) const {
  Option("--pictures", pictures, "drop|all",
         "Pictures of cameras in runs at a given speed: drop those that\n"
         "the machine has no time for, and count them (default), or\n"
         "render all of them, even if the run slows down");
  app_->get_option("--pictures")->check(CLI::IsMember({"drop", "all"}));
}

void CommandArguments::Json(bool* json) const {
  Flag("--json", json, "Print the result as one JSON object");
}

CommandLine::CommandLine()
    : app_(std::make_unique<CLI::App>("Surefoot, a simulator for mobile robots", "surefoot")) {
  // Descriptions begin in this column and are broken by hand, so that lines fit into 80 columns.
  constexpr std::size_t kColumn = 24;
  app_->get_formatter()->column_width(kColumn);
  // CLI11's labels are in capitals, and "REQUIRED" is redundant: the usage line shows it.
  app_->get_formatter()->label("REQUIRED", "");
  app_->get_formatter()->label("Positionals", "Arguments");
  app_->get_formatter()->label("SUBCOMMAND", "COMMAND");
  app_->set_version_flag("--version",
                         std::string("surefoot ") + Version() + " (build " + BuildId() + ")",
                         "Print the version and exit");
  app_->require_subcommand(1);
  app_->footer(
      "`surefoot help COMMAND` describes a command.\n"
      "Exit status: 0 done, 1 failed or the output could not be written, 2 the input was wrong "
      "or could not be run.\n\n"
      "Example:\n"
      "  surefoot run worlds/husky_lab.sdf --duration 20");
}

CommandLine::~CommandLine() = default;

CommandArguments CommandLine::Add(const char* name, const char* help, std::function<int()> run) {
  runs_[name] = std::move(run);
  return CommandArguments(app_->add_subcommand(name, help)->group("Commands"));
}

void CommandLine::AddHelp(const NameSource& names) {
  names_ = names;
  struct HelpOptions {
    std::string command;
    bool man = false;
  };
  // Shared with the function that runs the command, as the options of all commands.
  const auto help = std::make_shared<HelpOptions>();
  const CommandArguments help_arguments =
      Add("help", "Print the help or the manual page of a command",
          [this, help] { return PrintHelp(help->command, help->man); });
  help_arguments.OptionalPositional("COMMAND", &help->command, "Default: the whole program");
  help_arguments.Flag("--man", &help->man, "Print a manual page (roff)");
  help_arguments.Footer(
      "Examples:\n"
      "  surefoot help run\n"
      "  surefoot help --man run | man -l -");

  const auto shell = std::make_shared<std::string>();
  const CommandArguments arguments =
      Add("completion", "Print the completion script of a shell",
          [shell] { return WriteResult(CompletionScript(*shell)) ? kDone : kFailed; });
  arguments.Positional("SHELL", shell.get(), "bash, zsh or fish");
  app_->get_subcommand("completion")->get_option("SHELL")->check(CLI::IsMember(CompletionShells()));
  arguments.Footer(
      "An installation has the scripts where shells look for them. Without one:\n"
      "  bash: source <(surefoot completion bash)\n"
      "  zsh:  source <(surefoot completion zsh), after compinit\n"
      "  fish: surefoot completion fish | source");
}

// Standard output, because the help was requested. Help after an error goes to standard error.
int CommandLine::PrintHelp(const std::string& name, bool man) const {
  const CLI::App* command = name.empty() ? nullptr : FindCommand(*app_, name);
  if (!name.empty() && command == nullptr) {
    PrintError("help: " + UnknownCommand(*app_, name));
    std::fputs("See `surefoot --help`.\n", stderr);
    return kBadInput;
  }
  std::string text;
  if (man) {
    text = ManualPage(*app_, command);
  } else if (command != nullptr) {
    text = command->help(app_->get_name());
  } else {
    // Not app_->help(): that would print the help of the command `help`, which was given.
    text =
        app_->get_formatter()->make_help(app_.get(), app_->get_name(), CLI::AppFormatMode::Normal);
  }
  return WriteResult(text) ? kDone : kFailed;
}

std::optional<int> CommandLine::Parse(int argc, char** argv) {
  // Of the checks of the documentation; not in the help.
  const std::string last = argc > 1 ? argv[argc - 1] : "";
  if (last == "--describe" && argc <= 3) {
    const std::string command = argc == 3 ? argv[1] : "";
    return WriteResult(DescribeCommands(app_.get(), command)) ? kDone : kFailed;
  }
  const bool only_parse = last == "--only-parse";
  if (only_parse) --argc;
  // For the scripts of the shells, not for users: `complete -- WORD...`. CLI11 would interpret the
  // words, which may be unfinished.
  if (argc > 2 && std::string(argv[1]) == "complete" && std::string(argv[2]) == "--") {
    const std::vector<std::string> words(argv + 3, argv + argc);
    return WriteResult(CompletionLines(*app_, words, names_)) ? kDone : kFailed;
  }
  std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  const CLI::App* command = arguments.empty() ? nullptr : FindCommand(*app_, arguments.front());
  if (command != nullptr) ReplaceOldNames(*command, &arguments);
  try {
    // CLI11 takes a vector from its end.
    app_->parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::Success& help_or_version) {
    return app_->exit(help_or_version);
  } catch (const CLI::ParseError& error) {
    return RefuseArguments(app_.get(), arguments, error);
  }
  command_ = app_->get_subcommands().front()->get_name();
  if (only_parse) return kDone;
  return std::nullopt;
}

}  // namespace surefoot::cli
