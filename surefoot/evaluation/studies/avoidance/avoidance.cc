#include <cstdlib>
#include <filesystem>

#include "surefoot/evaluation/studies/avoidance/avoidance_report.h"
#include "surefoot/evaluation/studies/avoidance/avoidance_studies.h"

namespace surefoot::studies {
namespace {

namespace fs = std::filesystem;

constexpr double kArenaHeight = 0.91;

void Check(const world::ElementReader& reader) { ReadAvoidanceSettings(reader); }

/// The folder of recordings; empty when there is none.
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

std::vector<AvoidanceTrace> Moving(const std::vector<AvoidanceTrace>& runs, int discard) {
  std::vector<AvoidanceTrace> moving;
  for (const AvoidanceTrace& run : runs) {
    moving.push_back(Without(run, static_cast<std::size_t>(discard)));
  }
  return moving;
}

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
  // A variant that cannot be fitted is still shown.
  if (!fitted.ok()) result->no_fit = fitted.error().message;
  if (!cross.ok()) result->no_fit = cross.error().message;
  return Status();
}

Result<AvoidanceResult> MakeResult(const StudyContext& context, const AvoidanceSettings& settings,
                                   const AvoidanceArena& arena, const AvoidanceVariant& variant,
                                   const std::string& folder) {
  AvoidanceResult result;
  result.variant = variant;
  auto runs = SimulateRuns(context, settings, arena, variant, settings.runs, context.seed);
  if (!runs.ok()) return runs.error();
  result.simulated_whole = std::move(runs).value();
  result.simulated = Moving(result.simulated_whole, settings.discard);
  if (folder.empty() || variant.recordings.empty()) return result;
  const auto recordings = ReadRecordings(folder, variant.recordings, kArenaHeight);
  if (!recordings.ok()) return recordings.error();
  if (recordings->empty()) return result;
  const Status status = Compare(context, settings, arena, recordings.value(), &result);
  if (!status.ok()) return status.error();
  return result;
}

Result<experiment::StudyOutcome> Make(const StudyContext& context) {
  Problems problems;
  const AvoidanceSettings settings =
      ReadAvoidanceSettings(world::ElementReader(context.settings, &problems));
  const Result<AvoidanceArena> arena = AvoidanceArena::Load(context.parts, settings);
  if (!arena.ok()) return arena.error();
  const std::string folder = RecordingsFolder(context.settings);
  std::vector<AvoidanceResult> results;
  for (const AvoidanceVariant& variant : settings.variants) {
    if (context.progress) {
      context.progress(variant.name, static_cast<double>(results.size()) /
                                         static_cast<double>(settings.variants.size()));
    }
    auto result = MakeResult(context, settings, arena.value(), variant, folder);
    if (!result.ok()) return result.error();
    results.push_back(std::move(result).value());
  }
  experiment::StudyOutcome outcome;
  const std::string note =
      folder.empty() ? "There are no recordings of the real robot here (SUREFOOT_REAL_DATA names "
                       "the folder of real data): simulated and ideal runs only."
                     : "";
  outcome.sections.push_back(AvoidanceSummary(results, note));
  for (const AvoidanceResult& result : results) {
    outcome.sections.push_back(AvoidanceSection(settings, result));
  }
  outcome.checks = AvoidanceChecks(results);
  outcome.numbers = AvoidanceNumbers(results);
  return outcome;
}

}  // namespace

experiment::StudyKind Avoidance() {
  return {"a two-wheel robot that avoids obstacles, against recordings of the real one", Check,
          Make};
}

}  // namespace surefoot::studies
