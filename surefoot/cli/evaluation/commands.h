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
  /// Parameters of the world: "NAME=VALUE".
  std::vector<std::string> set;
  /// Search for parameters that close the gap (--close-gap).
  bool close = false;
  /// Standard deviation of the real poses: "0.01" or "0.01,0.005", in m and rad. Empty: their
  /// jitter.
  std::string reference_deviation;
};
void AddArguments(const CommandArguments& command, RestartArguments* arguments);

/// Parses tolerances such as "position=0.05" (SI units), by quantity.
Result<std::map<std::string, double>> ToTolerances(const std::vector<std::string>& texts);

/// Parses --reference-stddev: "0.01" or "0.01,0.005", in m and rad. An empty text gives no
/// numbers.
Result<std::vector<double>> ToDeviations(const std::string& text);

/// Writes a verdict: the report to --out, text or JSON to standard output. Returns the exit status.
int DeliverVerdict(const Parts& parts, const GapArguments& arguments,
                   const gap::GapVerdict& verdict, const experiment::VerdictContext& context,
                   const std::vector<gap::Comparison>& comparisons);

/// True for a recording that is repeated by restarts: --world is given, and it is MCAP, a bag, or a
/// table with --columns.
bool UsesRestarts(const GapArguments& arguments);

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
  /// Further numbers to compare: topic and field, "/imu/data.angular_velocity.z".
  std::vector<std::string> signals;
  /// Time 0 of a run: "motion", "motion:0.1" (after 0.1 m) or "recorded" (its first row).
  std::string start = "motion";
  /// Frame of poses: "recorded", "first" (relative to the first pose) or "X,Y,YAW" of the
  /// recording's frame in the simulated world, m and rad.
  std::string frame = "recorded";
  /// Leave out runs that are far from the others. Off by default: what goes wrong is part of
  /// reality.
  bool drop_outliers = false;
  /// Signals that count as a detection below a number: "range=0.1".
  std::vector<std::string> detections;
  /// Sensor through which simulated runs are seen: "auto", "none" or "position=0.002,latency=0.1".
  std::string sensor = "auto";
};
void AddArguments(const CommandArguments& command, RunsArguments* arguments);

/// Compares real with simulated runs. Returns the exit status.
int GapRuns(const Parts& parts, const GapArguments& arguments);

/// Arguments of `surefoot calibrate`.
struct CalibrateArguments {
  /// Recordings of real robots: files and folders.
  std::vector<std::string> real;
  /// The recorded robot.
  std::string model = "husky";
  /// Engines as names or "all"; none: the first of the build.
  experiment::CalibrateOptions options;
  /// The world that it drives in; it must be level.
  std::string world = "empty.sdf";
  /// MCAP: topic with the true pose. Without it only turns are compared.
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
  /// CSV table with one row per reading.
  std::string data;
  /// Name of the sensor and its file; empty: that of the table.
  std::string name;
  /// Names of columns: "distance=d_cm".
  std::vector<std::string> columns;
  /// Readings that mean "no echo".
  std::vector<std::string> lost;
  /// Units of the table.
  std::string distance_unit = "cm";
  std::string angle_unit = "deg";
  /// Empty: that of the distance. Other words than lengths, such as "volts", are kept as names.
  std::string reading_unit;
  /// "sound" or "infrared"; empty: not stated in the file.
  std::string radiation;
  /// Update rate of the sensor, Hz.
  std::optional<double> rate;
  /// Bin width of histograms, in the unit of readings.
  std::optional<double> bin;
  /// Range limits of the sensor, m; absent: from the measured distances.
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
  /// Options of the run; pool.jobs 0: one per core.
  experiment::RunnerOptions runner;
  /// Manifest of an experiment to repeat; empty: none.
  std::string repeat;
  /// Print the trials and run nothing.
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
  /// Contact models: "engine", "tyre", "soil".
  std::vector<std::string> contacts;
  /// A ground by name; empty: that of the recording.
  std::string ground;
  /// Empty: the flat floor of empty.sdf.
  std::string world;
  /// Topics of MCAP files: the IMU among several, and poses that are the truth.
  std::string imu;
  std::string truth;
  /// Tolerances of verdicts: "position=0.05".
  std::vector<std::string> tolerances;
  RestartArguments restarts;
  RunsArguments runs;
  /// Folder for the report; empty: none.
  std::string out;
  /// Maximum number of drives per file and of runs per terrain; 0: no limit.
  int limit = 0;
  /// Simulations in parallel; 0: one per core.
  int jobs = 0;
  bool json = false;
  bool quiet = false;
  /// Surefoot's version, for the manifest.
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
