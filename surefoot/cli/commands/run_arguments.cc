#include "surefoot/cli/commands/run_command.h"

namespace surefoot::cli {
namespace {

void AddRecording(CommandArguments command, RunOptions* options) {
  command.Option("--record", &options->record_file, "FILE",
                 "Record the run: an MCAP file; FOLDER/ takes a CSV table\n"
                 "for each topic, NAME.csv that of one topic");
  command.List("--topics", &options->record_topics, "PATTERN",
               "Record these topics only, e.g. '/husky/*';\nmay be repeated; default all");
  command.List("--exclude", &options->record_exclude, "PATTERN", "Leave these topics out");
  command.Option("--compression", &options->compression, "NAME",
                 "Of the recording: lz4, zstd (smaller, slower) or none;\ndefault lz4");
}

void AddReplay(CommandArguments command, RunOptions* options) {
  command.Option("--replay", &options->replay_file, "FILE",
                 "Give the commands of a recording (MCAP) to the run;\n"
                 "without --duration the run is as long");
  command.List("--replay-topics", &options->replay_topics, "PATTERN",
               "Replay these topics; default: those that drives listen to,\n"
               "and the inputs of our own recordings");
  command.List("--remap", &options->remaps, "PATTERN",
               "Replay a recorded topic as another:\n/cmd_vel:=/husky/cmd_vel");
}

}  // namespace

void AddArguments(CommandArguments command, RunOptions* options) {
  command.Positional("WORLD", &options->world,
                     "World or model: a file, or the name of one that comes along");
  command.Option("--engine", &options->engine, "NAME",
                 "Physics engine; default mujoco. surefoot info: which there are, and what each "
                 "computes itself");
  command.Option("--duration", &options->duration, "SECONDS",
                 "Simulated time to run, or inf;\ndefault 10, or inf when --speed is a number",
                 CheckSeconds);
  command.Option("--speed", &options->speed, "NUMBER",
                 "Simulated seconds per second (1: real time), or max:\n"
                 "as fast as possible; default max");
  command.Option("--step", &options->step, "SECONDS",
                 "Length of a step; default: as the world says", CheckSeconds);
  command.Option("--seed", &options->seed, "NUMBER", "Seed of all that is random; default 0",
                 CheckSeed);
  command.Repeated("--command", &options->commands, "COMMAND",
                   "Command a joint: JOINT[.AXIS]=MODE:VALUE, where MODE is\n"
                   "velocity, position or effort; may be repeated");
  command.Repeated("--publish", &options->messages, "MESSAGE",
                   "Send a message 10 times (or @RATE) per simulated second:\n"
                   "TOPIC[@RATE]=FIELD:VALUE,...; may be repeated");
  command.Option("--keyframe", &options->keyframe, "NAME",
                 "Start in a named state of the file instead of its usual start");
  command.Contact(&options->contact);
  command.Parallel(&options->parallel);
  command.Pictures(&options->pictures);
  AddRecording(command, options);
  AddReplay(command, options);
  command.Option("--save", &options->save_file, "FILE", "Write a snapshot at the end");
  command.Option("--save-world", &options->save_world_file, "FILE",
                 "Write the world as it stands at the end (SDF)");
  command.Option("--restore", &options->restore_file, "FILE",
                 "Go on from a snapshot of the same world, engine and step");
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

}  // namespace surefoot::cli
