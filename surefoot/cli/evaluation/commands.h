#pragma once

/// Commands of the program `surefoot-evaluation`: their arguments and entry points. Every entry
/// point returns the exit status: 0 success, 1 failed, 2 wrong input.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/cli/arguments.h"
#include "surefoot/evaluation/calibrate/calibrate.h"
#include "surefoot/evaluation/gap/restarts/gap_restarts.h"
#include "surefoot/evaluation/run/runner.h"
#include "surefoot/session/parts.h"

namespace surefoot::cli {

struct GapArguments;

/// Arguments of `surefoot gap --real RECORDING --world WORLD` only.
struct RestartArguments {
  /// Topic with the commands of the robot.
  std::string commands;
  /// Horizon, interval, seeds and offset.
  experiment::RestartOptions options;
  /// "NAME=VALUE".
  std::vector<std::string> set;
  bool close = false;
  /// "0.01" or "0.01,0.005": metres, radians.
  std::string reference_deviation;
};
void AddArguments(const CommandArguments& command, RestartArguments* arguments);

/// "position=0.05" and the like, by quantity.
Result<std::map<std::string, double>> ToTolerances(const std::vector<std::string>& texts);

/// "0.01" or "0.01,0.005" of --reference-deviation: metres, radians; nothing of an empty text.
Result<std::vector<double>> ToDeviations(const std::string& text);

/// Writes a verdict: the report to --out, text or JSON to standard output. Returns the exit status.
int DeliverVerdict(const Parts& parts, const GapArguments& arguments,
                   const gap::GapVerdict& verdict, const experiment::VerdictContext& context,
                   const std::vector<gap::Comparison>& comparisons);

/// True for a recording that is repeated by restarts: --world is given, and it is MCAP, a bag, or a
/// table with --columns.
bool WantsRestarts(const GapArguments& arguments);

/// Restarts the simulation from recorded states and reports how long it stays near the recording.
/// Returns the exit status.
int GapRestarts(const Parts& parts, const GapArguments& arguments);

/// Arguments of `surefoot gap --real RUNS --sim RUNS` only.
struct RunsArguments {
  /// Simulated runs: files and folders.
  std::vector<std::string> sim;
  /// Column maps of tables, or presets (evaluation/recordings/column_map.h). Empty: usual names;
  /// `sim_columns` empty: as `columns`.
  std::string columns;
  std::string sim_columns;
  /// Topic with the poses of simulated recordings.
  std::string sim_truth;
  /// "/imu/data.angular_velocity.z".
  std::vector<std::string> signals;
  /// "motion", "motion:0.1" or "recorded".
  std::string start = "motion";
  /// "recorded", "first" or "X,Y,YAW".
  std::string frame = "recorded";
  bool drop_outliers = false;
  /// "range=0.1".
  std::vector<std::string> detections;
  /// "auto", "none" or "position=0.002,latency=0.1".
  std::string sensor = "auto";
};
void AddArguments(const CommandArguments& command, RunsArguments* arguments);

/// Compares real with simulated runs. Returns the exit status.
int GapRuns(const Parts& parts, const GapArguments& arguments);

/// Arguments of `surefoot calibrate`.
struct CalibrateArguments {
  /// Recordings of real robots: files and folders.
  std::vector<std::string> real;
  std::string model = "husky";
  /// Engines: names, or "all"; none: the first of the build.
  experiment::CalibrateOptions options;
  std::string world = "empty.sdf";
  /// Topic of MCAP files.
  std::string truth;
  /// Folder for the results; empty: none.
  std::string out;
  bool json = false;
  bool quiet = false;
};
void AddArguments(CommandArguments command, CalibrateArguments* arguments);

/// Fits a ground to real drives. Returns the exit status.
int CalibrateCommand(const Parts& parts, const CalibrateArguments& arguments);

/// Arguments of `surefoot characterize`.
struct CharacterizeArguments {
  std::string data;
  std::string name;
  /// Columns: "distance=d_cm".
  std::vector<std::string> columns;
  /// Readings that mean no echo.
  std::vector<std::string> lost;
  std::string distance_unit = "cm";
  std::string angle_unit = "deg";
  /// Empty: as the distance.
  std::string reading_unit;
  std::string radiation;
  std::optional<double> rate;
  std::optional<double> bin;
  /// m.
  std::optional<double> min;
  std::optional<double> max;
  /// Folder for the results; empty: none.
  std::string out;
  bool json = false;
};
void AddArguments(CommandArguments command, CharacterizeArguments* arguments);

/// Fits a model of a range sensor to a table of readings. Returns the exit status.
int CharacterizeCommand(const Parts& parts, const CharacterizeArguments& arguments);

/// Arguments of `surefoot experiment`.
struct ExperimentOptions {
  /// A file, or the name of an experiment that is part of Surefoot; empty with `repeat`.
  std::string name;
  /// Jobs of its pool, 0: one per core.
  experiment::RunnerOptions runner;
  std::string repeat;
  bool list = false;
  bool json = false;
  bool quiet = false;
};
void AddArguments(CommandArguments command, ExperimentOptions* options);

/// Runs an experiment and writes its report. Returns the exit status: failed when a trial failed,
/// or when a repeated one gave different numbers.
int ExperimentCommand(const Parts& parts, const ExperimentOptions& options);

/// Arguments of `surefoot gap`.
struct GapArguments {
  /// Recordings of real robots: files and folders.
  std::vector<std::string> real;
  /// Empty: a Husky, or the only robot of the world.
  std::string model;
  /// Names, or "all"; empty: the first of the build.
  std::vector<std::string> engines;
  /// "engine", "tyre", "soil".
  std::vector<std::string> contacts;
  /// A ground by name; empty: that of the recording.
  std::string ground;
  /// Empty: the flat floor of empty.sdf.
  std::string world;
  /// Topics of MCAP files: the IMU among several, and poses that are the truth.
  std::string imu;
  std::string truth;
  /// "position=0.05".
  std::vector<std::string> tolerances;
  RestartArguments restarts;
  RunsArguments runs;
  /// Folder for the report; empty: none.
  std::string out;
  int limit = 0;
  int jobs = 0;
  bool json = false;
  bool quiet = false;
  std::string version;
  /// The command line, for the manifest.
  std::vector<std::string> command;
};
void AddArguments(CommandArguments command, GapArguments* arguments);

/// Repeats real drives in simulation and reports the differences. Returns the exit status.
int GapCommand(const Parts& parts, const GapArguments& arguments);

/// Arguments of `surefoot trial`.
struct TrialOptions {
  /// The unit file.
  std::string file;
  /// File for the result; empty: next to the unit file.
  std::string out;
  bool json = false;
};
void AddArguments(CommandArguments command, TrialOptions* options);

/// Runs one trial of an experiment and writes its result. Returns the exit status.
int TrialCommand(const Parts& parts, const TrialOptions& options);

}  // namespace surefoot::cli
