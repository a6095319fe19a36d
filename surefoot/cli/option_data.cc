#include "surefoot/cli/option_data.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <iterator>

// CLI11 keeps the accepted values of an option as text ("{a,b,c}"), so they are parsed back from
// there instead of being stored twice.

namespace surefoot::cli {
namespace {

struct Mark {
  NameKind kind;
  /// Of the validator.
  const char* name;
};

constexpr std::array<Mark, 4> kMarks = {
    Mark{NameKind::kWorlds, "names_worlds"}, Mark{NameKind::kModels, "names_models"},
    Mark{NameKind::kEngines, "names_engines"}, Mark{NameKind::kExperiments, "names_experiments"}};

bool HasValidator(const CLI::Option& option, const std::string& name) {
  try {
    // get_validator() is not const, although it changes nothing.
    return const_cast<CLI::Option&>(option).get_validator(name) != nullptr;
  } catch (const CLI::OptionNotFound&) {
    return false;
  }
}

/// Accepts every value; only its name counts.
CLI::Validator MarkNamed(const std::string& name) {
  return CLI::Validator([](std::string&) { return std::string(); }, "", name);
}

bool HasLongName(const CLI::Option& option, const std::string& name) {
  const std::vector<std::string>& names = option.get_lnames();
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<std::string> Split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

}  // namespace

std::vector<const CLI::App*> VisibleCommands(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

const CLI::App* FindCommand(const CLI::App& app, const std::string& name) {
  const auto named = [&](const CLI::App* command) { return command->get_name() == name; };
  const std::vector<const CLI::App*> found = app.get_subcommands(named);
  return found.empty() ? nullptr : found.front();
}

bool TakesValue(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

std::string Placeholder(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  return type.substr(0, type.find(':'));
}

std::vector<std::string> ListedValues(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  // CLI::IsMember describes itself as "{a,b,c}".
  const std::size_t begin = type.find('{');
  const std::size_t end = type.find('}');
  if (begin != std::string::npos && end != std::string::npos) {
    return Split(type.substr(begin + 1, end - begin - 1), ',');
  }
  const std::string placeholder = Placeholder(option);
  if (placeholder.find('|') == std::string::npos) return {};
  return Split(placeholder, '|');
}

void MarkNames(CLI::Option* option, NameKind kind) {
  const auto mark = std::find_if(kMarks.begin(), kMarks.end(),
                                 [kind](const Mark& each) { return each.kind == kind; });
  option->check(MarkNamed(mark->name));
}

void MarkOldName(CLI::Option* option, const std::string& old_name) {
  option->check(MarkNamed("was " + old_name));
}

const CLI::Option* FindByOldName(const CLI::App& command, const std::string& old_name) {
  for (const CLI::Option* option : command.get_options()) {
    if (HasValidator(*option, "was " + old_name)) return option;
  }
  return nullptr;
}

std::vector<NameKind> NameKindsOf(const CLI::Option& option) {
  std::vector<NameKind> kinds;
  for (const Mark& mark : kMarks) {
    if (HasValidator(option, mark.name)) kinds.push_back(mark.kind);
  }
  if (!kinds.empty()) return kinds;
  if (HasLongName(option, "engine") || HasLongName(option, "engines")) return {NameKind::kEngines};
  if (option.get_name(true) == "WORLD" || HasLongName(option, "world")) {
    // A model file runs by itself, on a floor.
    return {NameKind::kWorlds, NameKind::kModels};
  }
  return {};
}

PathKind PathKindOf(const CLI::Option& option) {
  const std::string placeholder = Placeholder(option);
  if (placeholder == "DIR" || placeholder == "FOLDER") return PathKind::kFolder;
  constexpr std::array<const char*, 5> kFiles = {"FILE", "PATH", "@FILE", "MANIFEST", "WORLD"};
  const bool file = std::find(kFiles.begin(), kFiles.end(), placeholder) != kFiles.end();
  const bool positional = option.get_positional() && ListedValues(option).empty();
  return file || positional ? PathKind::kFile : PathKind::kNone;
}

}  // namespace surefoot::cli
