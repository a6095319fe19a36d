#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "surefoot/base/items.h"
#include "surefoot/base/try.h"
#include "surefoot/evaluation/studies/all_studies.h"
#include "surefoot/evaluation/studies/avoidance/avoidance_judge.h"
#include "surefoot/formats/fields.h"

// The study `avoidance`: simulated U-turns against recordings of a real robot and the ideal path,
// after Van Scoy, Phan, Ha and Jamieson, experiment 2. For each variant of sensor and controller
// the model of the file is simulated, and where recordings exist also fitted and cross-validated.

namespace surefoot::studies {
namespace {

namespace fs = std::filesystem;

using experiment::Record;
using experiment::StudyOutcome;

/// Height of the recordings' image, m.
constexpr double kArenaHeight = 0.91;
constexpr double kCm = 100.0;

/// All results of one variant.
struct AvoidanceResult {
  AvoidanceVariant variant;
  /// Without samples before the task.
  std::vector<AvoidanceTrace> simulated;
  std::vector<AvoidanceTrace> real;
  /// Complete traces, for files.
  std::vector<AvoidanceTrace> simulated_whole;
  /// Only with recordings.
  AvoidanceJudgement judgement;
  AvoidanceModel fitted;
  CrossValidation cross;
  /// Reason why the fit failed; empty when it succeeded.
  std::string no_fit;

