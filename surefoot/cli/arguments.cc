#include "surefoot/cli/arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "surefoot/base/text.h"
#include "surefoot/cli/describe_commands.h"
#include "surefoot/cli/output.h"
#include "surefoot/formats/parse.h"

namespace surefoot::cli {
namespace {

CLI::Option* AddOption(CLI::App* app, const char* name, const ArgumentValue& value,
                       const char* help) {
  return std::visit([&](auto* target) { return app->add_option(name, *target, help); }, value);
}

std::string CheckWhole(const std::string& text, int most) {
  Problems problems;
  const bool right = formats::ParseInteger(text, 1, most, Source(), &problems).has_value();
  return right ? ""
               : "takes a whole number from 1 to " + std::to_string(most) + ", not '" + text + "'";
}

/// The command that the arguments name; nullptr when they name none.
const CLI::App* NamedCommand(const CLI::App* app, const std::vector<std::string>& arguments) {
  for (const CLI::App* command : app->get_subcommands({})) {
    if (!arguments.empty() && command->get_name() == arguments.front()) return command;
  }
  return nullptr;
}

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

/// What is wrong with the arguments of a command, or with those before it.
std::string Explain(const CLI::App& command, const std::vector<std::string>& arguments,
                    const CLI::ParseError& error) {
  const std::vector<std::string> names = OptionNames(command);
  for (const std::string& argument : arguments) {
    const std::string name = argument.substr(0, argument.find('='));
    const bool option = name.size() > 2 && name.compare(0, 2, "--") == 0;
    if (option && std::find(names.begin(), names.end(), name) == names.end()) {
      return "there is no option " + NameAndAdvice(name, names);
    }
  }
  return error.what();
}

int RefuseArguments(CLI::App* app, const std::vector<std::string>& arguments,
                    const CLI::ParseError& error) {
  if (arguments.empty()) {
    std::fputs(app->help().c_str(), stderr);
    return kBadInput;
  }
  std::string help = "surefoot ";
  const CLI::App* command = NamedCommand(app, arguments);
  if (command != nullptr) {
    help += command->get_name() + " ";
    PrintError(command->get_name() + ": " + Explain(*command, arguments, error));
  } else if (arguments.front().compare(0, 1, "-") == 0) {
    PrintError(Explain(*app, arguments, error));
  } else {
    std::vector<std::string> names;
    for (const CLI::App* known : app->get_subcommands({})) names.push_back(known->get_name());
    PrintError("there is no command " + NameAndAdvice(arguments.front(), names));
  }
  std::fprintf(stderr, "See `%s--help`.\n", help.c_str());
  return kBadInput;
}

}  // namespace

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
         "Who computes what wheels feel of the ground: engine, tyre\n"
         "or soil (the tyre where there is none); default: as the\n"
         "files say, else soil");
  app_->get_option("--contact")->check(CLI::IsMember({"engine", "tyre", "soil"}));
}

void CommandArguments::Parallel(ParallelOptions* parallel) const {
  Option("--islands", &parallel->islands, "on|off",
         "Move models that cannot touch each other in engine\n"
         "instances of their own, the default; off: one for all");
  app_->get_option("--islands")->check(CLI::IsMember({"on", "off"}));
  Option("--threads", &parallel->threads, "N",
         "Threads that share a step's work, 1 to 256; the run is the\n"
         "same for any number; default: one per core");
  app_->get_option("--threads")->check(CLI::Range(1, 256));
}

void CommandArguments::Pictures(std::string* pictures) const {
  Option("--pictures", pictures, "drop|all",
         "Of cameras, in runs that keep to wall time: drop those that\n"
         "the machine has no time for, and count them (default), or\n"
         "take all of them, however slow the run gets");
  app_->get_option("--pictures")->check(CLI::IsMember({"drop", "all"}));
}

void CommandArguments::Json(bool* json) const {
  Flag("--json", json, "Print the result as one JSON object");
}

CommandLine::CommandLine()
    : app_(std::make_unique<CLI::App>("Surefoot, a simulator for mobile robots", "surefoot")) {
  constexpr std::size_t kColumn = 24;
  app_->get_formatter()->column_width(kColumn);
  app_->get_formatter()->label("REQUIRED", "");
  app_->get_formatter()->label("Positionals", "Arguments");
  app_->get_formatter()->label("SUBCOMMAND", "COMMAND");
  app_->set_version_flag("--version", "surefoot " SUREFOOT_VERSION, "Print the version and exit");
  app_->require_subcommand(1);
  app_->footer(
      "`surefoot COMMAND --help` tells more.\n"
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

std::optional<int> CommandLine::Parse(int argc, char** argv) {
  // Of the checks of the documentation; not in the help.
  const std::string last = argc > 1 ? argv[argc - 1] : "";
  if (last == "--describe" && argc <= 3) {
    const std::string command = argc == 3 ? argv[1] : "";
    return WriteResult(DescribeCommands(app_.get(), command)) ? kDone : kFailed;
  }
  const bool only_parse = last == "--only-parse";
  if (only_parse) --argc;
  try {
    app_->parse(argc, argv);
  } catch (const CLI::Success& help_or_version) {
    return app_->exit(help_or_version);
  } catch (const CLI::ParseError& error) {
    return RefuseArguments(app_.get(), std::vector<std::string>(argv + 1, argv + argc), error);
  }
  command_ = app_->get_subcommands().front()->get_name();
  if (only_parse) return kDone;
  return std::nullopt;
}

}  // namespace surefoot::cli
