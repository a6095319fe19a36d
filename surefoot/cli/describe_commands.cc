#include "surefoot/cli/describe_commands.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

// The JSON is an interface for tools (tools/docs/reference.py), so it has names and defaults, not
// the layout of the help.

namespace surefoot::cli {
namespace {

using Json = nlohmann::ordered_json;

Json Describe(CLI::Option* option) {
  Json json;
  json["name"] = option->get_name(option->get_positional(), false);
  json["type"] = option->get_type_name();
  json["help"] = option->get_description();
  json["required"] = option->get_required();
  json["repeated"] = option->get_expected_max() > 1 ||
                     option->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
  // Flags have no default; what has one keeps it in the variable that it fills.
  option->capture_default_str();
  json["default"] = option->get_default_str();
  return json;
}

Json Describe(CLI::App* command) {
  Json json = {{"name", command->get_name()},
               {"help", command->get_description()},
               {"footer", command->get_footer()},
               {"arguments", Json::array()},
               {"options", Json::array()}};
  for (CLI::Option* option : command->get_options()) {
    json[option->get_positional() ? "arguments" : "options"].push_back(Describe(option));
  }
  return json;
}

}  // namespace

std::string DescribeCommands(CLI::App* app, const std::string& name) {
  Json commands = Json::array();
  for (CLI::App* command : app->get_subcommands([](const CLI::App*) { return true; })) {
    if (name.empty() || command->get_name() == name) commands.push_back(Describe(command));
  }
  const Json json = {{"help", app->get_description()}, {"commands", commands}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace surefoot::cli
