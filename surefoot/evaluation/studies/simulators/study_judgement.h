#pragma once

/// The numbers behind the tables of study.h. What was not measured is NaN.

#include <array>
#include <string>
#include <vector>

#include "surefoot/evaluation/statistics/intervals.h"
#include "surefoot/evaluation/studies/simulators/study.h"

namespace surefoot::experiment {

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
struct Contender {
  std::string name;
  bool ours = false;
  gap::Features features;
  double rtf_paced = 0.0;
  double rtf_unpaced = 0.0;
  double load_1_paced = 0.0;
  double load_2_paced = 0.0;
  double load_1_unpaced = 0.0;
  double load_2_unpaced = 0.0;
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

}  // namespace surefoot::experiment
