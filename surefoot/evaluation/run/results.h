#pragma once

/// Results of an experiment, their selection by case and engine, and the files that they are
/// written to.
///
///   const std::vector<double> slips = ValuesOf(OutcomesOf(results, "climb", "mujoco"),
///   "slip.mean");

#include <map>
#include <string>
#include <vector>

#include "surefoot/evaluation/recordings/imu_recording.h"
#include "surefoot/evaluation/run/experiment_file.h"
#include "surefoot/evaluation/run/manifest.h"
#include "surefoot/evaluation/run/plan.h"
#include "surefoot/evaluation/run/study_outcome.h"
#include "surefoot/evaluation/run/trial.h"

namespace surefoot::experiment {

/// All results of an experiment.
struct Results {
  Experiment experiment;
  Plan plan;
  /// As many as plan.trials, in their order.
  std::vector<TrialResult> results;
  /// The output folder (--out).
  std::string folder;
  /// Real drives by case (--real DIR/CASE.csv).
  std::map<std::string, gap::ImuRecording> real;
  Machine machine;
  /// When the experiment has a study.
  std::optional<StudyOutcome> study;
};

/// One trial with its result.
struct Outcome {
  const Trial* trial = nullptr;
  const TrialResult* result = nullptr;
};

/// Trials of a case on an engine, ordered by repeat; trials with an error are left out.
std::vector<Outcome> OutcomesOf(const Results& results, const std::string& case_name,
                                const std::string& engine);

/// Finite values of a metric over these trials. Also accepts "timing.real_time_factor",
/// "timing.load_percent", "timing.wall", "timing.cpu" and "timing.memory_mb".
std::vector<double> ValuesOf(const std::vector<Outcome>& outcomes, const std::string& metric);

/// Number of trials with conditions, and of those that passed.
struct PassCount {
  int passed = 0;
  int judged = 0;
  int errors = 0;
};
/// Number of the study's checks whose value is out of range.
int FailedChecks(const Results& results);
/// Empty names: all.
PassCount CountPassed(const Results& results, const std::string& case_name = "",
                      const std::string& engine = "");

/// The id of a study among the trials of a manifest.
constexpr const char* kStudyEntry = "study";
/// Checks and numbers of a study.
std::string ToJson(const StudyOutcome& study);
/// study.json: the results of a study as data, with the references they are held to.
std::string DataJson(const StudyOutcome& study);

/// results.json: everything but the recordings.
std::string ToJson(const Results& results);
/// results.csv: one row per trial, one column per metric.
std::string ToCsv(const Results& results);

}  // namespace surefoot::experiment
