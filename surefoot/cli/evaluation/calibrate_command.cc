#include <algorithm>
#include <cstdio>
#include <utility>

#include "surefoot/base/items.h"
#include "surefoot/base/try.h"
#include "surefoot/cli/evaluation/commands.h"
#include "surefoot/cli/evaluation/delivery.h"
#include "surefoot/cli/stop_signal.h"
#include "surefoot/evaluation/calibrate/calibrate.h"
#include "surefoot/evaluation/calibrate/calibrate_report.h"

// `surefoot calibrate`: parameters of grip are fitted to poses first; parameters of unevenness are
// then fitted to the IMU on that ground.

namespace surefoot::cli {
namespace {

/// Checks the name of a ground: it becomes a file name, and worlds refer to it.
Status CheckGroundName(const std::string& name) {
  const bool right =
      !name.empty() && name.size() < 100 && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-';
      });
  if (right) return Status();
  return Error{"--ground: '" + name + "' is not a name of letters, digits, _ and -"};
}

/// Start of the search: the existing ground of that name, or a typical firm one.
world::HardGround StartOf(const Parts& parts, const experiment::GapWorld& world,
                          const std::string& ground) {
  Problems unknown;
  const Result<experiment::GapWorld> there = experiment::OnGround(
      parts, world, {world::WheelContact::kTyre, ground, std::nullopt}, &unknown);
  if (there.ok()) {
    for (const world::GroundMaterial& material : there->world->spec().grounds) {
      if (material.name == ground) return material.hard;
    }
  }
  world::HardGround start;
  start.mu = 0.6;
  start.slip_stiffness = 4.0;
  start.rolling_resistance = 0.04;
  return start;
}

/// The names of parameters that an IMU's vibration determines, or the others.
std::vector<std::string> Selected(const std::vector<std::string>& names, bool imu) {
  return Filtered(names,
                  [&](const std::string& name) { return experiment::IsImuParameter(name) == imu; });
}

/// Fits the parameters that the recordings can determine, grip first.
Result<experiment::GroundCalibration> FitGround(const Parts& parts,
                                                const experiment::GapWorld& world,
                                                const experiment::GapRobot& robot,
                                                const gap::RealData& data,
                                                experiment::CalibrateOptions options) {
  const std::vector<std::string> shaking = Selected(options.parameters, true);
  experiment::GroundCalibration calibration;
  options.parameters = Selected(options.parameters, false);
  if (!options.parameters.empty() || shaking.empty()) {
    experiment::Calibration grip =
        SUREFOOT_TRY(experiment::Calibrate(parts, world, robot, data, options));
    options.start = grip.hard;
    calibration.grip = std::move(grip);
  }
  if (shaking.empty()) return calibration;
  options.parameters = shaking;
  calibration.imu = SUREFOOT_TRY(experiment::CalibrateImu(parts, world, robot, data, options));
  return calibration;
}

/// Checks the arguments, loads recordings and world, and fits.
Result<experiment::GroundCalibration> Fit(const Parts& parts, const CalibrateArguments& arguments,
                                          Problems* problems) {
  SUREFOOT_TRY(CheckGroundName(arguments.options.ground));
  const experiment::GapRobot robot = SUREFOOT_TRY(experiment::FindGapRobot(arguments.model));
  const gap::RealData data = SUREFOOT_TRY(
      Within("--real", gap::LoadRealData(arguments.real, robot.name,
                                         {robot.left, robot.right, "", arguments.truth})));
  const experiment::GapWorld world =
      SUREFOOT_TRY(experiment::MakeGapWorld(parts, arguments.world, robot, problems));
  experiment::CalibrateOptions options = arguments.options;
  options.engines = SUREFOOT_TRY(EngineNames(parts, options.engines));
  if (options.parameters.empty()) {
    options.parameters = {"mu", "slip_stiffness", "rolling_resistance"};
  }
  options.start = StartOf(parts, world, arguments.options.ground);
  const StopSignal stop;
  std::string last;
  options.progress = [&](const std::string& what) {
    if (!arguments.quiet && what != last) std::fprintf(stderr, "calibrate: %s\n", what.c_str());
    last = what;
    return !stop.requested();
  };
  return FitGround(parts, world, robot, data, options);
}

}  // namespace

