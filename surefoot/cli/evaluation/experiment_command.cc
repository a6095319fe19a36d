#include <algorithm>
#include <filesystem>
#include <thread>

#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/cli/evaluation/commands.h"
#include "surefoot/cli/evaluation/delivery.h"
#include "surefoot/cli/evaluation/work_progress.h"
#include "surefoot/cli/output.h"
#include "surefoot/cli/problem_report.h"
#include "surefoot/cli/stop_signal.h"
#include "surefoot/evaluation/run/repeat.h"
#include "surefoot/evaluation/run/runner.h"
#include "surefoot/evaluation/studies/all_studies.h"

// `surefoot experiment`: runs an experiment file, lists its trials, or repeats a manifest. Ctrl-C
// stops it; the same command continues. Standard output has the summary, the list or JSON only;
// progress, warnings and differences of a repeat are on standard error.

namespace surefoot::cli {
namespace {

namespace fs = std::filesystem;
using experiment::Experiment;
using experiment::Manifest;
using experiment::RunnerOptions;
using experiment::RunnerOutcome;

/// The experiment to run.
struct Task {
  Experiment experiment;
  RunnerOptions runner;
  /// The manifest of --repeat.
  std::optional<Manifest> manifest;
};

/// Prints why the command fails, with the problems of the experiment's file.
int Refuse(const ExperimentOptions& options, const Error& error, const Problems& problems) {
  return cli::Refuse(error, problems, options.name, options.json);
}

/// Path of this program, which runs the trials. argv[0] would not do: it is `surefoot`, which
/// replaced itself by this program (evaluation_program.h), and may be looked up in PATH.
std::string OwnProgram() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).string();
}

/// Checks the file first: ReadWholeFile() returns an empty text for a missing one.
Result<std::string> ReadFileText(const std::string& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return Error{"the file '" + path + "' cannot be read"};
  return experiment::ReadWholeFile(path);
}

/// Reads the experiment of the positional argument. The default folder depends on the name only, so
/// that the same command finds its finished trials again.
Status PrepareNamed(const Parts& parts, const ExperimentOptions& options, Problems* problems,
                    Task* task) {
  const std::string path =
      SUREFOOT_TRY(experiment::FindExperiment(options.name, parts.data_folders));
  const std::string text = SUREFOOT_TRY(ReadFileText(path));
  std::optional<Experiment> read =
      experiment::ParseExperiment(text, path, studies::AllStudies(), problems);
  if (!read) {
    return Error{"cannot run '" + options.name + "': " + Counted(problems->error_count(), "error")};
  }
  task->experiment = std::move(*read);
  RunnerOptions& runner = task->runner;
  runner.plan.real_data = experiment::FindRealData(task->experiment);
  if (runner.out.empty()) runner.out = "results/" + task->experiment.name;
  return Status();
}

/// Reads the manifest of --repeat, which determines all options. By default the results are put
/// into a folder of their own, because the first ones are needed for the comparison. Changed inputs
/// are only reported: whether they matter is what the comparison shows.
Status PrepareRepeat(const ExperimentOptions& options, Problems* problems, Task* task) {
  const experiment::PlanOptions& plan = options.runner.plan;
  if (!plan.engines.empty() || !plan.cases.empty() || plan.trials || plan.seed ||
      !options.runner.real.empty()) {
    return Error{
        "--repeat takes engines, cases, trials, seed and recordings from the manifest; "
        "leave those options away"};
  }
  Manifest manifest = SUREFOOT_TRY(experiment::ReadManifest(options.repeat));
  // `surefoot gap` writes manifests, too, but has no experiment file that could be run again.
  if (manifest.experiment_text.empty()) {
    std::string command;
    for (const std::string& word : manifest.command) command += " " + word;
    return Error{options.repeat + ": not of an experiment; run its command again:" + command};
  }
  if (!manifest.has_checksum) {
    std::fprintf(stderr,
                 "warning: %s has no checksum (an older version made it); damage cannot be found\n",
                 options.repeat.c_str());
  }
  std::optional<Experiment> read = experiment::ParseExperiment(
      manifest.experiment_text, manifest.experiment_path, studies::AllStudies(), problems);
  if (!read) return Error{"the experiment in the manifest cannot be run"};
  task->experiment = std::move(*read);
  task->runner.plan = manifest.options;
  task->runner.real = manifest.real;
  const fs::path folder = fs::path(options.repeat).parent_path();
  if (task->runner.out.empty()) task->runner.out = (folder / "repeat").string();
  if (!options.quiet) {
    for (const std::string& change : experiment::ChangedInputs(manifest)) {
      std::fprintf(stderr, "since then, %s\n", change.c_str());
    }
  }
  task->manifest = std::move(manifest);
  return Status();
}

