#pragma once

/// The commands: one table for the console, for events of the world and for their scripts. A
/// command is a line of words, "move crate to 1 2 0 in 3"; docs/guides/console.md lists them all.

#include <string>
#include <variant>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/sim/inputs/input.h"

namespace surefoot::events {

/// Switches a light: on when it is off, and the other way round.
struct ToggleCommand {
  /// Its `on` is decided when it is carried out.
  sim::LightChange change;
};

struct PushCommand {
  /// Its steps follow from the seconds when it is carried out.
  sim::LinkWrench wrench;
  double seconds = 0.0;
};

struct SpawnCommand {
  std::string uri;
  /// Empty: as the file says, with a number where that is taken. '#' stands for a free number.
  std::string name = {};
  RigidTransform X_WM = {};
};

/// Whatever only the server can do, too: pause, speed, snapshots.
struct CallCommand {
  std::string service;
  /// JSON.
  std::string request;
};

struct SayCommand {
  std::string text;
};

struct FireCommand {
  std::vector<std::string> events;
  /// Empty: that of the event which fires these.
  std::string subject = {};
  double after = 0.0;
};

struct ScriptCommand {
  std::string script;
};

/// Answered with a list, for people: only in the console.
struct ListCommand {
  std::string kind;
};

/// What a run takes from outside (sim/inputs/input.h), and what has to be completed first.
using Command = std::variant<sim::Input, ToggleCommand, PushCommand, SpawnCommand, CallCommand,
                             SayCommand, FireCommand, ScriptCommand, ListCommand>;

/// The input of this kind that the command is; nullptr when it is something else.
template <typename T>
const T* InputOf(const Command& command) {
  const auto* input = std::get_if<sim::Input>(&command);
  return input != nullptr ? std::get_if<T>(input) : nullptr;
}

/// An error says what is wrong and how the command is written.
Result<Command> ParseCommand(const std::string& line);

/// What is told of a command.
struct CommandHelp {
  std::string name;
  /// "move MODEL to X Y Z [ROLL PITCH YAW] [in SECONDS] [if free]".
  std::string usage;
  std::string help;
  std::string example;
  /// What can stand after the name, word by word, with a blank between: a kind of name ("model"),
  /// or words to choose from ("on|off").
  std::string completes;
};

/// Sorted by name.
const std::vector<CommandHelp>& AllCommands();

/// Kinds of names that can be listed and completed: "model", "joint", ...
const std::vector<std::string>& NameKinds();

/// What can stand at the end of a line that is being written: words, and kinds of names.
struct Completion {
  /// The last word, as far as it is there.
  std::string begun;
  std::vector<std::string> words;
  std::string kind;
};
Completion CompleteLine(const std::string& line);

}  // namespace surefoot::events
