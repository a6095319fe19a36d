#include "surefoot/evaluation/studies/simulators/study.h"

#include "surefoot/evaluation/studies/simulators/study_cells.h"
#include "surefoot/evaluation/studies/simulators/study_decision.h"
#include "surefoot/evaluation/studies/simulators/study_tables.h"

namespace surefoot::experiment {
namespace {

std::vector<std::string> RemarksOn(const Judgement& judgement) {
  std::vector<std::string> remarks = {
      "The figures of CoppeliaSim, Gazebo, MORSE and Webots are those that A. Farley, J. Wang and "
      "J. A. Marshall printed in 2022. They were measured on another computer.",
      "The article names Figure 9, a decision tree, but not its questions in the text. The tree "
      "here asks for features that set the simulators apart and then for what matters most; who "
      "is named follows from the figures of this report.",
      "The real Husky's figures straight over gravel are those of Tables 6 and 7. The print tells "
      "how long each range is and not where it lies; plots draw it around the mean."};
  if (!judgement.tests_without_real.empty()) {
    remarks.push_back("Nothing real is known of " + Joined(judgement.tests_without_real) +
                      ": give recordings with --real to have all tests judged.");
  }
  return remarks;
}

}  // namespace

std::vector<StudyTest> StudyTests() {
  return {{"grass_straight", "Straight over grass"}, {"grass_circle", "Circle over grass"},
          {"bumps_straight", "Straight over bumps"}, {"bumps_circle", "Circle over bumps"},
          {kPrintedTest, "Straight over gravel"},    {"gravel_circle", "Circle over gravel"}};
}

StudyReport MakeStudy(const StudyInput& input) {
  const Judgement judgement = Judge(input);
  StudyReport report;
  report.tables = {
      Table3(input),     Table4(input),    Table6(input, judgement), Table7(input, judgement),
      Table8(judgement), Table9(judgement)};
  if (!input.real.empty() && !input.columns.empty()) {
    report.tables.push_back(ErrorTable(input, judgement));
  }
  report.tables.push_back(Table10(input, judgement));
  report.tables.push_back(Table11(input, judgement));
  report.tables.push_back(Table11AsPrinted());
  report.tables.push_back(ContradictionTable());
  report.contradictions = gap::PublishedContradictions();
  report.decision = MakeDecision(judgement);
  report.remarks = RemarksOn(judgement);
  return report;
}

}  // namespace surefoot::experiment
