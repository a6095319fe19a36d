/// The program `surefoot`: arguments to options, options to a command. CLI11 is slow to compile and
/// appears here only.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "surefoot/builtin/builtin.h"
#include "surefoot/cli/calibrate_command.h"
#include "surefoot/cli/check_command.h"
#include "surefoot/cli/convert_command.h"
#include "surefoot/cli/diff_command.h"
#include "surefoot/cli/exit_status.h"
#include "surefoot/cli/experiment_command.h"
#include "surefoot/cli/gap_command.h"
#include "surefoot/cli/info_command.h"
#include "surefoot/cli/output.h"
#include "surefoot/cli/record_info_command.h"
#include "surefoot/cli/render_command.h"
#include "surefoot/cli/run_command.h"
#include "surefoot/cli/trial_command.h"
#include "surefoot/formats/parse.h"

namespace surefoot::cli {
namespace {

struct Options {
  RunOptions run;
  CheckOptions check;
  ConvertOptions convert;
  DiffOptions diff;
  RecordInfoOptions record_info;
  RenderArguments render;
  GapArguments gap;
  CalibrateArguments calibrate;
  InfoOptions info;
  ExperimentOptions experiment;
  TrialOptions trial;
};

constexpr const char* kJsonHelp = "Print the result as one JSON object";

/// Checks of a value's text, before CLI11 converts it; an empty answer: the text is right.
std::string CheckSeconds(const std::string& text) {
  Problems problems;
  const bool right = formats::ParseLimit(text, Source(), &problems).has_value();
  return right ? "" : "takes a number of seconds, not '" + text + "'";
}

std::string CheckSeed(const std::string& text) {
  std::uint64_t seed = 0;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, seed);
  const bool right = end == last && error == std::errc();
  return right ? "" : "takes a whole number from 0 to 2^64 - 1, not '" + text + "'";
}

/// An option that may be repeated, and takes several values with commas between them.
void AddPatterns(CLI::App* run, const char* name, std::vector<std::string>* patterns,
                 const char* help) {
  run->add_option(name, *patterns, help)
      ->type_name("PATTERN")
      ->expected(1)
      ->delimiter(',')
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void AddRecording(CLI::App* run, RunOptions* options) {
  run->add_option("--record", options->record_file,
                  "Record the run: an MCAP file; FOLDER/ takes a CSV table\n"
                  "for each topic, NAME.csv that of one topic")
      ->type_name("FILE");
  AddPatterns(run, "--topics", &options->record_topics,
              "Record these topics only, e.g. '/husky/*';\nmay be repeated; default all");
  AddPatterns(run, "--exclude", &options->record_exclude, "Leave these topics out");
  run->add_option("--compression", options->compression,
                  "Of the recording: lz4, zstd (smaller, slower) or none;\ndefault lz4")
      ->type_name("NAME");
}

void AddReplay(CLI::App* run, RunOptions* options) {
  run->add_option("--replay", options->replay_file,
                  "Give the commands of a recording (MCAP) to the run;\n"
                  "without --duration the run is as long")
      ->type_name("FILE");
  AddPatterns(run, "--replay-topics", &options->replay_topics,
              "Replay these topics; default: those that drives listen to,\n"
              "and the inputs of our own recordings");
  AddPatterns(run, "--remap", &options->remaps,
              "Replay a recorded topic as another:\n/cmd_vel:=/husky/cmd_vel");
}

void AddContact(CLI::App* command, std::string* contact) {
  command
      ->add_option("--contact", *contact,
                   "Who computes what wheels feel of the ground: engine, tyre\n"
                   "or soil; default: as the files say")
      ->type_name("NAME")
      ->check(CLI::IsMember({"engine", "tyre", "soil"}));
}

void AddRun(CLI::App* app, RunOptions* options) {
  CLI::App* run = app->add_subcommand("run", "Run a world or a model without a window");
  run->add_option("WORLD", options->world,
                  "World or model: a file, or the name of one that comes along")
      ->type_name("")
      ->required();
  run->add_option("--engine", options->engine, "Physics engine; default mujoco")->type_name("NAME");
  run->add_option("--duration", options->duration,
                  "Simulated time to run, or inf;\ndefault 10, or inf when --speed is a number")
      ->type_name("SECONDS")
      ->check(CheckSeconds);
  run->add_option("--speed", options->speed,
                  "Simulated seconds per second (1: real time), or max:\n"
                  "as fast as possible; default max")
      ->type_name("NUMBER");
  run->add_option("--step", options->step, "Length of a step; default: as the world says")
      ->type_name("SECONDS")
      ->check(CheckSeconds);
  run->add_option("--seed", options->seed, "Seed of all that is random; default 0")
      ->type_name("NUMBER")
      ->check(CheckSeed);
  run->add_option("--command", options->commands,
                  "Command a joint: JOINT[.AXIS]=MODE:VALUE, where MODE is\n"
                  "velocity, position or effort; may be repeated")
      ->type_name("COMMAND")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  run->add_option("--publish", options->messages,
                  "Send a message 10 times (or @RATE) per simulated second:\n"
                  "TOPIC[@RATE]=FIELD:VALUE,...; may be repeated")
      ->type_name("MESSAGE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  run->add_option("--keyframe", options->keyframe,
                  "Start in a named state of the file instead of its usual start")
      ->type_name("NAME");
  AddContact(run, &options->contact);
  AddRecording(run, options);
  AddReplay(run, options);
  run->add_option("--save", options->save_file, "Write a snapshot at the end")->type_name("FILE");
  run->add_option("--save-world", options->save_world_file,
                  "Write the world as it stands at the end (SDF)")
      ->type_name("FILE");
  run->add_option("--restore", options->restore_file,
                  "Go on from a snapshot of the same world, engine and step")
      ->type_name("FILE");
  run->add_flag("--hash", options->hash, "Show the hash of the whole run in the summary");
  run->add_flag("--json", options->json, kJsonHelp);
  run->add_flag("--quiet", options->quiet, "No progress, no warnings");
  run->footer(
      "Ctrl-C ends the run early, with its summary.\n\n"
      "Examples:\n"
      "  surefoot run worlds/husky_lab.sdf --duration 20\n"
      "  surefoot run husky --publish /husky/cmd_vel=linear.x:0.5,angular.z:0.2 --speed 1\n"
      "  surefoot run husky --command front_left_wheel=velocity:2 --speed 1 --record drive.mcap");
}

std::string CheckJobs(const std::string& text) {
  Problems problems;
  const bool right = formats::ParseInteger(text, 1, 1000, Source(), &problems).has_value();
  return right ? "" : "takes a whole number from 1 to 1000, not '" + text + "'";
}

std::string CheckPositiveSeconds(const std::string& text) {
  Problems problems;
  const auto value = formats::ParseDouble(text, Source(), &problems);
  return value && *value > 0.0 ? "" : "takes a number of seconds above 0, not '" + text + "'";
}

void AddCheck(CLI::App* app, CheckOptions* options) {
  CLI::App* check = app->add_subcommand("check", "Tell what is wrong with worlds and models");
  check->add_option("FILE", options->files, "Worlds and models; of a folder, all that are below it")
      ->type_name("")
      ->required();
  check->add_option("--engine", options->engine, "The engine that is to run them; default mujoco")
      ->type_name("NAME");
  AddContact(check, &options->contact);
  check->add_option("--run", options->run, "Also run each for that much simulated time")
      ->type_name("SECONDS")
      ->check(CheckPositiveSeconds);
  check->add_option("-j,--jobs", options->jobs, "Folders: files at once; default one per core")
      ->type_name("NUMBER")
      ->check(CheckJobs);
  check
      ->add_option("--time-limit", options->time_limit,
                   "Folders: seconds that a file may take; default 60")
      ->type_name("SECONDS")
      ->check(CheckPositiveSeconds);
  check->add_flag("--json", options->json, kJsonHelp);
  check->footer(
      "Files in a folder are known by their endings (.xml by content); each is checked in a\n"
      "process of its own. Exit status 2 when there is an error; warnings do not count.\n\n"
      "Examples:\n"
      "  surefoot check worlds/flat.sdf\n"
      "  surefoot check robot.urdf --json\n"
      "  surefoot check 'robot.urdf.xacro?arm=left'\n"
      "  surefoot check robots --run 1 -j 4");
}

void AddConvert(CLI::App* app, ConvertOptions* options) {
  CLI::App* convert = app->add_subcommand("convert", "Write a world or model in another format");
  convert->add_option("IN", options->in, "World or model, in any format that is read")
      ->type_name("")
      ->required();
  convert->add_option("OUT", options->out, "The file to write; its ending is the format: .sdf")
      ->type_name("")
      ->required();
  convert->add_flag("--copy-meshes", options->copy_meshes,
                    "Put meshes, textures and height maps beside OUT,\n"
                    "into NAME_files/; otherwise OUT names them where they are");
  convert->add_flag("--force", options->force, "Replace files that exist");
  convert->add_flag("--quiet", options->quiet, "Print nothing but errors");
  convert->footer(
      "What is written is read again and compared: it describes exactly the same.\n"
      "A model stays a model, a world a world.\n\n"
      "Examples:\n"
      "  surefoot convert robot.urdf robot.sdf\n"
      "  surefoot convert worlds/husky_lab.sdf elsewhere/lab.sdf --copy-meshes");
}

void AddDiff(CLI::App* app, DiffOptions* options) {
  CLI::App* diff = app->add_subcommand("diff", "Tell where two recorded runs part");
  diff->add_option("A", options->a, "Recording")->type_name("")->required();
  diff->add_option("B", options->b, "Another one")->type_name("")->required();
  diff->add_flag("--json", options->json, kJsonHelp);
  diff->footer(
      "Exit status 0: the same; 1: different; 2: not readable.\n\n"
      "Example:\n"
      "  surefoot run worlds/flat.sdf --record a.mcap\n"
      "  surefoot run worlds/flat.sdf --record b.mcap --command front_left_wheel=velocity:2\n"
      "  surefoot diff a.mcap b.mcap");
}

void AddRecordInfo(CLI::App* app, RecordInfoOptions* options) {
  CLI::App* info = app->add_subcommand("record-info", "Tell what is in a recording (MCAP)");
  info->add_option("FILE", options->file, "Recording, of this or another program")
      ->type_name("")
      ->required();
  info->add_flag("--json", options->json, kJsonHelp);
  info->footer(
      "Topics, types, numbers and rates of messages, duration, and whether it is complete.\n\n"
      "Example:\n"
      "  surefoot record-info drive.mcap");
}

void AddRender(CLI::App* app, RenderArguments* arguments) {
  CLI::App* render = app->add_subcommand("render", "Draw a world, a model or a mesh as a picture");
  render::RenderOptions* options = &arguments->options;
  const auto add = [render](const char* name, auto* value, const char* type, const char* help) {
    render->add_option(name, *value, help)->type_name(type);
  };
  render->add_option("FILE", arguments->file, "World, model or mesh")->type_name("")->required();
  render->add_option("OUTPUT", arguments->output, "Picture to write (PNG)")
      ->type_name("")
      ->required();
  add("--size", &arguments->size, "WxH", "Pixels; default 1280x960");
  add("--view", &arguments->view, "NAME", "iso (default), front, side, top or back");
  add("--from", &arguments->from, "X,Y,Z", "Where the camera stands");
  add("--at", &arguments->at, "X,Y,Z", "What it looks at; default: the models that can move");
  add("--fov", &arguments->fov_deg, "DEGREES", "Field of view over the height; default 40");
  add("--model", &options->model, "NAME", "The model to frame");
  render->add_flag("--collisions", options->collisions,
                   "Draw what collides instead of what is seen,\na colour for each link");
  render->add_flag("--frames", options->frames,
                   "Draw link frames (x red, y green, z blue)\nand joint axes (yellow)");
  render->add_flag("--transparent", options->transparent, "No sky and no floor: see-through");
  add("--supersample", &options->supersample, "N", "N x N rays a pixel, 1 to 8; default 2");
  add("--threads", &options->threads, "N", "Default: all cores");
  render->add_flag("--json", arguments->json, kJsonHelp);
  render->add_flag("--quiet", arguments->quiet, "No warnings");
  render->footer(
      "Examples:\n"
      "  surefoot render worlds/husky_lab.sdf lab.png\n"
      "  surefoot render robot.urdf robot.png --collisions --frames\n"
      "  surefoot render wheel.stl wheel.png --view side --size 800x600");
}

std::string CheckCount(const std::string& text) {
  Problems problems;
  const bool right = formats::ParseInteger(text, 1, 1000000, Source(), &problems).has_value();
  return right ? "" : "takes a whole number from 1 to 1000000, not '" + text + "'";
}

void AddGap(CLI::App* app, GapArguments* arguments) {
  CLI::App* gap = app->add_subcommand("gap", "Tell how far simulated drives are from real ones");
  gap->add_option("--real", arguments->real,
                  "Recordings of DRIVE (windows) and BorealTC (imu_NN with\n"
                  "pro_NN), or your own (MCAP with JointState and Imu): files,\n"
                  "or folders that have them somewhere below")
      ->type_name("PATH")
      ->required()
      ->expected(1, 1000);
  gap->add_option("--model", arguments->model,
                  "The robot that was recorded: husky or warthog; default husky")
      ->type_name("NAME");
  AddPatterns(gap, "--engine", &arguments->engines,
              "Physics engine, several with commas between, or all;\ndefault mujoco");
  gap->get_option("--engine")->type_name("NAME");
  AddPatterns(gap, "--contact", &arguments->contacts,
              "Who computes what the ground does to the wheels: engine, tyre\n"
              "or soil, several with commas between; default engine");
  gap->get_option("--contact")->type_name("KIND");
  gap->add_option("--ground", arguments->ground,
                  "With tyre or soil: a ground by its name in grounds/; default\n"
                  "the one that goes with the recording")
      ->type_name("NAME");
  gap->add_option("--world", arguments->world,
                  "Where it drives: the ground; default empty.sdf, a flat floor.\n"
                  "A robot with the same wheels in it is taken instead of ours")
      ->type_name("WORLD");
  gap->add_option("--truth", arguments->truth,
                  "MCAP: topic of nav_msgs/Odometry that tells where the robot\n"
                  "really was; its windows of 2 s are scored as those of DRIVE")
      ->type_name("TOPIC");
  gap->add_option("--imu", arguments->imu, "MCAP: topic of the IMU, where there are several")
      ->type_name("TOPIC");
  gap->add_option("--out", arguments->out,
                  "Write a report into this folder: gap.html, gap.json, tables")
      ->type_name("DIR");
  gap->add_option("--limit", arguments->limit,
                  "At most so many drives of each DRIVE file, and runs of\neach terrain")
      ->type_name("NUMBER")
      ->check(CheckCount);
  gap->add_option("-j,--jobs", arguments->jobs, "Drives at once; default one per core")
      ->type_name("NUMBER")
      ->check(CheckJobs);
  gap->add_flag("--json", arguments->json, kJsonHelp);
  gap->add_flag("--quiet", arguments->quiet, "No progress, no warnings");
  gap->footer(
      "The robot gets the recorded wheel speeds. DRIVE: error of the pose after windows of 2 s,\n"
      "beside that of ideal kinematics. BorealTC: what the IMU shows, per terrain.\n\n"
      "Examples:\n"
      "  surefoot gap --real ../shared/data/drive\n"
      "  surefoot gap --real ../shared/data/drive ../shared/data/borealtc --engine all --out gap\n"
      "  surefoot gap --real ../shared/data/borealtc/SNOW --limit 2 --json\n"
      "  surefoot gap --real ../shared/data/drive --contact engine,tyre\n"
      "  surefoot gap --real drive.mcap --truth /odometry/filtered");
}

void AddCalibrate(CLI::App* app, CalibrateArguments* arguments) {
  CLI::App* calibrate =
      app->add_subcommand("calibrate", "Fit a ground under a robot's tyres to real drives");
  calibrate
      ->add_option("--real", arguments->real,
                   "Recordings of one robot on one ground, as gap takes them:\n"
                   "files, or folders that have them somewhere below")
      ->type_name("PATH")
      ->required()
      ->expected(1, 1000);
  calibrate->add_option("--model", arguments->model, "The robot that was recorded; default husky")
      ->type_name("NAME");
  calibrate
      ->add_option("--ground", arguments->ground,
                   "Name of the ground that is made; one that is known in grounds/\n"
                   "is where the search begins; default calibrated")
      ->type_name("NAME");
  AddPatterns(calibrate, "--parameters", &arguments->parameters,
              "What is fitted, with commas between: mu, slip_stiffness,\n"
              "rolling_resistance; default all three");
  calibrate->get_option("--parameters")->type_name("NAME");
  calibrate->add_option("--engine", arguments->engine, "Physics engine; default mujoco")
      ->type_name("NAME");
  calibrate
      ->add_option("--world", arguments->world,
                   "Where it drives: level ground; default empty.sdf, a flat floor")
      ->type_name("WORLD");
  calibrate
      ->add_option("--truth", arguments->truth,
                   "MCAP: topic of nav_msgs/Odometry that tells where the robot\n"
                   "really was; without it only turns are compared")
      ->type_name("TOPIC");
  calibrate
      ->add_option("--out", arguments->out,
                   "Write into this folder: NAME.xml (a ground for grounds/),\n"
                   "calibration.json, calibration.txt")
      ->type_name("DIR");
  calibrate->add_option("--limit", arguments->limit, "At most so many drives or runs")
      ->type_name("NUMBER")
      ->check(CheckCount);
  calibrate->add_option("-j,--jobs", arguments->jobs, "Drives at once; default one per core")
      ->type_name("NUMBER")
      ->check(CheckJobs);
  calibrate->add_flag("--json", arguments->json, kJsonHelp);
  calibrate->add_flag("--quiet", arguments->quiet, "No progress");
  calibrate->footer(
      "The robot gets the recorded wheel speeds, on tyres (contact tyre). Whole steps of wheel\n"
      "speeds are fitted in two halves, each judged by the other, beside fitted kinematics; told\n"
      "are also how sure each parameter is, and which of them go together.\n\n"
      "Examples:\n"
      "  surefoot calibrate --real ../shared/data/drive --ground yard --out yard\n"
      "  surefoot calibrate --real ../shared/data/drive --model warthog --json\n"
      "  surefoot calibrate --real ../shared/data/borealtc/ICE --parameters rolling_resistance");
}

void AddInfo(CLI::App* app, InfoOptions* options) {
  CLI::App* info = app->add_subcommand("info", "List engines, formats and folders of this build");
  info->add_option("--engine", options->engine, "Only this engine, and how it does what it can")
      ->type_name("NAME");
  info->add_flag("--json", options->json, kJsonHelp);
  info->footer(
      "Examples:\n"
      "  surefoot info\n"
      "  surefoot info --engine bullet\n"
      "  surefoot info --json");
}

void AddExperiment(CLI::App* app, ExperimentOptions* options) {
  CLI::App* command =
      app->add_subcommand("experiment", "Run an experiment file and write its report");
  command
      ->add_option("NAME", options->name, "Experiment: a file, or the name of one that comes along")
      ->type_name("");
  AddPatterns(command, "--engine", &options->engines,
              "Physics engine, or all; may be repeated; default: as the\nfile says");
  command->get_option("--engine")->type_name("NAME");
  command->add_option("--out", options->out, "Folder for all results; default results/NAME")
      ->type_name("DIR");
  command->add_option("--trials", options->trials, "Trials of each case and engine")
      ->type_name("NUMBER")
      ->check(CheckCount);
  command->add_option("--seed", options->seed, "Seed of all that is random")
      ->type_name("NUMBER")
      ->check(CheckSeed);
  AddPatterns(command, "--case", &options->cases, "Only these cases; may be repeated");
  command
      ->add_option("--real", options->real, "Recordings of the real robot: CASE.csv or CASE.mcap")
      ->type_name("DIR");
  command
      ->add_option("-j,--jobs", options->jobs,
                   "Trials at once; default one per core.\nTimed ones always run alone")
      ->type_name("NUMBER")
      ->check(CheckJobs);
  command
      ->add_option("--repeat", options->repeat, "Run again what a manifest describes and compare")
      ->type_name("MANIFEST");
  command->add_flag("--fresh", options->fresh, "Run finished trials again, too");
  command->add_flag("--list", options->list, "Only list the trials");
  command->add_flag("--json", options->json, kJsonHelp);
  command->add_flag("--quiet", options->quiet, "No progress");
  command->footer(
      "Ctrl-C stops; the same command goes on: finished trials are not run again.\n"
      "Writes report.html, results.json, results.csv, junit.xml, manifest.json, tables/,\n"
      "figures/ and trials/ (recordings) into DIR.\n"
      "Exit status 0: all trials passed; 1: one failed, or --repeat gave other numbers;\n"
      "2: the file was wrong. The file format is in docs/experiments.md.\n\n"
      "Examples:\n"
      "  surefoot experiment husky_lab --engine mujoco\n"
      "  surefoot experiment husky_lab --engine all --real recordings --out study\n"
      "  surefoot experiment my_test.yaml --trials 20 --json\n"
      "  surefoot experiment --repeat study/manifest.json");
}

void AddTrial(CLI::App* app, TrialOptions* options) {
  CLI::App* command = app->add_subcommand("trial", "Run one trial of an experiment");
  command->add_option("FILE", options->file, "The trial: trial.json of an experiment's results")
      ->type_name("")
      ->required();
  command->add_option("--out", options->out, "Folder for its result; default: beside FILE")
      ->type_name("DIR");
  command->add_flag("--json", options->json, kJsonHelp);
  command->footer(
      "This is how `surefoot experiment` runs each trial; on a cluster, a scheduler can do it.\n"
      "Exit status 0: passed; 1: failed, or an error, both with a result; 2: FILE was wrong.\n\n"
      "Example:\n"
      "  surefoot trial results/husky_lab/trials/gravel_circle-mujoco-000/trial.json");
}

void AddCommands(CLI::App* app, Options* options) {
  constexpr std::size_t kColumn = 24;
  app->get_formatter()->column_width(kColumn);
  app->get_formatter()->label("REQUIRED", "");
  app->get_formatter()->label("Positionals", "Arguments");
  app->get_formatter()->label("SUBCOMMAND", "COMMAND");
  app->set_version_flag("--version", "surefoot " SUREFOOT_VERSION, "Print the version and exit");
  app->require_subcommand(1);
  AddRun(app, &options->run);
  AddCheck(app, &options->check);
  AddConvert(app, &options->convert);
  AddDiff(app, &options->diff);
  AddRecordInfo(app, &options->record_info);
  AddRender(app, &options->render);
  AddExperiment(app, &options->experiment);
  AddTrial(app, &options->trial);
  AddGap(app, &options->gap);
  AddCalibrate(app, &options->calibrate);
  AddInfo(app, &options->info);
  for (CLI::App* command : app->get_subcommands({})) command->group("Commands");
  app->footer(
      "`surefoot COMMAND --help` tells more.\n"
      "Exit status: 0 done, 1 failed or the output could not be written, 2 the input was wrong "
      "or could not be run.\n\n"
      "Example:\n"
      "  surefoot run worlds/husky_lab.sdf --duration 20");
}

/// The command that the arguments name; nullptr when they name none.
const CLI::App* NamedCommand(const CLI::App* app, const std::vector<std::string>& arguments) {
  for (const CLI::App* command : app->get_subcommands({})) {
    if (!arguments.empty() && command->get_name() == arguments.front()) return command;
  }
  return nullptr;
}

std::vector<std::string> OptionNames(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

/// "'x'; did you mean 'y'?"
std::string NameAndAdvice(const std::string& name, const std::vector<std::string>& known) {
  const std::string nearest = formats::NearestName(name, known);
  return "'" + name + "'" + (nearest.empty() ? "" : "; did you mean '" + nearest + "'?");
}

/// What is wrong with the arguments of a command, or with those before it.
std::string Explain(const CLI::App& command, const std::vector<std::string>& arguments,
                    const CLI::ParseError& error) {
  const std::vector<std::string> names = OptionNames(command);
  for (const std::string& argument : arguments) {
    const std::string name = argument.substr(0, argument.find('='));
    const bool option = name.size() > 2 && name.compare(0, 2, "--") == 0;
    if (option && std::find(names.begin(), names.end(), name) == names.end()) {
      return "there is no option " + NameAndAdvice(name, names);
    }
  }
  return error.what();
}

int RefuseArguments(CLI::App* app, const std::vector<std::string>& arguments,
                    const CLI::ParseError& error) {
  if (arguments.empty()) {
    std::fputs(app->help().c_str(), stderr);
    return kBadInput;
  }
  std::string help = "surefoot ";
  const CLI::App* command = NamedCommand(app, arguments);
  if (command != nullptr) {
    help += command->get_name() + " ";
    PrintError(command->get_name() + ": " + Explain(*command, arguments, error));
  } else if (arguments.front().compare(0, 1, "-") == 0) {
    PrintError(Explain(*app, arguments, error));
  } else {
    std::vector<std::string> names;
    for (const CLI::App* known : app->get_subcommands({})) names.push_back(known->get_name());
    PrintError("there is no command " + NameAndAdvice(arguments.front(), names));
  }
  std::fprintf(stderr, "See `%s--help`.\n", help.c_str());
  return kBadInput;
}

int Dispatch(const CLI::App& app, const Options& options) {
  if (app.got_subcommand("diff")) return DiffCommand(options.diff);
  if (app.got_subcommand("record-info")) return RecordInfoCommand(options.record_info);
  const Parts parts = BuiltinParts();
  if (app.got_subcommand("run")) return RunCommand(parts, options.run);
  if (app.got_subcommand("convert")) return ConvertCommand(parts, options.convert);
  if (app.got_subcommand("check")) return CheckCommand(parts, options.check);
  if (app.got_subcommand("experiment")) return ExperimentCommand(parts, options.experiment);
  if (app.got_subcommand("trial")) return TrialCommand(parts, options.trial);
  if (app.got_subcommand("render")) return RenderCommand(parts, options.render);
  if (app.got_subcommand("gap")) return GapCommand(parts, options.gap);
  if (app.got_subcommand("calibrate")) return CalibrateCommand(parts, options.calibrate);
  return InfoCommand(parts, options.info);
}

int Main(int argc, char** argv) {
  CLI::App app("Surefoot, a simulator for mobile robots", "surefoot");
  Options options;
  AddCommands(&app, &options);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help_or_version) {
    return app.exit(help_or_version);
  } catch (const CLI::ParseError& error) {
    return RefuseArguments(&app, std::vector<std::string>(argv + 1, argv + argc), error);
  }
  options.experiment.version = SUREFOOT_VERSION;
  options.experiment.command.assign(argv, argv + argc);
  options.gap.version = SUREFOOT_VERSION;
  options.gap.command = options.experiment.command;
  return Dispatch(app, options);
}

}  // namespace
}  // namespace surefoot::cli

int main(int argc, char** argv) {
  try {
    return surefoot::cli::Main(argc, argv);
  } catch (const std::bad_alloc&) {
    surefoot::cli::PrintError("there is not enough memory for this input");
    return surefoot::cli::kBadInput;
  } catch (const std::exception& failure) {
    // Nothing of ours throws; this is a library's mistake.
    surefoot::cli::PrintError(failure.what());
    return surefoot::cli::kFailed;
  }
}