/// Prints the differences of a repeat and the count of equal trials ("36 of 36 trials gave the same
/// numbers") on standard error. True if there are no differences.
bool PrintComparison(const experiment::RepeatResult& repeat, bool quiet) {
  for (const std::string& difference : repeat.differences) {
    std::fprintf(stderr, "%s\n", difference.c_str());
  }
  if (!quiet) {
    std::fprintf(stderr, "%d of %d trials gave the same numbers\n", repeat.same, repeat.compared);
  }
  return repeat.differences.empty();
}

/// Text for a terminal: highlights and counts. Trials without conditions are not judged, so the
/// number of those that passed refers to the others only.
std::string Summary(const RunnerOutcome& outcome) {
  std::string text;
  for (const report::Table& table : outcome.highlights) text += ToText(table) + "\n";
  const experiment::PassCount count = experiment::CountPassed(outcome.results);
  if (!outcome.results.results.empty()) {
    text += Counted(static_cast<long long>(outcome.results.results.size()), "trial");
    if (count.judged > 0) text += StrFormat(", %d of %d passed", count.passed, count.judged);
    if (count.errors > 0) text += ", " + Counted(count.errors, "error");
    text += "\n";
  }
  if (outcome.results.study && !outcome.results.study->checks.empty()) {
    const int all = static_cast<int>(outcome.results.study->checks.size());
    text += StrFormat("%d of %d numbers of the study in range\n",
                      all - experiment::FailedChecks(outcome.results), all);
  }
  return text + "Report: " + outcome.report_file + "\n";
}

/// Prints the ids of all trials (--list), each with its duration in simulated seconds.
int PrintList(const Parts& parts, const Task& task, Problems* problems) {
  const std::optional<experiment::Plan> plan =
      experiment::MakePlan(parts, task.experiment, task.runner.plan, problems);
  if (!plan) return kBadInput;
  std::string text;
  for (const experiment::Trial& trial : plan->trials) {
    text +=
        trial.id + StrFormat("  %g s, timing %s, seed %llu\n", trial.duration,
                             TimingName(trial.timing), static_cast<unsigned long long>(trial.seed));
  }
  return WriteResult(text) ? kDone : kFailed;
}

/// Success when all trials and checks passed and a repeat gave the same numbers: a CI job needs no
/// other information than the exit status.
int ExitStatusOf(const RunnerOutcome& outcome, bool same) {
  const experiment::PassCount count = experiment::CountPassed(outcome.results);
  const bool passed = count.errors == 0 && count.passed == count.judged &&
                      experiment::FailedChecks(outcome.results) == 0;
  return passed && same ? kDone : kFailed;
}

void PrintWarnings(const ExperimentOptions& options, const Problems& problems) {
  if (options.quiet) return;
  PrintProblems(problems, Severity::kWarning, kMaxProblems, options.name);
}

}  // namespace

