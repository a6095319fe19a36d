#include "surefoot/evaluation/gap/restarts/gap_restarts.h"

#include <utility>

#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/cli/evaluation/commands.h"
#include "surefoot/cli/evaluation/delivery.h"
#include "surefoot/cli/evaluation/work_progress.h"
#include "surefoot/cli/stop_signal.h"
#include "surefoot/evaluation/gap/restarts/gap_close.h"
#include "surefoot/evaluation/gap/run_file.h"
#include "surefoot/evaluation/gap/verdict/gap_verdict_report.h"
#include "surefoot/record/recording_source.h"

// `surefoot gap --real RECORDING --world WORLD`: one long recording, from whose states the
// simulation is restarted every few seconds. Restarts keep errors of one interval out of the next:
// a pose error grows with time, so one long run would be judged by its first mistake.

namespace surefoot::cli {
namespace {

/// Options of the study from arguments. One engine only: the verdict is about one simulation.
Result<experiment::RestartOptions> ToOptions(const Parts& parts, const GapArguments& arguments) {
  experiment::RestartOptions options = arguments.restarts.options;
  std::vector<std::string> engines = SUREFOOT_TRY(EngineNames(parts, arguments.engines));
  if (engines.size() != 1) return Error{"--engine: restarts are simulated by one engine"};
  options.engine = engines.front();
  const RestartArguments& given = arguments.restarts;
  options.jobs = arguments.jobs;
  const std::vector<double> deviations = SUREFOOT_TRY(ToDeviations(given.reference_deviation));
  if (!deviations.empty()) options.position_deviation = deviations.front();
  if (deviations.size() > 1) options.heading_deviation = deviations.back();
  options.tolerances = SUREFOOT_TRY(ToTolerances(arguments.tolerances));
  return options;
}

/// Applies --set NAME=VALUE to the world. The delay of commands is not a property of the world; it
/// is passed to the study by `options`, like the values for the report.
Result<experiment::SetWorld> ApplySettings(const GapArguments& arguments,
                                           const experiment::RestartWorld& world,
                                           const gap::MotionLog& log,
                                           experiment::RestartOptions* options) {
  options->set = SUREFOOT_TRY(ParseNamedNumbers("--set", arguments.restarts.set));
  Result<experiment::SetWorld> set = experiment::WithParameters(
      world, log.led_by_wheels(), {options->set.begin(), options->set.end()});
  if (set.ok()) options->command_delay = set->command_delay;
  return set;
}

/// `began` is set when the input has been checked: later errors are not caused by the input.
Result<experiment::RestartGap> Measure(const Parts& parts, const GapArguments& arguments,
                                       Problems* problems, bool* began) {
  experiment::RestartOptions options = SUREFOOT_TRY(ToOptions(parts, arguments));
  if (arguments.real.size() != 1) {
    return Error{"--real: restarts take one recording, not " +
                 std::to_string(arguments.real.size())};
  }
  if (arguments.contacts.size() > 1) return Error{"--contact: restarts take one"};
  experiment::RestartWorld world = SUREFOOT_TRY(experiment::MakeRestartWorld(
      parts, options.engine, arguments.world, arguments.model,
      arguments.contacts.empty() ? "" : arguments.contacts.front(), problems));
  gap::MotionNames names = world.Names();
  names.truth = arguments.truth;
  names.commands = arguments.restarts.commands;
  const std::string& file = arguments.real.front();
  const gap::MotionLog log = SUREFOOT_TRY(
      record::IsRecording(file) ? gap::LoadMotionLog(file, names)
                                : gap::LoadMotionTable(file, arguments.runs.columns, names));
  // Recorded wheel speeds are to be reproduced, also those beyond the model's limits.
  if (log.led_by_wheels()) world = SUREFOOT_TRY(experiment::WithFreeWheels(world));
  const experiment::SetWorld set = SUREFOOT_TRY(ApplySettings(arguments, world, log, &options));
  WorkProgress progress(arguments.quiet, "restarts");
  const StopSignal stop;
  options.progress = [&](double done, double total) {
    progress.Update(done, total);
    return !stop.requested();
  };
  const experiment::RestartStudy study =
      SUREFOOT_TRY(experiment::RestartStudy::Make(parts, set.world, log, options));
  *began = true;
  const Result<experiment::RestartRuns> runs = study.RunAll();
  progress.Finish();
  if (!runs.ok()) return runs.error();
  experiment::RestartGap measured = study.Judge(*runs);
  if (!arguments.restarts.close) return measured;
  // A second progress line: it counts values of parameters instead of restarts.
  WorkProgress closing(arguments.quiet, "values tried");
  auto close = experiment::WhatCloses(study, [&](double done, double total) {
    closing.Update(done, total);
    return !stop.requested();
  });
  closing.Finish();
  if (!close.ok()) return close.error();
  measured.context.close = std::move(close).value();
  return measured;
}

}  // namespace

Result<std::map<std::string, double>> ToTolerances(const std::vector<std::string>& texts) {
  std::map<std::string, double> tolerances = SUREFOOT_TRY(ParseNamedNumbers("--tolerance", texts));
  for (const auto& [name, tolerance] : tolerances) {
    // Errors are divided by their tolerance.
    if (!(tolerance > 0.0)) {
      return Error{"--tolerance: '" + name + "' must be above 0, not " + NumberText(tolerance)};
    }
  }
  return tolerances;
}

Result<std::vector<double>> ToDeviations(const std::string& text) {
  if (text.empty()) return std::vector<double>();
  const std::vector<double> numbers = ParseNumbers(text);
  if (numbers.empty() || numbers.size() > 2 || numbers.front() < 0.0 || numbers.back() < 0.0) {
    return Error{"--reference-stddev: '" + text +
                 "' is not a number of metres, or METRES,RADIANS; both 0 or more"};
  }
  return numbers;
}

int DeliverVerdict(const Parts& parts, const GapArguments& arguments,
                   const gap::GapVerdict& verdict, const experiment::VerdictContext& context,
                   const std::vector<gap::Comparison>& comparisons) {
  const std::string json = experiment::VerdictJson(verdict, context);
  // The page with its plots is made only where it is printed or written.
  if (arguments.json && arguments.out.empty()) return Deliver({}, json);
  const Result<experiment::DescribedPage> page = experiment::VerdictReport(
      parts.data_folders, verdict, context, comparisons, arguments.command);
  if (!page.ok()) return Refuse(page.error(), Problems(), "", arguments.json, kFailed);
  Delivery delivery{arguments.out, {{"gap.html", page->html}, {"gap.json", json}}, {}};
  if (!arguments.quiet) delivery.printed = {{"report", "gap.html"}};
  return Deliver(delivery, arguments.json ? json : page->text);
}

// Without --columns a table is a file of a public data set (gap_command.cc).
bool UsesRestarts(const GapArguments& arguments) {
  if (arguments.world.empty() || arguments.real.size() != 1) return false;
  return !arguments.runs.columns.empty() || record::IsRecording(arguments.real.front());
}

int GapRestarts(const Parts& parts, const GapArguments& arguments) {
  Problems problems;
  bool began = false;
  const Result<experiment::RestartGap> measured = Measure(parts, arguments, &problems, &began);
  if (!measured.ok()) {
    return Refuse(measured.error(), problems, arguments.world, arguments.json,
                  began ? kFailed : kBadInput);
  }
  return DeliverVerdict(parts, arguments, measured->verdict, measured->context, {});
}

void AddArguments(const CommandArguments& command, RestartArguments* arguments) {
  command.Option("--commands", &arguments->commands, "TOPIC",
                 "Restarts: topic of the robot's commands (Twist) or of its wheel\n"
                 "speeds (JointState); default: found by its name");
  command.Option("--horizon", &arguments->options.horizon, "SECONDS",
                 "Restarts: duration of each; default 1 to 8 s, so that there are\n"
                 "about 20 restarts",
                 CheckPositiveSeconds);
  command.Option("--interval", &arguments->options.every, "SECONDS",
                 "Restarts: interval between starts; default the horizon.\n"
                 "Overlapping restarts do not count as further observations",
                 CheckPositiveSeconds);
  command.OldName("--every", "--interval");
  command.Option("--seeds", &arguments->options.seeds, "NUMBER",
                 "Restarts: simulated runs per restart; default 1", CheckCount);
  command.Repeated("--set", &arguments->set, "NAME=NUMBER",
                   "Restarts: a parameter of the world or robot, named as by\n"
                   "--close-gap: ground.mu=0.48; may be repeated");
  command.Flag("--close-gap", &arguments->close,
               "Restarts: report what would close the gap: each parameter is\n"
               "fitted alone to half of the restarts and judged on the others");
  command.OldName("--close", "--close-gap");
  command.Option("--reference-stddev", &arguments->reference_deviation, "M[,RAD]",
                 "Restarts: standard deviation of the recorded poses; default:\n"
                 "from their covariances");
  command.OldName("--reference-deviation", "--reference-stddev");
  command.Option("--time-offset", &arguments->options.time_offset, "SECONDS",
                 "Restarts: how much later poses are stamped than commands;\ndefault: estimated");
}

}  // namespace surefoot::cli
