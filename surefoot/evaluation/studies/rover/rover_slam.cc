#include "surefoot/evaluation/studies/rover/rover_studies.h"
#include "surefoot/evaluation/studies/rover/slam_report.h"

namespace surefoot::studies {
namespace {

void Check(const world::ElementReader& reader) { ReadSlamSettings(reader); }

/// All seeds of all cases, in threads.
Status RunAll(const StudyContext& context, const SlamSettings& settings,
              std::vector<SlamCaseResult>* cases) {
  std::vector<std::pair<std::size_t, std::size_t>> tasks;
  // Those that take long come first.
  for (const bool scans : {true, false}) {
    for (std::size_t c = 0; c < cases->size(); ++c) {
      const SlamCaseResult& result = (*cases)[c];
      if (result.one.scans != scans) continue;
      for (std::size_t k = 0; k < result.runs.size(); ++k) tasks.emplace_back(c, k);
    }
  }
  return DoAll(context, "seeds", 0.1, 1.0, tasks.size(), [&](std::size_t i) {
    const auto [c, k] = tasks[i];
    SlamCaseResult& result = (*cases)[c];
    result.runs[k] = RunSlam(settings, result.one, result.truth, context.seed, k, k == 0);
    return Status();
  });
}

Result<experiment::StudyOutcome> Make(const StudyContext& context) {
  Problems problems;
  const world::ElementReader reader(context.settings, &problems);
  const SlamSettings settings = ReadSlamSettings(reader);
  if (context.progress) context.progress("driving", 0.0);
  const Result<Traverse> traverse =
      DoTraverse(context, reader.Child("traverse"), settings.traverse);
  if (!traverse.ok()) return traverse.error();
  const auto scene = RockScene::Make(traverse->rocks, settings.scanner, settings.traverse.map_seed);
  if (!scene.ok()) return scene.error();
  std::vector<SlamCaseResult> cases;
  for (const SlamCase& one : settings.cases) {
    SlamCaseResult result;
    result.one = one;
    result.truth = {TruePoses(*traverse, settings.period, one.consistent), traverse->rocks,
                    one.scans ? &scene.value() : nullptr};
    if (result.truth.poses.size() < 2) {
      return Error{"the drive ends before the first measurement; take a shorter period"};
    }
    result.runs.resize(static_cast<std::size_t>(settings.SeedsOf(one)));
    cases.push_back(std::move(result));
  }
  const Status status = RunAll(context, settings, &cases);
  if (!status.ok()) return status.error();
  experiment::StudyOutcome outcome;
  for (SlamCaseResult& result : cases) result.summary = Summarize(result.runs);
  outcome.sections.push_back(SlamCaseSection(settings, cases.front(), true));
  outcome.sections.push_back(SlamTableSection(settings, cases));
  for (std::size_t i = 1; i < cases.size(); ++i) {
    outcome.sections.push_back(SlamCaseSection(settings, cases[i], false));
  }
  outcome.checks = SlamChecks(settings, cases);
  outcome.numbers = SlamNumbers(cases);
  return outcome;
}

}  // namespace

experiment::StudyKind RoverSlam() {
  return {"where a rover is: odometry, and SLAM with a LIDAR, over many seeds", Check, Make};
}

}  // namespace surefoot::studies
