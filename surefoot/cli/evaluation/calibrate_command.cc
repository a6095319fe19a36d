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
// then fitted to the IMU on that ground. Exit status 2: the input is wrong, no recording is usable,
// or the fit failed or was stopped; nothing is written then.

namespace surefoot::cli {
namespace {

/// Checks the name of a ground: it becomes a file name, and worlds refer to it. Without '/' and '.'
/// the file cannot be outside --out.
Status CheckGroundName(const std::string& name) {
  const bool right =
      !name.empty() && name.size() < 100 && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-';
      });
  if (right) return Status();
  return Error{"--ground: '" + name + "' is not a name of letters, digits, _ and -"};
}

/// Start of the search: the existing ground of that name, or a typical firm one. An unknown name is
/// usual here, since the ground is only being made, so its problems are not printed.
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
  // Not 0, which means 8 mu to the tyre model: the search needs a number to begin with.
  start.slip_stiffness = 4.0;
  start.rolling_resistance = 0.04;
  return start;
}

/// The names of parameters that an IMU's vibration determines, or the others.
std::vector<std::string> Selected(const std::vector<std::string>& names, bool imu) {
  return Filtered(names,
                  [&](const std::string& name) { return experiment::IsImuParameter(name) == imu; });
}

/// Fits the parameters that the recordings can determine, grip first: it changes how the robot
/// moves, and with that the vibration to which unevenness is fitted.
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
    // Parameters that are not fitted keep their start values, so this passes the grip on.
    options.start = grip.hard;
    calibration.grip = std::move(grip);
  }
  if (shaking.empty()) return calibration;
  options.parameters = shaking;
  calibration.imu = SUREFOOT_TRY(experiment::CalibrateImu(parts, world, robot, data, options));
  return calibration;
}

/// Checks the arguments, loads recordings and world, and fits. Ctrl-C ends the fit with an error,
/// and sets `interrupted`.
Result<experiment::GroundCalibration> Fit(const Parts& parts, const CalibrateArguments& arguments,
                                          Problems* problems, bool* interrupted) {
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
  // Worker threads report their progress, but one at a time (CalibrateOptions): no lock is needed.
  std::string last;
  options.progress = [&](const std::string& what) {
    if (!arguments.quiet && what != last) std::fprintf(stderr, "calibrate: %s\n", what.c_str());
    last = what;
    return !stop.requested();
  };
  Result<experiment::GroundCalibration> calibration = FitGround(parts, world, robot, data, options);
  *interrupted = !calibration.ok() && stop.requested();
  return calibration;
}

}  // namespace

int CalibrateCommand(const Parts& parts, const CalibrateArguments& arguments) {
  Problems problems;
  bool interrupted = false;
  const Result<experiment::GroundCalibration> calibration =
      Fit(parts, arguments, &problems, &interrupted);
  if (!calibration.ok()) {
    return Refuse(calibration.error(), problems, arguments.world, arguments.json,
                  interrupted ? kFailed : kBadInput);
  }
  const std::string json = experiment::CalibrationJson(*calibration);
  const Result<std::string> text = experiment::CalibrationText(parts.data_folders, *calibration);
  // The layout of the text is a file of the installation: the user's input is not at fault.
  if (!text.ok()) return Refuse(text.error(), problems, "", arguments.json, kFailed);
  const std::string file = arguments.options.ground + ".xml";
  Delivery delivery{arguments.out,
                    {{"calibration.json", json},
                     {"calibration.txt", *text},
                     {file, experiment::GroundFileText(*calibration)}},
                    {}};
  if (!arguments.quiet) delivery.printed = {{"ground", file}};
  return Deliver(delivery, arguments.json ? json : *text);
}

void AddArguments(CommandArguments command, CalibrateArguments* arguments) {
  arguments->options.ground = "calibrated";
  command.RequiredList("--real", &arguments->real, "PATH",
                       "Recordings of one robot on one ground, in the formats of gap:\n"
                       "files, or folders that are searched recursively");
  command.Option("--model", &arguments->model, "NAME",
                 "The robot that was recorded; default husky");
  command.Option("--ground", &arguments->options.ground, "NAME",
                 "Name of the resulting ground; if grounds/ has a ground of that\n"
                 "name, the search starts from it; default calibrated");
  command.List("--parameters", &arguments->options.parameters, "NAME",
               "Parameters to fit, separated by commas: mu, slip_stiffness,\n"
               "rolling_resistance (default: these three); from recordings\n"
               "of an IMU: roughness, waviness, lug_share");
  command.List("--engine", &arguments->options.engines, "NAME",
               "Physics engine, several separated by commas, or all: the\n"
               "first is used for the fit, all of them to judge it;\n"
               "default mujoco");
  command.Option("--world", &arguments->world, "WORLD",
                 "Level world to drive in; default empty.sdf, a flat floor");
  command.Option("--truth", &arguments->truth, "TOPIC",
                 "MCAP: topic of nav_msgs/Odometry with the true pose of the\n"
                 "robot; without it only turns are compared");
  command.Option("--out", &arguments->out, "DIR",
                 "Write into this folder: NAME.xml (a ground for grounds/),\n"
                 "calibration.json, calibration.txt");
  command.Option("--limit", &arguments->options.limit, "NUMBER", "Maximum number of drives or runs",
                 CheckCount);
  command.Option("-j,--jobs", &arguments->options.jobs, "NUMBER",
                 "Drives in parallel; default one per core", CheckJobs);
  command.Json(&arguments->json);
  command.Flag("--quiet", &arguments->quiet, "No progress");
  command.Footer(
      "The robot drives with the recorded wheel speeds, on tyres (contact tyre). Whole steps of\n"
      "wheel speeds are split into two halves; the fit to each half is judged on the other, and\n"
      "compared with fitted kinematics. Confidence intervals and correlations of the parameters\n"
      "are also reported.\n\n"
      "Examples:\n"
      "  surefoot calibrate --real ../shared/data/drive --ground yard --out yard\n"
      "  surefoot calibrate --real ../shared/data/drive --model warthog --engine all --json\n"
      "  surefoot calibrate --real drive.mcap --truth /robot/ground_truth --out fitted\n"
      "  surefoot calibrate --real ../shared/data/borealtc/ICE --parameters rolling_resistance\n"
      "  surefoot calibrate --real ../shared/data/borealtc/ICE --ground ice --parameters "
      "roughness");
}

}  // namespace surefoot::cli
