#pragma once

/// The commands: one table for the console, for events of the world and for their scripts. A
/// command is a line of words, "move crate to 1 2 0 in 3"; docs/console.md lists them all.

#include <string>
#include <variant>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/base/result.h"
#include "surefoot/math/spatial.h"
#include "surefoot/world/model.h"

namespace surefoot::events {

struct LightCommand {
  enum class Turn { kOn, kOff, kToggle };
  std::string light;
  Turn turn = Turn::kOn;
  /// Negative: as it is.
  double intensity = -1.0;
  Vector3d color = Vector3d::Constant(-1.0);
};

struct MoveCommand {
  std::string model;
  RigidTransform X_WM = {};
  double seconds = 0.0;
  bool check = false;
};

struct JointMoveCommand {
  std::string joint;
  int axis = 0;
  double position = 0.0;
  double seconds = 0.0;
};

struct MotorCommand {
  std::string joint;
  int axis = 0;
  world::ControlMode mode = world::ControlMode::kNone;
  double target = 0.0;
};

struct PowerCommand {
  std::string model;
  bool on = true;
};

struct PushCommand {
  std::string link;
  Wrench F_L_W = {};
  double seconds = 0.0;
};

struct GravityCommand {
  Vector3d gravity_W = Vector3d::Zero();
};

struct SpawnCommand {
  std::string uri;
  /// Empty: as the file says, with a number where that is taken. '#' stands for a free number.
  std::string name = {};
  RigidTransform X_WM = {};
};

struct RemoveCommand {
  std::string model;
};

struct AttachCommand {
  std::string name;
  std::string link_a;
  std::string link_b;
};

struct DetachCommand {
  std::string name;
};

/// Models back to their start; time goes on.
struct ResetStateCommand {};

struct PublishCommand {
  std::string topic;
  std::string type;
  Bytes cdr = {};
  std::string json = {};
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

struct EnableCommand {
  std::string event;
  bool on = true;
};

struct ScriptCommand {
  std::string script;
};

/// What the referee of the world is told: "kickoff red".
struct RefereeCommand {
  std::string order;
};

/// Answered with a list, for people: only in the console.
struct ListCommand {
  std::string kind;
};

using Command =
    std::variant<LightCommand, MoveCommand, JointMoveCommand, MotorCommand, PowerCommand,
                 PushCommand, GravityCommand, SpawnCommand, RemoveCommand, AttachCommand,
                 DetachCommand, ResetStateCommand, PublishCommand, CallCommand, SayCommand,
                 FireCommand, EnableCommand, ScriptCommand, RefereeCommand, ListCommand>;

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

/// The command, which was written as `line`, as a call of a service, for those who are outside of
/// the run. An error where it cannot be one.
Result<CallCommand> ToCall(const Command& command, const std::string& line);

}  // namespace surefoot::events
