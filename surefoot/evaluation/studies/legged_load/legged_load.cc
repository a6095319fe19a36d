#include "surefoot/evaluation/studies/legged_load/load_report.h"
#include "surefoot/evaluation/studies/legged_load/load_studies.h"

namespace surefoot::studies {
namespace {

void Check(const world::ElementReader& reader) { ReadLoadSettings(reader); }

std::vector<LoadCase> CasesOf(const LoadSettings& settings) {
  std::vector<LoadCase> cases;
  for (const std::string& engine : settings.engines) {
    for (const int robots : settings.robots) cases.push_back({engine, robots, true, false});
    for (const int robots : settings.blind) cases.push_back({engine, robots, false, false});
    if (settings.colliding > 0) cases.push_back({engine, settings.colliding, true, true});
  }
  return cases;
}

/// One after the other, whatever the number of jobs: they are measured.
Result<experiment::StudyOutcome> Make(const experiment::StudyContext& context) {
  Problems problems;
  const LoadSettings settings = ReadLoadSettings(world::ElementReader(context.settings, &problems));
  if (!problems.ok()) return Error{problems.ErrorText()};
  const std::vector<LoadCase> cases = CasesOf(settings);
  std::vector<LoadResult> results;
  for (const LoadCase& one : cases) {
    if (context.progress) {
      context.progress(one.engine + ", " + std::to_string(one.robots) + " robots",
                       static_cast<double>(results.size()) / static_cast<double>(cases.size()));
    }
    Result<LoadResult> result = RunLoad(context, settings, one);
    if (!result.ok()) return result.error();
    results.push_back(std::move(result).value());
  }
  return LoadOutcome(settings, results);
}

}  // namespace

experiment::StudyKind LeggedLoad() {
  return {"how many walking robots with cameras a machine carries", Check, Make};
}

}  // namespace surefoot::studies
