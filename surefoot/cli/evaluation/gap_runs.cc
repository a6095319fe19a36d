#include <chrono>
#include <cstdio>
#include <optional>
#include <utility>

#include "surefoot/base/items.h"
#include "surefoot/base/try.h"
#include "surefoot/cli/evaluation/commands.h"
#include "surefoot/cli/evaluation/delivery.h"
#include "surefoot/evaluation/gap/run_file.h"
#include "surefoot/evaluation/gap/verdict/run_comparison.h"
#include "surefoot/evaluation/gap/verdict/verdict.h"

// `surefoot gap --real RUNS --sim RUNS`: compares files with files and simulates nothing. The runs
// may come from any simulator, so no world and no engine is loaded.

namespace surefoot::cli {
namespace {

/// Parses --start: "recorded", "motion" or "motion:DISTANCE" (m). Motion is the default because
/// recordings begin at arbitrary times before the robot moves.
Status TakeStart(const std::string& text, gap::RunAlignment* alignment) {
  if (text == "recorded") {
    alignment->motion = 0.0;
    return Status();
  }
  const std::string before = "motion:";
  if (text == "motion") return Status();
  if (text.compare(0, before.size(), before) == 0) {
    const std::optional<double> distance = ParseNumber(text.substr(before.size()));
    if (distance && *distance > 0.0) {
      alignment->motion = *distance;
      return Status();
    }
  }
  return Error{"--start: '" + text +
               "' is none of motion (2 cm from where it was first), motion:METRES, recorded (the "
               "first row)"};
}

/// Parses --frame: "recorded", "first" or "X,Y,YAW" (m, m, rad), the pose of the recording's frame
/// R in the simulated world W.
Status TakeFrame(const std::string& text, gap::RunAlignment* alignment) {
  if (text == "recorded") return Status();
  if (text == "first") {
    alignment->from_first_pose = true;
    return Status();
  }
  const std::vector<double> numbers = ParseNumbers(text);
  if (numbers.size() != 3) {
    return Error{"--frame: '" + text +
                 "' is none of recorded, first (relative to the first pose), X,Y,YAW (of the "
                 "recording's frame in the simulated world; m, rad)"};
  }
  alignment->X_WR = PlanarPose{numbers[0], numbers[1], numbers[2]};
  return Status();
}

/// Parses --sensor: "auto", "none" or standard deviations (SI units) and the latency (s). Absent
/// options->sensor means "auto": it is estimated from the real runs.
Status TakeSensor(const std::string& text, gap::RunComparisonOptions* options) {
  if (text == "auto") return Status();
  if (text == "none") {
    options->without_sensor = true;
    return Status();
  }
  std::vector<std::string> parts;
  // Each part ends with a comma, so that an empty one is not ignored but an error.
  std::string rest = text + ",";
  for (std::size_t comma = rest.find(','); !rest.empty(); comma = rest.find(',')) {
    parts.push_back(rest.substr(0, comma));
    rest.erase(0, comma + 1);
  }
  for (const std::string& part : parts) {
    const auto pair = ParseNamedNumber("--sensor", part);
    if (pair.ok() && pair->second >= 0.0) continue;
    return Error{"--sensor: '" + text +
                 "' is none of auto (as the recording shows), none, or standard deviations with "
                 "commas between: position=0.002,heading=0.01,latency=0.1"};
  }
  gap::SensorModel sensor;
  sensor.deviation = SUREFOOT_TRY(ParseNamedNumbers("--sensor", parts));
  if (const auto latency = sensor.deviation.extract("latency")) sensor.latency = latency.mapped();
  options->sensor = std::move(sensor);
  return Status();
}

/// Parses the options with NAME=NUMBER.
Status TakeNumbers(const GapArguments& arguments, gap::RunComparisonOptions* options) {
  options->tolerances = SUREFOOT_TRY(ToTolerances(arguments.tolerances));
  options->detections = SUREFOOT_TRY(ParseNamedNumbers("--detect", arguments.runs.detections));
  const std::vector<double> deviations =
      SUREFOOT_TRY(ToDeviations(arguments.restarts.reference_deviation));
  if (!deviations.empty()) options->reference_deviations["position"] = deviations.front();
  if (deviations.size() > 1) options->reference_deviations["heading"] = deviations.back();
  return Status();
}

/// All options, before a file is read: recordings may be large.
Result<gap::RunComparisonOptions> ToOptions(const GapArguments& arguments) {
  gap::RunComparisonOptions options;
  options.horizon = arguments.restarts.options.horizon;
  options.drop_outliers = arguments.runs.drop_outliers;
  SUREFOOT_TRY(TakeStart(arguments.runs.start, &options.alignment));
  SUREFOOT_TRY(TakeFrame(arguments.runs.frame, &options.alignment));
  SUREFOOT_TRY(TakeSensor(arguments.runs.sensor, &options));
  SUREFOOT_TRY(TakeNumbers(arguments, &options));
  return options;
}

/// Result of the comparison and what the report states about its inputs.
struct Measured {
  gap::RunComparison comparison;
  experiment::VerdictContext context;
};

/// Names of runs for the report, in the order in which they were loaded.
std::vector<std::string> NamesOf(const std::vector<gap::TaskRun>& runs) {
  return Mapped<std::string>(runs, &gap::TaskRun::name);
}

/// How simulated runs are passed through the recording's sensor before the classifiers see them.
std::string SensorNote(const gap::RunComparison& comparison, const RunsArguments& arguments) {
  if (arguments.sensor == "none") return "Simulated runs are compared as they are (--sensor none)";
  const auto position = comparison.sensor.deviation.find("position");
  const double deviation = position == comparison.sensor.deviation.end() ? 0.0 : position->second;
  return "For d(t) simulated runs passed through the recording's sensor: its rate, and a deviation "
         "of " +
         gap::AmountText(deviation, "m") +
         (arguments.sensor == "auto" ? ", as the recording shows" : ", as given");
}

/// Loads and compares the runs. Only the real ones are references, for which wheel odometry is not
/// accepted: it drifts, and its error would be attributed to the simulation.
Result<Measured> Measure(const GapArguments& arguments) {
  gap::RunComparisonOptions options = SUREFOOT_TRY(ToOptions(arguments));
  const RunsArguments& given = arguments.runs;
  std::vector<std::string> notes;
  std::vector<gap::TaskRun> real = SUREFOOT_TRY(
      Within("--real",
             gap::LoadRuns(arguments.real,
                           {given.columns, arguments.truth, given.signals, arguments.model, true},
                           &notes)));
  std::vector<gap::TaskRun> simulated = SUREFOOT_TRY(
      Within("--sim", gap::LoadRuns(given.sim,
                                    {given.sim_columns.empty() ? given.columns : given.sim_columns,
                                     given.sim_truth, given.signals, arguments.model, false},
                                    &notes)));
  Measured measured;
  measured.context.files = NamesOf(real);
  measured.context.simulated_files = NamesOf(simulated);
  measured.comparison =
      SUREFOOT_TRY(gap::CompareRuns(std::move(real), std::move(simulated), options));
  gap::RunComparison& result = measured.comparison;
  result.verdict.notes.insert(result.verdict.notes.begin(), notes.begin(), notes.end());
  result.verdict.notes.push_back(SensorNote(result, given));
  experiment::VerdictContext& context = measured.context;
  context.duration = context.horizon = result.horizon;
  context.runs = result.simulated_runs;
  context.alignment.residual = result.residual;
  context.alignment.time_offset = result.time_offset;
  context.alignment.sentence = "aligned to " + gap::AmountText(result.residual, "m");
  return measured;
}

}  // namespace

// Files are the only input, and comparing them ends with a verdict or with an error in them: exit
// status 2 for all errors of Measure().
int GapRuns(const Parts& parts, const GapArguments& arguments) {
  const auto begin = std::chrono::steady_clock::now();
  const Result<Measured> measured = Measure(arguments);
  if (!measured.ok()) return Refuse(measured.error(), Problems(), "", arguments.json);
  const gap::RunComparison& comparison = measured->comparison;
  if (!arguments.quiet) {
    for (const std::string& note : comparison.verdict.notes) {
      std::fprintf(stderr, "note: %s\n", note.c_str());
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    std::fprintf(stderr, "%d real and %d simulated runs compared in %.2f s\n", comparison.real_runs,
                 comparison.simulated_runs, took.count());
  }
  return DeliverVerdict(parts, arguments, comparison.verdict, measured->context,
                        comparison.comparisons);
}

void AddArguments(const CommandArguments& command, RunsArguments* arguments) {
  command.Words("--sim", &arguments->sim, "PATH",
                "Simulated runs of the task of the real ones: files, or folders\n"
                "with them. Nothing is simulated then");
  command.Option("--columns", &arguments->columns, "MAP",
                 "Runs in tables: which columns are what, in which unit:\n"
                 "t=t_s,x=x_cm*0.01,y=0.91-y_cm*0.01,heading=yaw*deg, signals by\n"
                 "any other name (battery:V=u), skip=5 rows; or centurion.\n"
                 "Default: usual names (t, x, y, yaw, ...)");
  command.Option("--sim-columns", &arguments->sim_columns, "MAP",
                 "The same for simulated runs; default as --columns");
  command.Option("--sim-truth", &arguments->sim_truth, "TOPIC",
                 "Topic with the poses of simulated runs in recordings");
  command.Repeated("--signal", &arguments->signals, "TOPIC.FIELD",
                   "Runs in recordings: a number to compare, too:\n"
                   "/imu/data.angular_velocity.z; may be repeated");
  command.Option("--start", &arguments->start, "WHERE",
                 "Runs: time 0 is where it has moved 2 cm (motion), that far\n"
                 "(motion:METRES), or the first row (recorded); default motion");
  command.Option("--frame", &arguments->frame, "WHICH",
                 "Runs: poses as recorded, relative to the first pose (first), or\n"
                 "X,Y,YAW of the recording's frame in the simulated world");
  command.Repeated("--detect", &arguments->detections, "NAME=NUMBER",
                   "Runs: a signal below that number is a detection, a change of\n"
                   "state as turns are: range=0.1; may be repeated");
  command.Flag("--drop-outliers", &arguments->drop_outliers,
               "Runs: leave out those that are far from the others; they are\n"
               "reported in any case");
  command.Option("--sensor", &arguments->sensor, "MODEL",
                 "Runs: measurement model applied to simulated runs before they\n"
                 "are classified: auto, none, or position=0.002,latency=0.1");
}

}  // namespace surefoot::cli
