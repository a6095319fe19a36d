#pragma once

/// Runs an experiment from its file to its report.

#include <functional>
#include <string>
#include <vector>

#include "surefoot/evaluation/report/table.h"
#include "surefoot/evaluation/run/manifest.h"
#include "surefoot/evaluation/run/pool.h"
#include "surefoot/evaluation/run/results.h"
#include "surefoot/session/parts.h"

namespace surefoot::experiment {

struct RunnerOptions {
  PlanOptions plan;
  std::string out;
  /// Folder with recordings of real drives, CASE.csv, CASE.csv.gz or CASE.mcap; empty: none.
  std::string real;
  /// Runs every trial again, finished or not.
  bool fresh = false;
  std::string version;
  std::vector<std::string> command;
  /// program, jobs and callbacks.
  PoolOptions pool;
  /// Called for each finished trial that has to run again because one of its files is damaged.
  std::function<void(const std::string& what)> damaged;
  /// Called once with the plan and the trials that are already finished.
  std::function<void(const Plan& plan, const std::vector<bool>& finished)> planned;
  /// Progress of the study (study_kind.h).
  std::function<void(const std::string& what, double share)> studying;
};

struct RunnerOutcome {
  Results results;
  Manifest manifest;
  /// True when it was cancelled: results of trials that were not run are missing, and no report
  /// was written.
  bool interrupted = false;
  std::string report_file;
  /// The most important tables of the report, for a terminal.
  std::vector<report::Table> highlights;
};

/// Plans, runs all trials that are not finished, and writes
/// OUT/{report.html,results.json,results.csv, manifest.json,junit.xml,tables/,figures/}. `problems`
/// receives errors in the file or the arguments; the returned Error is then only a summary.
Result<RunnerOutcome> RunExperiment(const Parts& parts, const Experiment& experiment,
                                    const RunnerOptions& options, Problems* problems);

}  // namespace surefoot::experiment
