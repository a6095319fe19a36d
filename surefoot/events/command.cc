#include "surefoot/events/command.h"

#include <algorithm>

#include "surefoot/base/text.h"
#include "surefoot/events/words.h"
#include "surefoot/msgs/json.h"
#include "surefoot/world/parse.h"

namespace surefoot::events {
namespace {

/// Longer than any run; keeps whole nanoseconds within 64 bits.
constexpr double kLongest = 1e8;

double Seconds(Words* words) { return words->Number("SECONDS", 0.0, kLongest); }

Command Light(Words* words) {
  LightCommand command;
  command.light = words->Take("LIGHT");
  const std::string turn = words->Choice("the state", {"on", "off", "toggle"});
  command.turn = turn == "on"    ? LightCommand::Turn::kOn
                 : turn == "off" ? LightCommand::Turn::kOff
                                 : LightCommand::Turn::kToggle;
  if (words->TakeIf("intensity")) command.intensity = words->Number("INTENSITY", 0.0, 10.0);
  if (words->TakeIf("color")) {
    for (int i = 0; i < 3; ++i) command.color[i] = words->Number("a color", 0.0, 1.0);
  }
  return command;
}

Command Move(Words* words) {
  MoveCommand command;
  command.model = words->Take("MODEL");
  words->Expect("to");
  command.X_WM = words->Pose();
  if (words->TakeIf("in")) command.seconds = Seconds(words);
  if (words->TakeIf("if")) {
    words->Expect("free");
    command.check = true;
  }
  return command;
}

int Axis(Words* words) {
  return words->TakeIf("axis") ? static_cast<int>(words->Integer("the axis", 0, 5)) : 0;
}

Command Joint(Words* words) {
  JointMoveCommand command;
  command.joint = words->Take("JOINT");
  command.axis = Axis(words);
  words->Expect("to");
  command.position = words->Number("POSITION");
  if (words->TakeIf("in")) command.seconds = Seconds(words);
  return command;
}

Command Motor(Words* words) {
  MotorCommand command;
  command.joint = words->Take("JOINT");
  command.axis = Axis(words);
  const std::string mode = words->Choice("the mode", {"velocity", "position", "effort", "off"});
  if (mode == "off") return command;
  command.mode = mode == "velocity"   ? world::ControlMode::kVelocity
                 : mode == "position" ? world::ControlMode::kPosition
                                      : world::ControlMode::kEffort;
  command.target = words->Number("VALUE");
  return command;
}

Command Power(Words* words) {
  PowerCommand command;
  command.model = words->Take("MODEL");
  command.on = words->Choice("the state", {"on", "off"}) == "on";
  return command;
}

Command Push(Words* words) {
  PushCommand command;
  command.link = words->Take("LINK");
  command.F_L_W.force = words->Vector("the force");
  command.F_L_W.torque = Vector3d::Zero();
  if (words->TakeIf("torque")) command.F_L_W.torque = words->Vector("the torque");
  command.seconds = 0.1;
  if (words->TakeIf("for")) command.seconds = Seconds(words);
  return command;
}

Command Gravity(Words* words) { return GravityCommand{words->Vector("gravity")}; }

Command Spawn(Words* words) {
  SpawnCommand command;
  command.uri = words->Take("MODEL");
  if (words->TakeIf("as")) command.name = words->Take("NAME");
  if (words->TakeIf("at")) command.X_WM = words->Pose();
  return command;
}

Command Remove(Words* words) { return RemoveCommand{words->Take("MODEL")}; }

Command Attach(Words* words) {
  AttachCommand command;
  command.name = words->Take("NAME");
  command.link_a = words->Take("LINK");
  command.link_b = words->Take("the other LINK");
  return command;
}

Command Detach(Words* words) { return DetachCommand{words->Take("NAME")}; }

Command Publish(Words* words) {
  PublishCommand command;
  command.topic = words->Take("TOPIC");
  command.type = words->Take("TYPE");
  command.json = words->Rest();
  const msgs::TypeInfo* type = msgs::FindType(command.type);
  if (type == nullptr) {
    if (!command.type.empty()) {
      words->Fail("there is no message type '" + command.type + "' (std_msgs/String, say)");
    }
    return command;
  }
  const std::shared_ptr<void> message = type->make();
  const Status status =
      command.json.empty() ? Status() : msgs::FromJson(*type, command.json, message.get());
  if (!status.ok()) words->Fail(status.error().message);
  type->encode(message.get(), &command.cdr);
  command.type = type->name;
  return command;
}

Command Call(Words* words) {
  CallCommand command;
  command.service = words->Take("SERVICE");
  command.request = words->Rest();
  if (command.request.empty()) command.request = "{}";
  return command;
}

Command Say(Words* words) { return SayCommand{words->Rest()}; }

Command Fire(Words* words) {
  FireCommand command;
  command.events.push_back(words->Take("EVENT"));
  while (!words->at_end()) {
    if (words->TakeIf("for")) {
      command.subject = words->Take("MODEL");
    } else if (words->TakeIf("after")) {
      command.after = Seconds(words);
    } else {
      command.events.push_back(words->Take("EVENT"));
    }
    if (command.events.size() > 1000) words->Fail("that are too many events");
  }
  return command;
}

Command Enable(Words* words) { return EnableCommand{words->Take("EVENT"), true}; }
Command Disable(Words* words) { return EnableCommand{words->Take("EVENT"), false}; }
Command Script(Words* words) { return ScriptCommand{words->Take("SCRIPT")}; }

Command Referee(Words* words) {
  const std::string order = words->Rest();
  if (order.empty()) words->Fail("what the referee is to do is missing");
  return RefereeCommand{order};
}

Command List(Words* words) {
  std::vector<std::string> kinds = NameKinds();
  return ListCommand{words->at_end() ? "model" : words->Choice("the kind", kinds)};
}

Command SetState(int state) {
  return CallCommand{"/set_simulation_state",
                     R"({"state":{"state":)" + std::to_string(state) + "}}"};
}
Command Play(Words*) { return SetState(1); }
Command Pause(Words*) { return SetState(2); }
Command Status_(Words*) { return CallCommand{"/surefoot/status", "{}"}; }

Command Step(Words* words) {
  const long long steps = words->at_end() ? 1 : words->Integer("STEPS", 1, 1'000'000'000);
  return CallCommand{"/step_simulation", R"({"steps":)" + std::to_string(steps) + "}"};
}

Command Speed(Words* words) {
  if (words->TakeIf("max")) return CallCommand{"/surefoot/set_pace", R"({"pace":"free"})"};
  const double speed = words->Number("FACTOR", 1e-3, 1e6);
  return CallCommand{"/surefoot/set_pace",
                     R"({"pace":"real_time","speed":)" + std::to_string(speed) + "}"};
}

Command Reset(Words* words) {
  const std::string scope =
      words->at_end() ? "all" : words->Choice("what", {"all", "state", "time", "spawned"});
  if (scope == "state") return ResetStateCommand{};
  const int number = scope == "all" ? 255 : scope == "time" ? 1 : 4;
  return CallCommand{"/reset_simulation", R"({"scope":)" + std::to_string(number) + "}"};
}

Command Named(const char* service, const char* field, const std::string& name) {
  return CallCommand{service, "{\"" + std::string(field) + "\":" + Quoted(name) + "}"};
}
Command Save(Words* words) { return Named("/surefoot/snapshot/save", "name", words->Take("NAME")); }
Command Restore(Words* words) {
  return Named("/surefoot/snapshot/restore", "name", words->Take("NAME"));
}
Command Engine(Words* words) {
  return Named("/surefoot/switch_engine", "engine", words->Take("ENGINE"));
}
Command Load(Words* words) { return Named("/load_world", "uri", words->Take("WORLD")); }
Command Seed(Words* words) {
  const long long seed = words->Integer("SEED", 0, 9'000'000'000'000'000'000LL);
  return CallCommand{"/surefoot/set_seed", R"({"seed":)" + std::to_string(seed) + "}"};
}
Command Record(Words* words) {
  if (words->TakeIf("stop")) return CallCommand{"/surefoot/record/stop", "{}"};
  if (words->at_end()) return CallCommand{"/surefoot/record/start", "{}"};
  return Named("/surefoot/record/start", "file", words->Take("FILE"));
}

struct Entry {
  CommandHelp help;
  Command (*parse)(Words*);
};

const std::vector<Entry>& Table() {
  static const std::vector<Entry> table = {
      {{"attach", "attach NAME LINK LINK", "holds two links together as they are",
        "attach hook crane::hook crate::link", ""},
       Attach},
      {{"call", "call SERVICE [JSON]", "calls a service", "call /surefoot/status", "service"},
       Call},
      {{"detach", "detach NAME", "lets go what was attached", "detach hook", ""}, Detach},
      {{"disable", "disable EVENT", "lets an event sleep", "disable gust", "event"}, Disable},
      {{"enable", "enable EVENT", "wakes an event", "enable gust", "event"}, Enable},
      {{"engine", "engine NAME", "goes on with another engine", "engine bullet", "engine"}, Engine},
      {{"fire", "fire EVENT... [for MODEL] [after SECONDS]", "fires events of the world",
        "fire open_door", "event"},
       Fire},
      {{"gravity", "gravity X Y Z", "sets gravity, m/s2", "gravity 0 0 -1.62", ""}, Gravity},
      {{"joint", "joint JOINT [axis N] to POSITION [in SECONDS]",
        "drives a joint's motor to a position (rad or m) and holds it there",
        "joint door::hinge to 1.4 in 2", "joint to"},
       Joint},
      {{"light", "light LIGHT on|off|toggle [intensity I] [color R G B]",
        "switches a light of the world or of a model (MODEL::LIGHT)", "light lamp off",
        "light on|off|toggle"},
       Light},
      {{"list", "list [KIND]", "lists names: models, or those of a kind", "list joint", "kind"},
       List},
      {{"load", "load WORLD", "loads another world", "load worlds/flat.sdf", "world"}, Load},
      {{"motor", "motor JOINT [axis N] velocity|position|effort VALUE, or off",
        "tells a joint's motor what to do", "motor husky::front_left_wheel velocity 3",
        "joint velocity|position|effort|off"},
       Motor},
      {{"move", "move MODEL to X Y Z [ROLL PITCH YAW] [in SECONDS] [if free]",
        "puts a model elsewhere, at once or over some time", "move crate to 1 2 0 in 3",
        "model to"},
       Move},
      {{"pause", "pause", "halts simulated time", "pause", ""}, Pause},
      {{"play", "play", "lets simulated time run", "play", ""}, Play},
      {{"power", "power MODEL on|off", "switches all motors of a model", "power husky off",
        "model on|off"},
       Power},
      {{"publish", "publish TOPIC TYPE [JSON]", "publishes a message",
        R"(publish /husky/cmd_vel geometry_msgs/Twist {"linear": {"x": 0.5}})", "topic"},
       Publish},
      {{"push", "push LINK FX FY FZ [torque TX TY TZ] [for SECONDS]",
        "a force (N) on a link in the world's axes, for 0.1 s when not said",
        "push crate::link 100 0 0 for 0.5", "link"},
       Push},
      {{"record", "record [FILE] or record stop", "records into a file; ends it",
        "record drive.mcap", "stop"},
       Record},
      {{"referee", "referee ORDER",
        "tells the referee: standby, kickoff [TEAM], ready, set, play, finish, half, initial, goal "
        "TEAM, "
        "penalise MODEL [PENALTY], release MODEL, place, ball X Y, alone",
        "referee kickoff red",
        "standby|kickoff|ready|set|play|finish|half|initial|goal|penalise|release|place|ball|alone "
        "model"},
       Referee},
      {{"remove", "remove MODEL", "takes a model away", "remove crate", "model"}, Remove},
      {{"reset", "reset [all|state|time|spawned]", "back to the start", "reset",
        "all|state|time|spawned"},
       Reset},
      {{"restore", "restore NAME", "goes back to a snapshot", "restore before", "snapshot"},
       Restore},
      {{"save", "save NAME", "keeps a snapshot", "save before", ""}, Save},
      {{"say", "say TEXT", "tells those who watch", "say hello", ""}, Say},
      {{"script", "script SCRIPT", "runs a script of the world", "script count", "script"}, Script},
      {{"seed", "seed N", "starts anew with another seed", "seed 7", ""}, Seed},
      {{"spawn", "spawn MODEL [as NAME] [at X Y Z [ROLL PITCH YAW]]",
        "adds a model from a file, folder or URI", "spawn model://husky as r2 at 2 0 0.2",
        "spawnable as|at"},
       Spawn},
      {{"speed", "speed FACTOR|max", "simulated seconds per second", "speed 2", "max"}, Speed},
      {{"status", "status", "tells time, speed, engine and world", "status", ""}, Status_},
      {{"step", "step [STEPS]", "takes some steps while paused", "step 100", ""}, Step},
  };
  return table;
}

}  // namespace

Result<Command> ParseCommand(const std::string& line) {
  Words words(line);
  const std::string name = words.Take("the command");
  for (const Entry& entry : Table()) {
    if (entry.help.name != name) continue;
    Command command = entry.parse(&words);
    const Status status = words.Finish();
    if (status.ok()) return command;
    return Error{name + ": " + status.error().message + "; write: " + entry.help.usage};
  }
  if (name.empty()) return Error{"the command is missing"};
  std::vector<std::string> names;
  for (const Entry& entry : Table()) names.push_back(entry.help.name);
  return Error{"there is no command '" + name + "'; " + world::NameAdvice(name, names)};
}

const std::vector<CommandHelp>& AllCommands() {
  static const std::vector<CommandHelp> all = [] {
    std::vector<CommandHelp> helps;
    for (const Entry& entry : Table()) helps.push_back(entry.help);
    return helps;
  }();
  return all;
}

const std::vector<std::string>& NameKinds() {
  static const std::vector<std::string> kinds = {"model",    "link",   "joint",     "light",
                                                 "event",    "script", "topic",     "service",
                                                 "snapshot", "engine", "spawnable", "world"};
  return kinds;
}

}  // namespace surefoot::events
