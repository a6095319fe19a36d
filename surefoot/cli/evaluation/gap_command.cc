#include <algorithm>
#include <cstdio>
#include <utility>

#include "surefoot/base/try.h"
#include "surefoot/cli/evaluation/commands.h"
#include "surefoot/cli/evaluation/delivery.h"
#include "surefoot/cli/evaluation/work_progress.h"
#include "surefoot/cli/output.h"
#include "surefoot/cli/problem_report.h"
#include "surefoot/cli/stop_signal.h"
#include "surefoot/evaluation/gap/drives/gap_report.h"
#include "surefoot/evaluation/gap/drives/gap_study.h"
#include "surefoot/evaluation/run/seal.h"

// `surefoot gap`: dispatches to runs against runs (gap_runs.cc), restarts of one recording
// (gap_restarts.cc), or, in this file, recordings of public data sets.

namespace surefoot::cli {
namespace {

/// Parses --contact. Duplicates are dropped: each contact model is measured with every engine,
/// which can take minutes.
Status TakeContacts(const std::vector<std::string>& names,
                    std::vector<world::WheelContact>* contacts) {
  if (!names.empty()) contacts->clear();
  for (const std::string& name : names) {
    const auto contact = world::ParseWheelContact(name);
    if (!contact) return Error{"--contact: '" + name + "' is none of engine, tyre, soil"};
    if (std::find(contacts->begin(), contacts->end(), *contact) == contacts->end()) {
      contacts->push_back(*contact);
    }
  }
  return Status();
}

/// Measured result and its provenance: the manifest is written beside the report.
struct Measured {
  experiment::GapResult result;
  experiment::Manifest manifest;
};

/// Loads recordings and world and simulates all drives. Errors of options and recordings come
/// before the first simulated step. Ctrl-C ends the measurement with an error, and sets
/// `interrupted`: a report on some of the drives would look like one on all of them.
Result<Measured> Measure(const Parts& parts, const GapArguments& arguments, Problems* problems,
                         bool* interrupted) {
  const experiment::GapRobot robot =
      SUREFOOT_TRY(experiment::FindGapRobot(arguments.model.empty() ? "husky" : arguments.model));
  experiment::GapOptions options;
  options.engines = SUREFOOT_TRY(EngineNames(parts, arguments.engines));
  SUREFOOT_TRY(TakeContacts(arguments.contacts, &options.contacts));
  options.tolerances = SUREFOOT_TRY(ToTolerances(arguments.tolerances));
  options.ground = arguments.ground;
  options.jobs = arguments.jobs;
  options.limit = arguments.limit;
  const gap::RealData data = SUREFOOT_TRY(Within(
      "--real", gap::LoadRealData(arguments.real, robot.name,
                                  {robot.left, robot.right, arguments.imu, arguments.truth})));
  const std::string file = arguments.world.empty() ? "empty.sdf" : arguments.world;
  const experiment::GapWorld world =
      SUREFOOT_TRY(experiment::MakeGapWorld(parts, file, robot, problems));
  if (!arguments.quiet) {
    PrintProblems(*problems, Severity::kWarning, kMaxPrintedProblems, file);
  }
  WorkProgress progress(arguments.quiet, "s simulated");
  const StopSignal stop;
  options.progress = [&](double done, double total) {
    progress.Update(done, total);
    return !stop.requested();
  };
  Result<experiment::GapResult> result = experiment::MeasureGap(parts, world, robot, data, options);
  progress.Finish();
  if (!result.ok()) {
    *interrupted = stop.requested();
    return result.error();
  }
  Measured measured{std::move(result).value(), {}};
  measured.manifest = experiment::GapManifest(parts, world, data.files, measured.result);
  measured.manifest.version = arguments.version;
  measured.manifest.command = arguments.command;
  return measured;
}

/// Prints notes and failures on standard error. A failure is a drive that an engine could not
/// repeat; the others are reported nevertheless.
void PrintRemarks(const experiment::GapResult& result) {
  for (const std::string& note : result.notes) std::fprintf(stderr, "note: %s\n", note.c_str());
  for (const std::string& failure : result.failures) PrintError(failure);
}

}  // namespace

int GapCommand(const Parts& parts, const GapArguments& arguments) {
  // The order matters: with --sim nothing is simulated, whatever the other options are.
  if (!arguments.runs.sim.empty()) return GapRuns(parts, arguments);
  if (UsesRestarts(arguments)) return GapRestarts(parts, arguments);
  Problems problems;
  bool interrupted = false;
  const Result<Measured> measured = Measure(parts, arguments, &problems, &interrupted);
  if (!measured.ok()) {
    return Refuse(measured.error(), problems, arguments.world, arguments.json,
                  interrupted ? kFailed : kBadInput);
  }
  const experiment::GapResult& result = measured->result;
  if (!arguments.quiet) PrintRemarks(result);
  const std::string json = experiment::GapJson(result);
  Delivery delivery{arguments.out, {}, {}};
  std::string text;
  // With --json and no folder nobody would see the page and its plots.
  if (!arguments.json || !arguments.out.empty()) {
    Result<experiment::DescribedPage> page =
        experiment::GapReport(parts.data_folders, result, measured->manifest);
    if (!page.ok()) return Refuse(page.error(), problems, "", arguments.json, kFailed);
    delivery.files = std::move(page->files);
    delivery.files.insert(delivery.files.end(),
                          {{"gap.html", page->html},
                           {"gap.json", json},
                           {"manifest.json", experiment::Sealed(ToJson(measured->manifest))}});
    if (!arguments.quiet) delivery.printed = {{"report", "gap.html"}};
    text = page->text;
  }
  const int status = Deliver(delivery, arguments.json ? json : text);
  // The result is complete only if nothing failed, also when all of it could be written.
  return result.failures.empty() ? status : kFailed;
}

void AddArguments(CommandArguments command, GapArguments* arguments) {
  command.RequiredList("--real", &arguments->real, "PATH",
                       "With --sim: real runs of one task, tables or recordings. Else\n"
                       "recordings of DRIVE (windows) and BorealTC (imu_NN with\n"
                       "pro_NN), or your own (MCAP with JointState and Imu): files,\n"
                       "or folders that are searched recursively");
  AddArguments(command, &arguments->runs);
  command.Option("--model", &arguments->model, "NAME",
                 "The robot that was recorded: husky or warthog, default husky;\n"
                 "with a recording and --world: the robot of that world");
  command.List("--engine", &arguments->engines, "NAME",
               "Physics engine, several separated by commas, or all;\ndefault mujoco");
  command.List("--contact", &arguments->contacts, "KIND",
               "Model of the wheels' contact with the ground: engine, tyre or\n"
               "soil, several separated by commas; default engine,tyre");
  command.Option("--ground", &arguments->ground, "NAME",
                 "With tyre or soil: name of a ground in grounds/; default: the\n"
                 "ground of the recording");
  command.Option("--world", &arguments->world, "WORLD",
                 "World to drive in; default empty.sdf, a flat floor. A robot\n"
                 "in it with the same wheels replaces Surefoot's.\n"
                 "With a recording of topics: the simulation is set to the\n"
                 "recorded state every few seconds (restarts)");
  command.Option("--truth", &arguments->truth, "TOPIC",
                 "MCAP: topic of nav_msgs/Odometry with the true pose of the\n"
                 "robot; its windows of 2 s are scored as those of DRIVE");
  command.Option("--imu", &arguments->imu, "TOPIC", "MCAP: topic of the IMU, if there are several");
  command.Repeated("--tolerance", &arguments->tolerances, "NAME=NUMBER",
                   "Tolerance of a quantity: position=0.05 (m), heading=0.035\n"
                   "(rad), speed=0.1; may be repeated");
  AddArguments(command, &arguments->restarts);
  command.Option("--out", &arguments->out, "DIR",
                 "Write a report into this folder: gap.html, gap.json, tables");
  command.Option("--limit", &arguments->limit, "NUMBER",
                 "Maximum number of drives per DRIVE file and of runs per\nterrain", CheckCount);
  command.Option("-j,--jobs", &arguments->jobs, "NUMBER",
                 "Drives in parallel; default one per core", CheckJobs);
  command.Json(&arguments->json);
  command.Flag("--quiet", &arguments->quiet, "No progress, no warnings");
  command.Footer(
      "With --sim: compares runs of one task: how long the simulation can be trusted, how its\n"
      "runs scatter, what they do, and whether they can be distinguished from real ones.\n"
      "Otherwise the robot drives with the recorded wheel speeds. DRIVE: error of the pose after\n"
      "windows of 2 s, beside that of ideal kinematics. BorealTC: IMU vibration per terrain.\n\n"
      "Examples:\n"
      "  surefoot gap --real real/*.csv --sim simulated/ --tolerance position=0.05 --out gap\n"
      "  surefoot gap --real us1_*.csv --columns centurion --sim us1 --sim-columns t=t,x=x,y=y\n"
      "  surefoot gap --real ../shared/data/drive\n"
      "  surefoot gap --real ../shared/data/drive ../shared/data/borealtc --engine all --out gap\n"
      "  surefoot gap --real ../shared/data/borealtc/SNOW --limit 2 --json\n"
      "  surefoot gap --real ../shared/data/drive --model warthog --contact tyre\n"
      "  surefoot gap --real drive.mcap --truth /odometry/filtered\n"
      "  surefoot gap --real drive.mcap --world lab.sdf --tolerance position=0.1");
}

}  // namespace surefoot::cli
