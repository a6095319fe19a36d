#pragma once

/// The evaluation of simulators by Farley, Wang and Marshall (2022) with Surefoot's engines added:
/// from measurements to the numbers of tables 4 and 6 to 11 (study_tables.h) and a decision tree.
/// Missing measurements are NaN. Figures are in study_figures.h.

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

/// The test whose real values are printed (Tables 6 and 7).
inline constexpr const char* kPrintedTest = "gravel_straight";

struct StudyTest {
  /// "gravel_straight".
  std::string id;
  /// "Straight over gravel".
  std::string title;
};

/// The six tests of the article, in its order.
std::vector<StudyTest> StudyTests();

/// Speed of a simulator, in runs at real time ("paced") and as fast as possible: simulated divided
/// by wall-clock time over all six tests, equation (2), and CPU load with one Husky and with five,
/// percent.
template <typename T>
struct SpeedFigures {
  T rtf_paced{}, rtf_unpaced{}, load_1_paced{}, load_2_paced{}, load_1_unpaced{}, load_2_unpaced{};
};
inline constexpr const char* kSpeedNames[] = {"rtf_paced",    "rtf_unpaced",    "load_1_paced",
                                              "load_2_paced", "load_1_unpaced", "load_2_unpaced"};
/// In the order of kSpeedNames; the first two are real-time factors.
template <typename T>
inline constexpr T SpeedFigures<T>::*kSpeeds[] = {
    &SpeedFigures<T>::rtf_paced,      &SpeedFigures<T>::rtf_unpaced,
    &SpeedFigures<T>::load_1_paced,   &SpeedFigures<T>::load_2_paced,
    &SpeedFigures<T>::load_1_unpaced, &SpeedFigures<T>::load_2_unpaced};

/// A column of the study: one of Surefoot's engines, with its own or another contact model of the
/// wheels. Missing measurements are empty; loads are relative to one core.
struct StudyColumn : SpeedFigures<std::optional<double>> {
  /// "Surefoot (mujoco)".
  std::string name;
  /// "mujoco", "mujoco, tyre".
  std::string label;
  /// Statistics by test id, one entry per trial.
  std::map<std::string, std::vector<gap::ImuStats>> tests;
  /// Number of cores of the machine.
  int cores = 1;
};

struct StudyOptions {
  /// Weights by the metric's name in Table 11 ("ui_functionality", gap::StudyMetrics), replacing
  /// the printed ones.
  std::map<std::string, double> weights;
  /// Rule for scores of the real-time factor: Table 11 divides by the largest, equation (3) divides
  /// the smallest by the value.
  enum class RtfRule { kPrint, kEquation } rtf_rule = RtfRule::kPrint;
  /// Whether 100 % CPU load is one core or all cores: the article does not state it.
  enum class LoadUnit { kOneCore, kMachine } load_unit = LoadUnit::kOneCore;
};

struct StudyInput {
  /// Features of Surefoot (study_part.h).
  gap::Features features;
  std::vector<StudyTest> tests = StudyTests();
  std::vector<StudyColumn> columns;
  /// Real drives by test id. If kPrintedTest is missing, the printed values are used for it.
  std::map<std::string, gap::ImuStats> real;
  StudyOptions options;
};

/// Mean of a number over trials.
struct Averaged {
  double mean = 0.0;
  /// 95 % interval of the mean; NaN for fewer than two trials.
  gap::Interval interval;
  std::size_t trials = 0;
};

/// Errors of an engine in one test.
struct TestError {
  std::string test;
  /// Mean over the trials, per axis.
  gap::ImuError error;
  Averaged angular_velocity;
  Averaged linear_acceleration;
};

/// A simulator in the comparison: one of the article's four, or one of Surefoot's engines.
struct Contender : SpeedFigures<double> {
  std::string name;
  bool ours = false;
  gap::Features features;
  /// Sums over all tests, or estimates of these sums.
  double angular_velocity_error = 0.0;
  double linear_acceleration_error = 0.0;
  bool imu_estimated = false;
  /// Errors in each test with real values; empty for the article's four.
  std::vector<TestError> errors;
  /// Errors in kPrintedTest against the printed values, as for CoppeliaSim; empty when the test did
  /// not run.
  std::optional<TestError> printed_error;
  /// Means over the trials of kPrintedTest, z down; for Surefoot only, empty when the test did not
  /// run.
  std::optional<gap::ImuStats> printed_test;

  /// nullptr when the test is missing.
  const TestError* ErrorIn(const std::string& test) const;
};

/// A figure of each.
std::vector<double> FiguresOf(const std::vector<Contender>& contenders, double Contender::*figure);

struct Judgement {
  /// The article's four first, then Surefoot's engines.
  std::vector<Contender> contenders;
  std::array<double, gap::kStudyMetricCount> weights{};
  /// Scores of each metric, one per contender.
  std::array<std::vector<double>, gap::kStudyMetricCount> scores;
  /// Scores of the real-time factor by both rules; `scores` has the selected one.
  std::vector<double> rtf_by_print;
  std::vector<double> rtf_by_equation;
  /// Weighted sums over all metrics, and over all except those of the IMU.
  std::vector<double> totals;
  std::vector<double> totals_without_imu;
  double weight_sum = 0.0;
  double weight_sum_without_imu = 0.0;
  /// Tests without real values.
  std::vector<std::string> tests_without_real;
};
Judgement Judge(const StudyInput& input);

/// Decision tree for choosing a simulator, as the article's Figure 9 for its four. Questions that
/// do not separate the remaining simulators, or whose answers lead to the same one, are left out.
report::Page::Decision MakeDecision(const Judgement& judgement);

}  // namespace surefoot::experiment
