#include "surefoot/cli/commands/run_arguments.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "surefoot/cli/commands/commands.h"
#include "surefoot/graph/graph.h"
#include "surefoot/world/parse.h"

// Texts such as --command wheel=velocity:3 are parsed before the world is loaded, so that a typing
// error is reported at once; the names in them can be checked only afterwards.

namespace surefoot::cli {
namespace {

void AddRecording(CommandArguments command, RunOptions* options) {
  command.Option("--record", &options->record_file, "FILE",
                 "Record the run: FILE.mcap; FOLDER/ for a CSV table of\n"
                 "each topic; NAME.csv for the table of one topic");
  command.List("--topics", &options->record_filter.topics, "PATTERN",
               "Record these topics only, e.g. '/husky/*';\nmay be repeated; default all");
  command.List("--exclude", &options->record_filter.exclude, "PATTERN",
               "Do not record these topics");
  command.Option("--compression", &options->compression, "NAME",
                 "Compression of the recording: lz4, zstd (smaller, slower)\nor none; default lz4");
}

void AddReplay(CommandArguments command, RunOptions* options) {
  command.Option("--replay", &options->replay_file, "FILE",
                 "Replay the commands of a recording (MCAP); without\n"
                 "--duration the run is as long as the recording");
  command.List("--replay-topics", &options->replay_topics, "PATTERN",
               "Replay these topics; default: those that drives subscribe\n"
               "to, and the inputs of Surefoot's recordings");
  command.List("--remap", &options->remaps, "PATTERN",
               "Replay a recorded topic as another:\n/cmd_vel:=/husky/cmd_vel");
}

/// Every error repeats the form with an example: the syntax is not obvious.
Error BadCommand(const std::string& text, const std::string& why) {
  return Error{"--command " + text + ": " + why +
               "; write JOINT[.AXIS]=MODE:VALUE, for example front_left_wheel=velocity:3.0"};
}

/// Hz. Faster than the steps of a run, messages would only be repeated within a step.
constexpr double kMaxRate = 1000.0;

Error BadMessage(const std::string& text, const std::string& why) {
  return Error{"--publish " + text + ": " + why +
               "; write TOPIC[@RATE]=FIELD:VALUE,..., for example "
               "/husky/cmd_vel=linear.x:0.5,angular.z:0.2"};
}

/// Keeps empty parts, so that "x:1,,y:2" is an error and not two fields.
std::vector<std::string> Split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(separator, start), text.size());
    parts.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

}  // namespace

void AddArguments(CommandArguments command, RunOptions* options) {
  command.Positional("WORLD", &options->world,
                     "World or model: a file, or the name of an installed one");
  command.Option("--engine", &options->session.engine, "NAME",
                 "Physics engine; default mujoco. `surefoot info` lists them,\n"
                 "and which parts of a step each computes itself");
  command.Option("--duration", &options->duration, "SECONDS",
                 "Simulated time to run, or inf;\ndefault 10, or inf when --speed is a number",
                 CheckSeconds);
  command.Option("--speed", &options->speed, "NUMBER",
                 "Simulated seconds per second (1: real time), or max:\n"
                 "as fast as possible; default max");
  command.Option("--step", &options->session.step, "SECONDS",
                 "Length of a step; default: that of the world", CheckSeconds);
  command.Option("--seed", &options->seed, "NUMBER", "Seed of all random numbers; default 0",
                 CheckSeed);
  command.Repeated("--command", &options->commands, "COMMAND",
                   "Command a joint: JOINT[.AXIS]=MODE:VALUE, where MODE is\n"
                   "velocity, position or effort; may be repeated");
  command.Repeated("--publish", &options->messages, "MESSAGE",
                   "Send a message 10 times (or @RATE) per simulated second:\n"
                   "TOPIC[@RATE]=FIELD:VALUE,...; may be repeated");
  command.Option("--keyframe", &options->session.keyframe, "NAME",
                 "Start in this keyframe of the file");
  command.Contact(&options->session.contact);
  command.RosParameters(&options->session.ros_parameters);
  command.Parallel(&options->parallel);
  command.Pictures(&options->pictures);
  AddRecording(command, options);
  AddReplay(command, options);
  command.Option("--save", &options->save_file, "FILE", "Write a snapshot at the end");
  command.Option("--save-world", &options->save_world_file, "FILE",
                 "Write the world in its final state (SDF)");
  command.Option("--restore", &options->restore_file, "FILE",
                 "Continue from a snapshot of the same world, engine and step");
  command.Flag("--profile", &options->profile,
               "Show the time of each stage of a step, and of each robot");
  command.Flag("--hash", &options->hash, "Show the hash of the whole run in the summary");
  command.Json(&options->json);
  command.Flag("--quiet", &options->quiet, "No progress, no warnings");
  command.Footer(
      "Ctrl-C ends the run early, with its summary.\n\n"
      "Examples:\n"
      "  surefoot run worlds/husky_lab.sdf --duration 20\n"
      "  surefoot run husky --publish /husky/cmd_vel=linear.x:0.5,angular.z:0.2 --speed 1\n"
      "  surefoot run husky --command front_left_wheel=velocity:2 --speed 1 --record drive.mcap");
}

Result<JointTarget> ParseJointArgument(const std::string& text) {
  // The last one: names of joints may contain "=", modes and numbers do not.
  const std::size_t equals = text.rfind('=');
  if (equals == std::string::npos) return BadCommand(text, "there is no '='");
  if (equals == 0) return BadCommand(text, "the joint is missing");
  const std::size_t colon = text.find(':', equals);
  if (colon == std::string::npos) return BadCommand(text, "there is no ':' after the mode");
  JointTarget argument;
  argument.joint = text.substr(0, equals);
  const std::string mode = text.substr(equals + 1, colon - equals - 1);
  argument.mode = ParseControlMode(mode);
  if (argument.mode == physics::ControlMode::kNone) {
    return BadCommand(text, "'" + mode + "' is not a mode (velocity, position or effort)");
  }
  Problems problems;
  const std::string value = text.substr(colon + 1);
  const std::optional<double> target = world::ParseDouble(value, Source(), &problems);
  if (!target) return BadCommand(text, "'" + value + "' is not a finite number");
  argument.target = *target;
  return argument;
}

Result<MessageStream> ParsePublishArgument(const std::string& text) {
  // The first one: topics have none, texts in fields may.
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) return BadMessage(text, "there is no '='");
  MessageStream argument;
  argument.topic = text.substr(0, equals);
  const std::size_t at = argument.topic.find('@');
  if (at != std::string::npos) {
    Problems problems;
    const auto rate = world::ParseDouble(argument.topic.substr(at + 1), Source(), &problems);
    if (!rate || !(*rate > 0.0 && *rate <= kMaxRate)) {
      return BadMessage(text, "the rate must be above 0 and at most 1000 Hz");
    }
    argument.rate = *rate;
    argument.topic.resize(at);
  }
  if (argument.topic.empty()) return BadMessage(text, "the topic is missing");
  argument.topic = graph::TopicName("", argument.topic);
  // "TOPIC=" is a message with default values, std_msgs/Empty for example.
  if (equals + 1 == text.size()) return argument;
  for (const std::string& field : Split(text.substr(equals + 1), ',')) {
    const std::size_t colon = field.find(':');
    if (colon == std::string::npos) return BadMessage(text, "'" + field + "' has no ':'");
    argument.fields.emplace_back(field.substr(0, colon), field.substr(colon + 1));
  }
  return argument;
}

}  // namespace surefoot::cli