int ExperimentCommand(const Parts& parts, const ExperimentOptions& options) {
  Problems problems;
  Task task{{}, options.runner, {}};
  if (options.name.empty() == options.repeat.empty()) {
    return Refuse(options, Error{"give the name of an experiment, or --repeat MANIFEST"}, problems);
  }
  const Status prepared = options.repeat.empty() ? PrepareNamed(parts, options, &problems, &task)
                                                 : PrepareRepeat(options, &problems, &task);
  if (!prepared.ok()) return Refuse(options, prepared.error(), problems);
  PrintWarnings(options, problems);
  if (options.list) {
    const int status = PrintList(parts, task, &problems);
    if (status == kBadInput) Refuse(options, Error{"the experiment cannot be run"}, problems);
    return status;
  }

  // hardware_concurrency() is 0 if the number is unknown.
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  RunnerOptions& runner = task.runner;
  if (runner.pool.jobs < 1) runner.pool.jobs = static_cast<int>(cores);
  const StopSignal stop;
  TrialProgress progress(options.quiet, runner.pool.jobs);
  runner.pool.program = OwnProgram();
  runner.pool.cancelled = [&stop] { return stop.requested(); };
  runner.pool.begun = [&progress](const experiment::Trial& trial) { progress.Begin(trial); };
  runner.pool.finished = [&progress](const experiment::Trial& trial,
                                     const experiment::TrialResult& result) {
    progress.Finish(trial, result);
  };
  runner.planned = [&progress](const experiment::Plan& plan, const std::vector<bool>& finished) {
    progress.Plan(plan, finished);
  };
  // Also with --quiet: damaged results can be a sign of a failing disk.
  runner.damaged = [](const std::string& what) {
    std::fprintf(stderr, "warning: %s\n", what.c_str());
  };
  runner.studying = [&progress](const std::string& what, double share) {
    progress.Study(what, share);
  };
  Problems run_problems;
  const Result<RunnerOutcome> outcome =
      experiment::RunExperiment(parts, task.experiment, runner, &run_problems);
  progress.End();
  if (!outcome.ok()) return Refuse(options, outcome.error(), run_problems);
  PrintWarnings(options, run_problems);
  // Not success: scripts must not use a report that was not written.
  if (outcome->interrupted) {
    PrintError("interrupted; the same command continues the experiment in " + runner.out);
    return kFailed;
  }
  bool same = true;
  if (task.manifest) {
    const std::string before = fs::path(options.repeat).parent_path().string();
    same = PrintComparison(CompareWith(*task.manifest, before, outcome->results), options.quiet);
  }
  const bool written = WriteResult(options.json ? ToJson(outcome->results) : Summary(*outcome));
  return written ? ExitStatusOf(*outcome, same) : kFailed;
}

void AddArguments(CommandArguments command, ExperimentOptions* options) {
  options->runner.pool.jobs = 0;
  command.OptionalPositional("NAME", &options->name,
                             "Experiment: a file, or the name of an installed one");
  command.Names("NAME", NameKind::kExperiments);
  command.List("--engine", &options->runner.plan.engines, "NAME",
               "Physics engine, or all; may be repeated; default: those of\nthe file");
  command.Option("--out", &options->runner.out, "DIR",
                 "Folder for all results; default results/NAME");
  command.Option("--trials", &options->runner.plan.trials, "NUMBER",
                 "Trials of each case and engine", CheckCount);
  command.Option("--seed", &options->runner.plan.seed, "NUMBER", "Seed of all random numbers",
                 CheckSeed);
  command.List("--case", &options->runner.plan.cases, "PATTERN",
               "Run only these cases; may be repeated");
  command.Option("--real", &options->runner.real, "DIR",
                 "Recordings of the real robot: CASE.csv or CASE.mcap");
  command.Option("-j,--jobs", &options->runner.pool.jobs, "NUMBER",
                 "Trials in parallel; default one per core.\nTimed trials always run alone",
                 CheckJobs);
  command.Option("--repeat", &options->repeat, "MANIFEST",
                 "Run again what a manifest describes and compare");
  command.Flag("--fresh", &options->runner.fresh, "Also run finished trials again");
  command.Flag("--list", &options->list, "Only list the trials");
  command.Json(&options->json);
  command.Flag("--quiet", &options->quiet, "No progress, no warnings");
  command.Footer(
      "Ctrl-C stops; the same command continues: finished trials are not run again.\n"
      "Writes report.html, results.json, results.csv, junit.xml, manifest.json, tables/,\n"
      "figures/ and trials/ (recordings) into DIR.\n"
      "Exit status 0: all trials and numbers of the study passed; 1: one did not, or --repeat\n"
      "gave other numbers;\n"
      "2: the file was wrong. The file format is in docs/guides/experiments.md.\n\n"
      "Examples:\n"
      "  surefoot experiment husky_lab --engine mujoco\n"
      "  surefoot experiment husky_lab --engine all --real recordings --out study\n"
      "  surefoot experiment my_test.yaml --trials 20 --json\n"
      "  surefoot experiment --repeat study/manifest.json");
}

}  // namespace surefoot::cli
