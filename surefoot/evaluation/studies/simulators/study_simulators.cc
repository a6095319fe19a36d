#include "surefoot/evaluation/run/results.h"
#include "surefoot/evaluation/run/study_kind.h"
#include "surefoot/evaluation/studies/rigs/bevameter_study.h"
#include "surefoot/evaluation/studies/rigs/wheel_rig.h"
#include "surefoot/evaluation/studies/simulators/study.h"
#include "surefoot/evaluation/studies/simulators/study_part.h"

namespace surefoot::experiment {
namespace {

void Check(const world::ElementReader& settings) {
  ReadStudySettings(settings.element(), settings.problems());
}

Result<StudyOutcome> Make(const StudyContext& context) {
  Problems problems;
  const StudySettings settings = ReadStudySettings(context.settings, &problems);
  const StudyInput input = MakeStudyInput(context.parts, settings, context.results);
  StudyReport study = MakeStudy(input);
  StudyOutcome outcome;
  StudySection tables{"The study", "", {}, std::move(study.tables), {}, "", {}};
  StudySection decision{"Which simulator?", "", {}, {}, std::move(study.decision), "", {}};
  decision.decision_caption =
      "In place of Figure 9 of the article, whose questions are not in its text: the questions are "
      "ours, the answers follow from the figures above.";
  StudySection imu{"What the IMU measured", "", {}, {}, {}, "", {}};
  imu.figures = StudyFigures(settings, input, context.results);
  StudySection remarks{"Remarks on the study", "", {}, {}, {}, "", std::move(study.remarks)};
  outcome.sections = {std::move(tables), std::move(decision), std::move(imu), std::move(remarks)};
  return outcome;
}

}  // namespace

StudyRegistry OwnStudies() {
  StudyRegistry studies;
  studies.Add("simulators", {"judges engines as simulators were judged in print", Check, Make});
  studies.Add("single_wheel", {"a towed wheel against the integrals of its contact and recordings",
                               CheckWheelRig, MakeWheelRigStudy, "single_wheel"});
  studies.Add("bevameter", {"numbers of soils found back from plates, against recordings",
                            CheckBevameter, MakeBevameterStudy, "bevameter"});
  return studies;
}

}  // namespace surefoot::experiment