  bool has_real() const { return !real.empty(); }
  bool has_fit() const { return has_real() && no_fit.empty(); }
};

/// The folder of recordings; empty when it is not installed.
std::string RecordingsFolder(const world::Element& settings) {
  const char* given = std::getenv("SUREFOOT_REAL_DATA");
  const fs::path data =
      given != nullptr && *given != '\0'
          ? fs::path(given)
          : fs::path(settings.source.file).parent_path() / ".." / ".." / "shared" / "data";
  std::error_code error;
  const fs::path folder = data / "centurion";
  return fs::is_directory(folder, error) ? folder.string() : "";
}

/// The runs without their first `discard` samples, in which the robot does not yet do the task.
std::vector<AvoidanceTrace> Moving(const std::vector<AvoidanceTrace>& runs, int discard) {
  return Mapped<AvoidanceTrace>(runs, [&](const AvoidanceTrace& run) {
    return Without(run, static_cast<std::size_t>(discard));
  });
}

/// Judges the simulated runs against the recordings and cross-validates the fit. A failed fit is
/// not an error of the study: its reason is stored and shown.
Status Compare(const StudyContext& context, const AvoidanceSettings& settings,
               const AvoidanceArena& arena, const std::vector<AvoidanceTrace>& recordings,
               AvoidanceResult* result) {
  result->real = Moving(recordings, settings.discard);
  for (const AvoidanceTrace& run : result->real) {
    if (run.size() < 2) return Error{run.name + ": the recording is too short"};
  }
  if (recordings.size() < 6) {
    return Error{"too few recordings of '" + result->variant.recordings +
                 "' to compare with: " + std::to_string(recordings.size()) + ", at least 6"};
  }
  result->judgement = Judge(result->simulated, result->real);
  auto fitted = FitModel(context, settings, arena, result->variant, recordings);
  if (fitted.ok()) result->fitted = fitted.value();
  auto cross = CrossValidate(context, settings, arena, result->variant, recordings);
  if (cross.ok()) result->cross = cross.value();
  // A variant whose fit failed is still shown.
  if (!fitted.ok()) result->no_fit = fitted.error().message;
  if (!cross.ok()) result->no_fit = cross.error().message;
  return Status();
}

/// Simulates a variant and compares it with its recordings if there are any.
Result<AvoidanceResult> MakeResult(const StudyContext& context, const AvoidanceSettings& settings,
                                   const AvoidanceArena& arena, const AvoidanceVariant& variant,
                                   const std::string& folder) {
  AvoidanceResult result;
  result.variant = variant;
  result.simulated_whole =
      SUREFOOT_TRY(SimulateRuns(context, settings, arena, variant, settings.runs, context.seed));
  result.simulated = Moving(result.simulated_whole, settings.discard);
  if (folder.empty() || variant.recordings.empty()) return result;
  const auto recordings = SUREFOOT_TRY(ReadRecordings(folder, variant.recordings, kArenaHeight));
  if (recordings.empty()) return result;
  SUREFOOT_TRY(Compare(context, settings, arena, recordings, &result));
  return result;
}

/// Adds mean and standard deviation of every feature. Without any U-turn among real runs there
/// are no features, and their columns stay empty.
void AddFeatures(const std::string& who, const std::vector<AvoidanceTrace>& runs, Record* record) {
  const FeatureSummary summary = Summarize(runs);
  for (const SummarizedFeature& feature : SummarizedFeatures()) {
    if (summary.turned == 0 && who == "real") break;
    const Spreading& number = summary.*feature.summary;
    const std::string name = who + "." + feature.name;
    record->Set(name, feature.unit * number.mean, feature.unit_name)
        .Set(name + ".sd", feature.unit * number.deviation, feature.unit_name);
  }
  if (summary.runs == 0) return;
  record->Set(who + ".turned", static_cast<double>(summary.turned))
      .Set(who + ".runs", static_cast<double>(summary.runs));
}

/// Adds positions over time as quantiles, the error, and all paths as one curve with gaps.
void AddRuns(const std::string& who, const std::vector<AvoidanceTrace>& runs,
             const AvoidanceTrace& ideal, Record* record) {
  if (runs.empty()) return;
  std::vector<double> path_x, path_y;
  std::vector<std::vector<double>> x, y;
  for (const AvoidanceTrace& run : runs) {
    path_x.insert(path_x.end(), run.x.begin(), run.x.end());
    path_y.insert(path_y.end(), run.y.begin(), run.y.end());
    path_x.push_back(std::nan(""));
    path_y.push_back(std::nan(""));
    x.emplace_back();
    y.emplace_back();
    for (const double t : ideal.t) {
      x.back().push_back(kCm * At(run, run.x, t));
      y.back().push_back(kCm * At(run, run.y, t));
    }
  }
  SetQuantiles(who + ".x", x, "cm", record);
  SetQuantiles(who + ".y", y, "cm", record);
  record->Set(who + ".rmse", Scaled(ErrorOverTime(runs, ideal), kCm), "cm")
      .Set(who + ".path.x", Scaled(path_x, kCm), "cm")
      .Set(who + ".path.y", Scaled(path_y, kCm), "cm");
}

/// Adds the fields "simulated", "real", ... with a prefix.
void AddJudgement(const std::string& prefix, const std::string& name, const AvoidanceJudgement& j,
                  StudyOutcome* outcome) {
  outcome->Set("judgements")
      .Add()
      .Set(prefix + "name", name)
      .Set(prefix + "simulated", static_cast<double>(j.simulated))
      .Set(prefix + "real", static_cast<double>(j.real))
      .Set(prefix + "end_error", kCm * j.end_error, "cm")
      .SetAll(prefix, {SUREFOOT_FIELDS(j, end_spread_ratio, coverage, min_coverage)});
}

void AddNumbers(const std::string& name, const AvoidanceJudgement& j, StudyOutcome* outcome) {
  outcome->AddNumbers(name + ".",
                      {SUREFOOT_FIELDS(j, end_error, end_spread_ratio, coverage, min_coverage)});
}

/// Adds the numbers of a model as a column of the table of models, in the units of the file, so
/// that a fitted model can be copied into the experiment.
void AddModel(const std::string& column, const AvoidanceModel& model, StudyOutcome* outcome) {
  for (const ModelNumber& number : ModelNumbers()) {
    const Spreading& value = model.*number.member;
    outcome->Set("model")
        .Add()
        .Set("number", std::string(number.name) + " (" + number.unit_name + ")")
        .Set("column", column)
        .Set("mean", number.unit * value.mean, number.unit_name)
        .Set("sd", number.unit * value.deviation, number.unit_name);
  }
}

/// Adds all records of a variant: the comparison, features, models and curves.
void AddVariant(const AvoidanceSettings& settings, const AvoidanceResult& result,
                StudyOutcome* outcome) {
  const std::string& name = result.variant.name;
  const AvoidanceTrace ideal =
      IdealTrace(settings, result.variant, InstantsOf(result.simulated, result.real));
  Record& record = outcome->Set("variants").Add();
  record.Set("name", name)
      .Set("title", result.variant.title)
      .Set("recordings", result.variant.recordings)
      .Set("has_real", result.has_real() ? "yes" : "no")
      .Set("ideal.t", ideal.t, "s")
      .Set("ideal.x", Scaled(ideal.x, kCm), "cm")
      .Set("ideal.y", Scaled(ideal.y, kCm), "cm");
  if (!result.no_fit.empty()) record.Set("no_fit", result.no_fit);
  AddRuns("simulated", result.simulated, ideal, &record);
  AddRuns("real", result.real, ideal, &record);
  AddFeatures("simulated", result.simulated, &record);
  AddFeatures("real", result.real, &record);
  if (result.has_real()) {
    record.Set("end_error", result.judgement.end_error, "m")
        .SetAll("", {SUREFOOT_FIELDS(result.judgement, end_spread_ratio, coverage)});
  }
  for (const AvoidanceTrace& run : result.simulated_whole) {
    outcome->Set("simulated_runs")
        .Add()
        .Set("variant", name)
        .Set("file", run.name)
        .Set("csv", ToCsv(run, kArenaHeight));
  }
  AddModel(name, result.variant.model, outcome);
  if (result.has_fit()) AddModel(name + ", fitted", result.fitted, outcome);
  outcome->numbers.emplace_back(name + ".u_turns", Summarize(result.simulated).turned);
  if (!result.has_real()) return;
  AddJudgement("", name, result.judgement, outcome);
  AddNumbers(name, result.judgement, outcome);
  if (!result.has_fit()) return;
  for (const int half : {0, 1}) {
    const AvoidanceJudgement& j = result.cross.judgements[half];
    AddJudgement("half.", name + ", fitted on the other half", j, outcome);
    AddNumbers(name + ".other_half_" + std::to_string(half + 1), j, outcome);
  }
}

Result<StudyOutcome> Make(const StudyContext& context, const AvoidanceSettings& settings) {
  const AvoidanceArena arena = SUREFOOT_TRY(AvoidanceArena::Load(context.parts, settings));
  const std::string folder = RecordingsFolder(context.settings);
  std::vector<AvoidanceResult> results;
  for (const AvoidanceVariant& variant : settings.variants) {
    if (context.progress) {
      context.progress(variant.name, static_cast<double>(results.size()) /
                                         static_cast<double>(settings.variants.size()));
    }
    results.push_back(SUREFOOT_TRY(MakeResult(context, settings, arena, variant, folder)));
  }
  StudyOutcome outcome;
  outcome.facts.Set("recordings", folder.empty() ? "none" : folder);
  for (const AvoidanceResult& result : results) AddVariant(settings, result, &outcome);
  return outcome;
}

}  // namespace

experiment::StudyKind Avoidance() {
  return experiment::StudyOf<ReadAvoidanceSettings, Make>(
      "a two-wheel robot that avoids obstacles, against recordings of the real one", "avoidance");
}

}  // namespace surefoot::studies