int CalibrateCommand(const Parts& parts, const CalibrateArguments& arguments) {
  Problems problems;
  const Result<experiment::GroundCalibration> calibration = Fit(parts, arguments, &problems);
  if (!calibration.ok()) {
    return Refuse(calibration.error(), problems, arguments.world, arguments.json);
  }
  const std::string json = experiment::CalibrationJson(*calibration);
  const Result<std::string> text = experiment::CalibrationText(parts.data_folders, *calibration);
  if (!text.ok()) return Refuse(text.error(), problems, "", arguments.json, kFailed);
  const std::string file = arguments.options.ground + ".xml";
  Delivery delivery{arguments.out,
                    {{"calibration.json", json},
                     {"calibration.txt", *text},
                     {file, experiment::GroundFileText(*calibration)}},
                    {}};
  if (!arguments.quiet) delivery.told = {{"ground", file}};
  return Deliver(delivery, arguments.json ? json : *text);
}

void AddArguments(CommandArguments command, CalibrateArguments* arguments) {
  arguments->options.ground = "calibrated";
  command.RequiredList("--real", &arguments->real, "PATH",
                       "Recordings of one robot on one ground, as gap takes them:\n"
                       "files, or folders that have them somewhere below");
  command.Option("--model", &arguments->model, "NAME",
                 "The robot that was recorded; default husky");
  command.Option("--ground", &arguments->options.ground, "NAME",
                 "Name of the ground that is made; one that is known in grounds/\n"
                 "is where the search begins; default calibrated");
  command.List("--parameters", &arguments->options.parameters, "NAME",
               "What is fitted, with commas between: mu, slip_stiffness,\n"
               "rolling_resistance (default these three); to what an IMU\n"
               "recorded: roughness, waviness, lug_share");
  command.List("--engine", &arguments->options.engines, "NAME",
               "Physics engine that the fit is made with; the fit is judged by\n"
               "this and all others named (commas between, or all);\n"
               "default mujoco");
  command.Option("--world", &arguments->world, "WORLD",
                 "Where it drives: level ground; default empty.sdf, a flat floor");
  command.Option("--truth", &arguments->truth, "TOPIC",
                 "MCAP: topic of nav_msgs/Odometry with the true pose of the\n"
                 "robot; without it only turns are compared");
  command.Option("--out", &arguments->out, "DIR",
                 "Write into this folder: NAME.xml (a ground for grounds/),\n"
                 "calibration.json, calibration.txt");
  command.Option("--limit", &arguments->options.limit, "NUMBER", "At most so many drives or runs",
                 CheckCount);
  command.Option("-j,--jobs", &arguments->options.jobs, "NUMBER",
                 "Drives at once; default one per core", CheckJobs);
  command.Json(&arguments->json);
  command.Flag("--quiet", &arguments->quiet, "No progress");
  command.Footer(
      "The robot gets the recorded wheel speeds, on tyres (contact tyre). Whole steps of wheel\n"
      "speeds are fitted in two halves, each judged by the other, beside fitted kinematics; told\n"
      "are also how sure each parameter is, and which of them go together.\n\n"
      "Examples:\n"
      "  surefoot calibrate --real ../shared/data/drive --ground yard --out yard\n"
      "  surefoot calibrate --real ../shared/data/drive --model warthog --engine all --json\n"
      "  surefoot calibrate --real drive.mcap --truth /robot/ground_truth --out fitted\n"
      "  surefoot calibrate --real ../shared/data/borealtc/ICE --parameters rolling_resistance\n"
      "  surefoot calibrate --real ../shared/data/borealtc/ICE --ground ice --parameters "
      "roughness");
}

}  // namespace surefoot::cli
