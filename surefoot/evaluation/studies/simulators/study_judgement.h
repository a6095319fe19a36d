#pragma once

/// The judgement of simulators by Farley, Wang and Marshall (2022), with ours beside theirs: from
/// what was measured to the numbers behind tables 4 and 6 to 11 (study_tables.h) and a decision
/// tree. What was not measured is NaN. Figures are in study_figures.h.

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/evaluation/recordings/imu_stats.h"
#include "surefoot/evaluation/report/page.h"
#include "surefoot/evaluation/statistics/intervals.h"
#include "surefoot/evaluation/studies/simulators/features.h"
#include "surefoot/evaluation/studies/simulators/published.h"

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

/// How fast a simulator is, of runs that keep step with the clock ("paced") and of runs as fast as
/// possible: simulated over real time of all six tests together, equation (2), and CPU load with
/// one Husky and with five (percent).
template <typename T>
struct SpeedFigures {
  T rtf_paced{}, rtf_unpaced{}, load_1_paced{}, load_2_paced{}, load_1_unpaced{}, load_2_unpaced{};
};
inline constexpr const char* kSpeedNames[] = {"rtf_paced",    "rtf_unpaced",    "load_1_paced",
                                              "load_2_paced", "load_1_unpaced", "load_2_unpaced"};
/// In the order of their names; the first two are real-time factors.
template <typename T>
inline constexpr T SpeedFigures<T>::*kSpeeds[] = {
    &SpeedFigures<T>::rtf_paced,      &SpeedFigures<T>::rtf_unpaced,
    &SpeedFigures<T>::load_1_paced,   &SpeedFigures<T>::load_2_paced,
    &SpeedFigures<T>::load_1_unpaced, &SpeedFigures<T>::load_2_unpaced};

/// One engine of ours, as it is or with another contact of the wheels. What was not measured is
/// left empty; loads are of one core.
struct StudyColumn : SpeedFigures<std::optional<double>> {
  /// "Surefoot (mujoco)".
  std::string name;
  /// "mujoco", "mujoco, tyre".
  std::string label;
  /// By test id, one entry per trial.
  std::map<std::string, std::vector<gap::ImuStats>> tests;
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
  /// Of Surefoot: study_part.h.
  gap::Features features;
  std::vector<StudyTest> tests = StudyTests();
  std::vector<StudyColumn> columns;
  /// Real drives by test id. Without kPrintedTest the printed figures stand for it.
  std::map<std::string, gap::ImuStats> real;
  StudyOptions options;
};

/// A number over trials.
struct Averaged {
  double mean = 0.0;
  /// Of the mean, 95 %; NaN for less than two trials.
  gap::Interval interval;
  std::size_t trials = 0;
};

/// Errors of one engine in one test.
struct TestError {
  std::string test;
  /// Mean over the trials, by axis.
  gap::ImuError error;
  Averaged angular_velocity;
  Averaged linear_acceleration;
};

/// One of the four simulators of the article, or an engine of ours.
struct Contender : SpeedFigures<double> {
  std::string name;
  bool ours = false;
  gap::Features features;
  /// Sums over all tests, or estimates of them.
  double angular_velocity_error = 0.0;
  double linear_acceleration_error = 0.0;
  bool imu_estimated = false;
  /// Of each test that something real is known of, against that; empty for the four.
  std::vector<TestError> errors;
  /// Of kPrintedTest against the printed figures, as CoppeliaSim's are; empty when not driven.
  std::optional<TestError> printed_error;
  /// Means over the trials of kPrintedTest, z down; ours only, empty when it was not driven.
  std::optional<gap::ImuStats> printed_test;

  /// nullptr when there is none.
  const TestError* ErrorIn(const std::string& test) const;
};

/// A figure of each.
std::vector<double> FiguresOf(const std::vector<Contender>& contenders, double Contender::*figure);

struct Judgement {
  /// The four, then ours.
  std::vector<Contender> contenders;
  std::array<double, gap::kStudyMetricCount> weights{};
  /// Of each metric, one per contender.
  std::array<std::vector<double>, gap::kStudyMetricCount> scores;
  /// Both ways to score the real-time factor; `scores` has the one that was asked for.
  std::vector<double> rtf_by_print;
  std::vector<double> rtf_by_equation;
  /// Weighted sums of all metrics, and of all but the IMU's.
  std::vector<double> totals;
  std::vector<double> totals_without_imu;
  double weight_sum = 0.0;
  double weight_sum_without_imu = 0.0;
  /// Tests without anything real to compare with.
  std::vector<std::string> tests_without_real;
};
Judgement Judge(const StudyInput& input);

/// Which simulator for whom, as the article's Figure 9 has it for the four. Questions that do not
/// tell the remaining ones apart are left out, and so are those whose answers lead to the same.
report::Page::Decision MakeDecision(const Judgement& judgement);

}  // namespace surefoot::experiment
