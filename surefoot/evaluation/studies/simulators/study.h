#pragma once

/// The judgement of simulators by Farley, Wang and Marshall (2022), with ours beside theirs: from
/// what was measured to tables 4 and 6 to 11 and a decision tree. Figures are in study_figures.h.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/evaluation/recordings/imu_stats.h"
#include "surefoot/evaluation/report/page.h"
#include "surefoot/evaluation/report/table.h"
#include "surefoot/evaluation/studies/simulators/features.h"
#include "surefoot/evaluation/studies/simulators/published.h"
#include "surefoot/evaluation/studies/simulators/published_check.h"

namespace surefoot::experiment {

/// The test whose real figures are in print (Tables 6 and 7).
inline constexpr const char* kPrintedTest = "gravel_straight";

struct StudyTest {
  /// "gravel_straight".
  std::string id;
  /// "Straight over gravel".
  std::string title;
};

/// The six of the study, in its order.
std::vector<StudyTest> StudyTests();

/// One engine of ours, as it is or with another contact of the wheels. What was not measured is
/// left empty.
struct StudyColumn {
  /// "Surefoot (mujoco)".
  std::string name;
  /// "mujoco", "mujoco, tyre".
  std::string label;
  /// By test id, one entry per trial.
  std::map<std::string, std::vector<gap::ImuStats>> tests;
  /// Simulated over real time of all six tests together: equation (2).
  std::optional<double> rtf_paced;
  std::optional<double> rtf_unpaced;
  /// Percent of one core: one Husky, five Huskies.
  std::optional<double> load_1_paced;
  std::optional<double> load_2_paced;
  std::optional<double> load_1_unpaced;
  std::optional<double> load_2_unpaced;
  /// Of the machine.
  int cores = 1;
};

struct StudyOptions {
  /// By the name of the metric in Table 11 ("ui_functionality", gap::StudyMetrics), instead of the
  /// printed weight.
  std::map<std::string, double> weights;
  /// How a real-time factor becomes a score: the print divides by the greatest, its equation (3)
  /// divides the least by it.
  enum class RtfRule { kPrint, kEquation } rtf_rule = RtfRule::kPrint;
  /// What 100 % of CPU load is: the print does not say.
  enum class LoadUnit { kOneCore, kMachine } load_unit = LoadUnit::kOneCore;
};

struct StudyInput {
  /// Of Surefoot: study_features.h.
  gap::Features features;
  std::vector<StudyTest> tests = StudyTests();
  std::vector<StudyColumn> columns;
  /// Real drives by test id. Without kPrintedTest the printed figures stand for it.
  std::map<std::string, gap::ImuStats> real;
  StudyOptions options;
};

struct StudyReport {
  std::vector<report::Table> tables;
  /// Where the print contradicts itself.
  std::vector<gap::PublishedCheck> contradictions;
  report::Page::Decision decision;
  /// Sentences on how to read all this: what is an estimate, which reading was taken.
  std::vector<std::string> remarks;
};
StudyReport MakeStudy(const StudyInput& input);

}  // namespace surefoot::experiment
