#include "surefoot/evaluation/studies/rover/rover_studies.h"
#include "surefoot/evaluation/studies/rover/slopes_checks.h"
#include "surefoot/evaluation/studies/rover/slopes_report.h"

namespace surefoot::studies {
namespace {

void Check(const world::ElementReader& reader) { ReadSlopesSettings(reader); }

Result<experiment::StudyOutcome> Make(const StudyContext& context) {
  Problems problems;
  const SlopesSettings settings =
      ReadSlopesSettings(world::ElementReader(context.settings, &problems));
  const Result<SlopesWork> work = DoSlopes(context, settings);
  if (!work.ok()) return work.error();
  const std::vector<SlopeTrial> trials = TrialsOf(context.results, settings);
  experiment::StudyOutcome outcome;
  outcome.sections = {DrivesSection(settings, *work), ClimbSection(settings, *work, trials)};
  if (!trials.empty()) outcome.sections.push_back(TrialsSection(*work, trials));
  outcome.checks = SlopesChecks(settings, *work);
  outcome.numbers = SlopesNumbers(*work);
  return outcome;
}

}  // namespace

experiment::StudyKind RoverSlopes() {
  return {"a rover on slopes of soil: paths, slip, how steep it climbs", Check, Make};
}

}  // namespace surefoot::studies
