#include "surefoot/events/command.h"

#include <algorithm>

#include "surefoot/base/index.h"
#include "surefoot/base/items.h"
#include "surefoot/base/text.h"
#include "surefoot/events/words.h"
#include "surefoot/msgs/json.h"
#include "surefoot/msgs/simulation_interfaces.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/world/parse.h"

// One table of commands for events, the console and clients: a word, its arguments, an example that
// the tests parse, and a parser.

namespace surefoot::events {
namespace {

namespace si = msgs::simulation_interfaces;
namespace sm = msgs::surefoot_msgs;

/// Limit of durations (s): longer than any run, and in nanoseconds within 64 bits.
constexpr double kMaxSeconds = 1e8;

double Seconds(Words* words) { return words->Number("SECONDS", 0.0, kMaxSeconds); }

Command Light(Words* words) {
  sim::LightChange change;
  change.name = words->Take("LIGHT");
  const std::string turn = words->Choice("the state", {"on", "off", "toggle"});
  change.on = turn == "on";
  if (words->TakeIf("intensity")) change.intensity = words->Number("INTENSITY", 0.0, 10.0);
  if (words->TakeIf("color")) {
    for (int i = 0; i < 3; ++i) change.color[i] = words->Number("a color", 0.0, 1.0);
  }
  if (turn == "toggle") return ToggleCommand{change};
  return change;
}

Command Move(Words* words) {
  sim::Move move;
  move.model = words->Take("MODEL");
  words->Expect("to");
  move.X_WM = words->Pose();
  if (words->TakeIf("in")) move.seconds = Seconds(words);
  if (words->TakeIf("if")) {
    words->Expect("free");
    move.check = true;
  }
  return move;
}

int Axis(Words* words) {
  return words->TakeIf("axis") ? static_cast<int>(words->Integer("the axis", 0, 5)) : 0;
}

Command Joint(Words* words) {
  sim::JointMotion motion;
  motion.joint = words->Take("JOINT");
  motion.axis = Axis(words);
  words->Expect("to");
  motion.position = words->Number("POSITION");
  if (words->TakeIf("in")) motion.seconds = Seconds(words);
  return motion;
}

Command Motor(Words* words) {
  sim::JointCommand command;
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
  sim::PowerChange change;
  change.model = words->Take("MODEL");
  change.on = words->Choice("the state", {"on", "off"}) == "on";
  return change;
}

Command Push(Words* words) {
  PushCommand command;
  command.wrench.link = words->Take("LINK");
  command.wrench.F_L_W.force = words->Vector("the force");
  command.wrench.F_L_W.torque = Vector3d::Zero();
  if (words->TakeIf("torque")) command.wrench.F_L_W.torque = words->Vector("the torque");
  command.seconds = 0.1;
  if (words->TakeIf("for")) command.seconds = Seconds(words);
  return command;
}

Command Gravity(Words* words) { return sim::GravityChange{words->Vector("gravity")}; }

Command Spawn(Words* words) {
  SpawnCommand command;
  command.uri = words->Take("MODEL");
  if (words->TakeIf("as")) command.name = words->Take("NAME");
  if (words->TakeIf("at")) command.X_WM = words->Pose();
  return command;
}

Command Remove(Words* words) { return sim::Remove{words->Take("MODEL")}; }

Command Attach(Words* words) {
  sim::Attach attach;
  attach.name = words->Take("NAME");
  attach.link_a = words->Take("LINK");
  attach.link_b = words->Take("the other LINK");
  return attach;
}

Command Detach(Words* words) { return sim::Detach{words->Take("NAME")}; }

Command Publish(Words* words) {
  sim::TopicMessage message;
  message.topic = words->Take("TOPIC");
  message.type = words->Take("TYPE");
  const std::string json = words->Rest();
  const msgs::TypeInfo* type = msgs::FindType(message.type);
  if (type == nullptr) {
    if (!message.type.empty()) {
      words->Fail("unknown message type '" + message.type + "' (example: std_msgs/String)");
    }
    return message;
  }
  const std::shared_ptr<void> typed = type->make();
  const Status status = json.empty() ? Status() : msgs::FromJson(*type, json, typed.get());
  if (!status.ok()) words->Fail(status.error().message);
  // Encoded here, once: an event may publish the same message in every step.
  type->encode(typed.get(), &message.cdr);
  message.type = type->name;
  message.message = typed;
  return message;
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
    if (command.events.size() > 1000) words->Fail("too many events: at most 1000");
  }
  return command;
}

Command Enable(Words* words) { return sim::FireEvent{words->Take("EVENT"), "", "enable"}; }
Command Disable(Words* words) { return sim::FireEvent{words->Take("EVENT"), "", "disable"}; }
Command Script(Words* words) { return ScriptCommand{words->Take("SCRIPT")}; }

Command Referee(Words* words) {
  const std::string order = words->Rest();
  if (order.empty()) words->Fail("the order to the referee is missing");
  return sim::FireEvent{"", order, "referee"};
}

Command List(Words* words) {
  return ListCommand{words->at_end() ? "model" : words->Choice("the kind", NameKinds())};
}

// Commands that only a server can execute: they are calls of its services.

Command Call(Words* words) {
  CallCommand command;
  command.service = words->Take("SERVICE");
  command.request = words->Rest();
  if (command.request.empty()) command.request = "{}";
  return command;
}

/// A call with a typed request, so that a change of the service's definition fails to compile.
template <typename Request>
Command CallOf(const char* service, const Request& request) {
  return CallCommand{service, msgs::ToJson(request)};
}

Command SetState(std::uint8_t state) {
  si::SetSimulationState::Request request;
  request.state.state = state;
  return CallOf("/set_simulation_state", request);
}
Command Play(Words*) { return SetState(si::SimulationState::STATE_PLAYING); }
Command Pause(Words*) { return SetState(si::SimulationState::STATE_PAUSED); }
Command Status_(Words*) { return CallCommand{"/surefoot/status", "{}"}; }

Command Step(Words* words) {
  si::StepSimulation::Request request;
  const long long steps = words->at_end() ? 1 : words->Integer("STEPS", 1, 1'000'000'000);
  request.steps = static_cast<std::uint64_t>(steps);
  return CallOf("/step_simulation", request);
}

Command Speed(Words* words) {
  sm::SetPace::Request request;
  const bool free = words->TakeIf("max");
  request.pace = free ? "free" : "real_time";
  if (!free) request.speed = words->Number("FACTOR", 1e-3, 1e6);
  return CallOf("/surefoot/set_pace", request);
}

// Only the state can be reset by an input of the run; all other scopes need the server.
Command Reset(Words* words) {
  using Request = si::ResetSimulation::Request;
  const std::string scope =
      words->at_end() ? "all" : words->Choice("what", {"all", "state", "time", "spawned"});
  if (scope == "state") return sim::StateReset{};
  Request request;
  request.scope = scope == "all"    ? Request::SCOPE_ALL
                  : scope == "time" ? Request::SCOPE_TIME
                                    : Request::SCOPE_SPAWNED;
  return CallOf("/reset_simulation", request);
}

Command Save(Words* words) {
  sm::SaveSnapshot::Request request;
  request.name = words->Take("NAME");
  return CallOf("/surefoot/snapshot/save", request);
}
Command Restore(Words* words) {
  sm::RestoreSnapshot::Request request;
  request.name = words->Take("NAME");
  return CallOf("/surefoot/snapshot/restore", request);
}
Command Engine(Words* words) {
  sm::SwitchEngine::Request request;
  request.engine = words->Take("ENGINE");
  return CallOf("/surefoot/switch_engine", request);
}
Command Load(Words* words) {
  si::LoadWorld::Request request;
  request.uri = words->Take("WORLD");
  return CallOf("/load_world", request);
}
Command Seed(Words* words) {
  sm::SetSeed::Request request;
  const long long seed = words->Integer("SEED", 0, 9'000'000'000'000'000'000LL);
  request.seed = static_cast<std::uint64_t>(seed);
  return CallOf("/surefoot/set_seed", request);
}
Command Record(Words* words) {
  if (words->TakeIf("stop")) return CallCommand{"/surefoot/record/stop", "{}"};
  sm::StartRecording::Request request;
  if (!words->at_end()) request.file = words->Take("FILE");
  return CallOf("/surefoot/record/start", request);
}

/// A command of the table. `parse` reads the words after the name; errors stay in the words.
struct Entry {
  CommandHelp help;
  Command (*parse)(Words*);
};

/// Sorted by name, because AllCommands is.
const std::vector<Entry>& Table() {
  static const std::vector<Entry> table = {
      {{"attach", "attach NAME LINK LINK", "connects two links rigidly at their current poses",
        "attach hook crane::hook crate::link", ""},
       Attach},
      {{"call", "call SERVICE [JSON]", "calls a service", "call /surefoot/status", "service"},
       Call},
      {{"detach", "detach NAME", "removes an attachment", "detach hook", ""}, Detach},
      {{"disable", "disable EVENT", "disables an event", "disable gust", "event"}, Disable},
      {{"enable", "enable EVENT", "enables an event", "enable gust", "event"}, Enable},
      {{"engine", "engine NAME", "continues with another engine", "engine bullet", "engine"},
       Engine},
      {{"fire", "fire EVENT... [for MODEL] [after SECONDS]", "fires events of the world",
        "fire open_door", "event"},
       Fire},
      {{"gravity", "gravity X Y Z", "sets gravity, m/s2", "gravity 0 0 -1.62", ""}, Gravity},
      {{"joint", "joint JOINT [axis N] to POSITION [in SECONDS]",
        "moves a joint by its motor to a position (rad or m) and holds it there",
        "joint door::hinge to 1.4 in 2", "joint to"},
       Joint},
      {{"light", "light LIGHT on|off|toggle [intensity I] [color R G B]",
        "switches a light of the world or of a model (MODEL::LIGHT)", "light lamp off",
        "light on|off|toggle"},
       Light},
      {{"list", "list [KIND]", "lists names of a kind, by default models", "list joint", "kind"},
       List},
      {{"load", "load WORLD", "loads another world", "load worlds/flat.sdf", "world"}, Load},
      {{"motor", "motor JOINT [axis N] velocity|position|effort VALUE, or off",
        "commands the motor of a joint", "motor husky::front_left_wheel velocity 3",
        "joint velocity|position|effort|off"},
       Motor},
      {{"move", "move MODEL to X Y Z [ROLL PITCH YAW] [in SECONDS] [if free]",
        "moves a model, at once or over some time", "move crate to 1 2 0 in 3", "model to"},
       Move},
      {{"pause", "pause", "pauses the simulation", "pause", ""}, Pause},
      {{"play", "play", "resumes the simulation", "play", ""}, Play},
      {{"power", "power MODEL on|off", "switches all motors of a model", "power husky off",
        "model on|off"},
       Power},
      {{"publish", "publish TOPIC TYPE [JSON]", "publishes a message",
        R"(publish /husky/cmd_vel geometry_msgs/Twist {"linear": {"x": 0.5}})", "topic"},
       Publish},
      {{"push", "push LINK FX FY FZ [torque TX TY TZ] [for SECONDS]",
        "applies a force (N, N m) in the world's axes to a link, for 0.1 s by default",
        "push crate::link 100 0 0 for 0.5", "link"},
       Push},
      {{"record", "record [FILE] or record stop", "starts or stops a recording",
        "record drive.mcap", "stop"},
       Record},
      {{"referee", "referee ORDER",
        "commands the referee: standby, kickoff [TEAM], ready, set, play, finish, half, initial, "
        "goal "
        "TEAM, "
        "penalise MODEL [PENALTY], release MODEL, place, ball X Y, alone",
        "referee kickoff red",
        "standby|kickoff|ready|set|play|finish|half|initial|goal|penalise|release|place|ball|alone "
        "model"},
       Referee},
      {{"remove", "remove MODEL", "removes a model", "remove crate", "model"}, Remove},
      {{"reset", "reset [all|state|time|spawned]", "resets the simulation", "reset",
        "all|state|time|spawned"},
       Reset},
      {{"restore", "restore NAME", "restores a snapshot", "restore before", "snapshot"}, Restore},
      {{"save", "save NAME", "saves a snapshot", "save before", ""}, Save},
      {{"say", "say TEXT", "publishes a message for people", "say hello", ""}, Say},
      {{"script", "script SCRIPT", "runs a script of the world", "script count", "script"}, Script},
      {{"seed", "seed N", "restarts with another seed", "seed 7", ""}, Seed},
      {{"spawn", "spawn MODEL [as NAME] [at X Y Z [ROLL PITCH YAW]]",
        "adds a model from a file, folder or URI", "spawn model://husky as r2 at 2 0 0.2",
        "spawnable as|at"},
       Spawn},
      {{"speed", "speed FACTOR|max", "sets the ratio of simulated to wall time", "speed 2", "max"},
       Speed},
      {{"status", "status", "shows time, speed, engine and world", "status", ""}, Status_},
      {{"step", "step [STEPS]", "runs some steps while paused", "step 100", ""}, Step},
  };
  return table;
}

void AddBegun(const std::vector<std::string>& words, Completion* out) {
  for (const std::string& word : words) {
    if (word.starts_with(out->begun)) out->words.push_back(word);
  }
}

/// Completes the argument at a position. "fire" accepts several events, so its last slot repeats.
void CompleteArgument(const CommandHelp& help, std::size_t position, Completion* out) {
  const std::vector<std::string> slots = world::SplitWords(help.completes);
  const bool repeats = help.name == "fire" && !slots.empty();
  if (position >= slots.size() && !repeats) return;
  const std::string& slot = slots[std::min(position, slots.size() - 1)];
  const std::vector<std::string>& kinds = NameKinds();
  if (slot == "kind") return AddBegun(kinds, out);
  if (std::find(kinds.begin(), kinds.end(), slot) != kinds.end()) {
    out->kind = slot;
    return;
  }
  AddBegun(SplitAt(slot, '|'), out);
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
  return Error{"unknown command '" + name + "'; " +
               world::NameAdvice(name, NamesOf(AllCommands()))};
}

const std::vector<CommandHelp>& AllCommands() {
  static const std::vector<CommandHelp> all = [] {
    return Mapped<CommandHelp>(Table(), &Entry::help);
  }();
  return all;
}

const std::vector<std::string>& NameKinds() {
  static const std::vector<std::string> kinds = {"model",    "link",   "joint",     "light",
                                                 "event",    "script", "topic",     "service",
                                                 "snapshot", "engine", "spawnable", "world"};
  return kinds;
}

Completion CompleteLine(const std::string& line) {
  std::vector<std::string> words = world::SplitWords(line);
  const bool new_word = line.empty() || line.back() == ' ' || line.back() == '\t';
  Completion out;
  if (new_word) words.emplace_back();
  out.begun = words.back();
  if (words.size() == 1) {
    std::vector<std::string> names = NamesOf(AllCommands());
    names.insert(names.end(), {"help", "quit"});
    std::sort(names.begin(), names.end());
    AddBegun(names, &out);
    return out;
  }
  if (words.front() == "help") {
    AddBegun(NamesOf(AllCommands()), &out);
    return out;
  }
  for (const CommandHelp& help : AllCommands()) {
    if (help.name == words.front()) CompleteArgument(help, words.size() - 2, &out);
  }
  return out;
}

}  // namespace surefoot::events
