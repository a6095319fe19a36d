#pragma once

/// The commands: one table for the console, for events of the world and for their scripts. A
/// command is a line of words, "move crate to 1 2 0 in 3"; docs/guides/console.md lists them all.
///   const Result<Command> command = ParseCommand(line);
///   if (const auto* move = InputOf<sim::Move>(command.value())) ...

#include <string>
#include <variant>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/sim/inputs/input.h"

namespace surefoot::events {

/// Toggles a light.
struct ToggleCommand {
  /// Its `on` is set when the command is executed.
  sim::LightChange change;
};

/// Applies a wrench to a link for a time.
struct PushCommand {
  /// Its number of steps is computed from `seconds` when the command is executed, because only the
  /// run knows the length of a step.
  sim::LinkWrench wrench;
  double seconds = 0.0;
};

/// Adds a model from a file.
struct SpawnCommand {
  std::string uri;
  /// Empty: the name in the file, with a number if that name is used. '#' becomes a free number.
  std::string name = {};
  RigidTransform X_WM = {};
};

/// A call of a service, for everything that only the server can do: pause, speed, snapshots.
struct CallCommand {
  std::string service;
  /// JSON.
  std::string request;
};

/// Publishes a text for people.
struct SayCommand {
  std::string text;
};

/// Fires events, at once or after some time (s).
struct FireCommand {
  std::vector<std::string> events;
  /// The model that the events are about; empty: that of the event which fires these.
  std::string subject = {};
  double after = 0.0;
};

/// Runs a script of the world.
struct ScriptCommand {
  std::string script;
};

/// Lists names for people; accepted only in the console.
struct ListCommand {
  std::string kind;
};

/// An input of the run (sim/inputs/input.h), or a command that becomes inputs when it is executed.
using Command = std::variant<sim::Input, ToggleCommand, PushCommand, SpawnCommand, CallCommand,
                             SayCommand, FireCommand, ScriptCommand, ListCommand>;

/// The command as an input of type T; nullptr when it is something else.
template <typename T>
const T* InputOf(const Command& command) {
  const auto* input = std::get_if<sim::Input>(&command);
  return input != nullptr ? std::get_if<T>(input) : nullptr;
}

/// Parses a line. An error states what is wrong and how the command is written.
Result<Command> ParseCommand(const std::string& line);

/// Help and completion of a command.
struct CommandHelp {
  std::string name;
  /// "move MODEL to X Y Z [ROLL PITCH YAW] [in SECONDS] [if free]".
  std::string usage;
  std::string help;
  std::string example;
  /// What may follow the name, word by word, separated by blanks: a kind of name ("model"), or
  /// words to choose from ("on|off").
  std::string completes;
};

/// Sorted by name.
const std::vector<CommandHelp>& AllCommands();

/// Kinds of names that can be listed and completed: "model", "joint", ...
const std::vector<std::string>& NameKinds();

/// Completion of the last word of a line: words, or a kind of names that the caller knows.
struct Completion {
  /// The last word so far.
  std::string begun;
  std::vector<std::string> words;
  std::string kind;
};
Completion CompleteLine(const std::string& line);

}  // namespace surefoot::events
