#pragma once

/// What CLI11 knows of commands and options, for the completion and the manual pages.

#include <string>
#include <vector>

#include "surefoot/cli/completion.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace surefoot::cli {

enum class PathKind { kNone, kFile, kFolder };

/// The commands that the help lists, in its order.
std::vector<const CLI::App*> VisibleCommands(const CLI::App& app);

/// The command of that name, hidden ones included; nullptr if there is none.
const CLI::App* FindCommand(const CLI::App& app, const std::string& name);

/// False for flags.
bool TakesValue(const CLI::Option& option);

/// "NAME", the placeholder of the value in the help, without the checks that CLI11 appends.
std::string Placeholder(const CLI::Option& option);

/// The values that an option accepts, where it accepts only those: of "{engine,tyre,soil}", which
/// CLI11 appends for CLI::IsMember, and of a placeholder such as "on|off".
std::vector<std::string> ListedValues(const CLI::Option& option);

/// Marks an option whose values are names of this kind. A validator carries the mark, because CLI11
/// has no other place for data of a program; it accepts every value.
void MarkNames(CLI::Option* option, NameKind kind);

/// The marks, and those that follow from the name: --engine, --world and WORLD.
std::vector<NameKind> NameKindsOf(const CLI::Option& option);

/// Marks an option that was called `old_name`, with "--".
void MarkOldName(CLI::Option* option, const std::string& old_name);

/// The option of the command that was called `old_name`; nullptr if there is none.
const CLI::Option* FindByOldName(const CLI::App& command, const std::string& old_name);

/// By the placeholder: FILE, PATH, DIR and the like. Arguments without a name are files unless
/// their values are listed.
PathKind PathKindOf(const CLI::Option& option);

}  // namespace surefoot::cli
