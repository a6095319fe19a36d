// Expected numbers are computed by hand from the article's equations.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "surefoot/evaluation/studies/simulators/published.h"
#include "surefoot/evaluation/studies/simulators/study_judgement.h"
#include "surefoot/evaluation/studies/simulators/study_tables.h"
#include "surefoot/evaluation/studies/test/published_check.h"
#include "surefoot/evaluation/studies/test/study_fixture.h"

namespace surefoot::experiment {
namespace {

using gap::ImuStats;
using report::Cell;
using report::Table;
using testing::Contains;
using testing::HasSubstr;

/// Measurements with z up, as Surefoot's: the printed ones of CoppeliaSim rotated by 180 degrees
/// about x.
ImuStats LikeCoppeliaSim() {
  ImuStats stats = gap::PublishedCoppeliaSim();
  for (std::size_t axis : {1, 2}) {
    for (gap::SeriesStats* s : {&stats.gyro[axis], &stats.accel[axis]}) {
      *s = {-s->mean, -s->bottom, -s->top};
    }
  }
  return stats;
}

StudyColumn Column(const std::string& name) {
  StudyColumn column;
  column.name = name;
  column.tests[kPrintedTest] = {LikeCoppeliaSim()};
  column.rtf_paced = 1.0;
  column.rtf_unpaced = 30.0;
  column.load_1_paced = 8.0;
  column.load_2_paced = 14.0;
  column.cores = 4;
  return column;
}

StudyInput Input() {
  StudyInput input;
  input.features.free_to_use = input.features.open_source = true;
  input.features.languages = {"C++", "Python"};
  input.features.formats = {"sdf", "urdf", "mjcf"};
  input.features.engines = {"mujoco", "ode"};
  input.columns = {Column("Surefoot (mujoco)")};
  return input;
}

/// The study as its report description formats it.
struct StudyReport {
  std::vector<Table> tables;
};

StudyReport ReportOn(const StudyInput& input) {
  StudyOutcome outcome = MakeStudy(input);
  studies::StudyFixture::Show("simulators", &outcome);
  EXPECT_EQ(outcome.sections.size(), 4u);
  return {outcome.sections.front().tables};
}

Table TableOf(const StudyReport& report, const std::string& id) {
  for (const Table& table : report.tables) {
    if (table.id == id) return table;
  }
  ADD_FAILURE() << "no table " << id;
  return {};
}

Cell CellOf(const Table& table, const std::string& row, const std::string& column) {
  std::size_t c = 0;
  while (c < table.header.size() && table.header[c].text != column) ++c;
  for (const std::vector<Cell>& cells : table.rows) {
    if (cells[0].text == row && c < cells.size()) return cells[c];
  }
  ADD_FAILURE() << table.id << " has no " << row << " of " << column;
  return {};
}

TEST(Study, FeaturesAreScoredByTheRules) {
  const StudyReport report = ReportOn(Input());
  const Table table = TableOf(report, "table_4");
  EXPECT_EQ(CellOf(table, "Programming Languages", "Surefoot").text, "0.667");
  EXPECT_EQ(CellOf(table, "ROS Integration", "Surefoot").text, "0.000");
  EXPECT_EQ(CellOf(table, "Model Format Support", "Surefoot").text, "1.000");
  EXPECT_EQ(CellOf(table, "Model Format Support", "Webots").text, "0.250");
}

TEST(Study, AnImuThatLooksUpIsTurned) {
  const StudyReport report = ReportOn(Input());
  EXPECT_EQ(CellOf(TableOf(report, "table_7"), "Z mean", "Surefoot (mujoco)").text, "-10.70");
  EXPECT_EQ(CellOf(TableOf(report, "table_6"), "Z range", "Surefoot (mujoco)").text, "0.190");
  EXPECT_EQ(CellOf(TableOf(report, "table_6"), "Z mean", "Surefoot (mujoco)").text, "0.003");
}

/// A simulator with CoppeliaSim's measurements gets its errors by the equation.
TEST(Study, ErrorsOfTheirFiguresAreTheirErrors) {
  const StudyReport report = ReportOn(Input());
  const Table eight = TableOf(report, "table_8");
  const Table nine = TableOf(report, "table_9");
  for (const std::vector<Cell>& row : eight.rows) EXPECT_EQ(row[1].text, row[3].text);
  EXPECT_EQ(CellOf(eight, "Sum", "Surefoot (mujoco)").text, "1.237");
  EXPECT_EQ(CellOf(nine, "Sum", "CoppeliaSim, printed").text, "23.19");
  EXPECT_THAT(CellOf(nine, "Sum", "CoppeliaSim, printed").note, HasSubstr("23.43"));
  EXPECT_EQ(CellOf(nine, "X mean error", "CoppeliaSim, by equation (7)").text, "0.20");
  EXPECT_EQ(CellOf(nine, "Sum", "Surefoot (mujoco)").text, "23.43");
}

TEST(Study, OnePrintedTestGivesAnEstimateOnly) {
  const StudyReport report = ReportOn(Input());
  const Table ten = TableOf(report, "table_10");
  const Cell angular =
      CellOf(ten, "Angular velocity error, six tests (rad/s)", "Surefoot (mujoco)");
  EXPECT_EQ(angular.text, "~21.46");
  EXPECT_THAT(angular.note, HasSubstr("estimate"));
  const Table eleven = TableOf(report, "table_11");
  EXPECT_EQ(CellOf(eleven, "Total", "Surefoot (mujoco)").text[0], '~');
  EXPECT_EQ(CellOf(eleven, "Total without the IMU", "Weight").text, "36");
  // 4 + 2 + 0 + 3 * 0.667 + 0 + 4 + 3 + 4 * 1 / 1.064 + 2 * 4 / 8 + 2 * 7 / 14
  EXPECT_EQ(CellOf(eleven, "Total without the IMU", "Surefoot (mujoco)").text, "20.760");
}

TEST(Study, AllTestsAreSummedWhenRealDrivesAreGiven) {
  StudyInput input = Input();
  for (const StudyTest& test : input.tests) {
    input.columns[0].tests[test.id] = {LikeCoppeliaSim()};
    // The IMU of real drives may be mounted either way up.
    input.real[test.id] = gap::PublishedReal();
  }
  const Judgement judgement = Judge(input);
  EXPECT_FALSE(judgement.contenders.back().imu_estimated);
  EXPECT_NEAR(judgement.contenders.back().angular_velocity_error, 6 * 1.237, 1e-9);
  EXPECT_NEAR(judgement.contenders.back().linear_acceleration_error, 6 * 23.43, 1e-9);
  EXPECT_TRUE(judgement.tests_without_real.empty());
  // The smallest error is now Surefoot's, and equation (8) covers all simulators.
  EXPECT_NEAR(judgement.scores[gap::kLinearAcceleration].back(), 1.0, 1e-12);
  EXPECT_NEAR(judgement.scores[gap::kLinearAcceleration][0], 6 * 23.43 / 247.36, 1e-9);
  const StudyReport report = ReportOn(input);
  EXPECT_NE(CellOf(TableOf(report, "table_11"), "Total", "Surefoot (mujoco)").text[0], '~');
  EXPECT_EQ(TableOf(report, "table_imu_errors").rows.size(), 12u);
}

/// Surefoot's results beside CoppeliaSim's are compared with the same real figures.
TEST(Study, ThePrintedTestIsComparedWithThePrintWhateverIsGiven) {
  StudyInput input = Input();
  input.real[kPrintedTest] = LikeCoppeliaSim();
  const StudyReport report = ReportOn(input);
  EXPECT_EQ(CellOf(TableOf(report, "table_8"), "Sum", "Surefoot (mujoco)").text, "1.237");
  EXPECT_EQ(CellOf(TableOf(report, "table_7"), "Z mean", "Real (recording)").text, "-10.70");
  EXPECT_EQ(CellOf(TableOf(report, "table_imu_errors"),
                   "Straight over gravel, angular velocity (rad/s)", "Surefoot (mujoco)")
                .text,
            "0.000");
}

TEST(Study, WithoutOursTheFourGetWhatTheEquationsGive) {
  StudyInput input;
  const Judgement judgement = Judge(input);
  ASSERT_EQ(judgement.totals.size(), 4u);
  // Table 11 except for the five IMU scores that do not follow from Table 10, and rounding.
  EXPECT_NEAR(judgement.totals[0], 49.100, 0.02);
  EXPECT_NEAR(judgement.totals[1], 49.087 + 10 * (247.36 / 340.39 - 0.713), 0.02);
  EXPECT_NEAR(judgement.totals[2],
              32.148 + 10 * (18.76 / 24.42 - 0.792) + 10 * (247.36 / 624.23 - 0.424), 0.02);
  EXPECT_NEAR(judgement.totals[3],
              44.226 + 10 * (18.76 / 22.30 - 0.867) + 10 * (247.36 / 359.66 - 0.736), 0.02);
  const Table print = TableOf(ReportOn(input), "table_11_print");
  EXPECT_EQ(CellOf(print, "Weights times printed scores", "MORSE printed").text, "32.148");
  const auto morse = std::find_if(print.header.begin(), print.header.end(),
                                  [](const Cell& c) { return c.text == "MORSE printed"; });
  EXPECT_EQ(print.rows.back()[static_cast<std::size_t>(morse - print.header.begin()) + 1].text,
            "32.145");
}

/// By the equations CoppeliaSim is first; with the printed rule for the real-time factor it is
/// Gazebo. A few lines of Python computed the expected totals.
TEST(Study, TheTotalsOfTheFourByTheirEquations) {
  const Table table = TableOf(ReportOn({}), "table_11_print");
  const auto computed = [&](const std::string& row) {
    std::vector<std::string> texts;
    for (const std::vector<Cell>& cells : table.rows) {
      if (cells[0].text != row) continue;
      for (std::size_t i = 3; i < cells.size(); i += 2) texts.push_back(cells[i].text);
    }
    return texts;
  };
  EXPECT_EQ(computed("Total"), (std::vector<std::string>{"48.885", "48.379", "32.475", "43.807"}));
  EXPECT_EQ(computed("Total with R / max R"),
            (std::vector<std::string>{"49.094", "49.224", "31.629", "43.485"}));
  EXPECT_EQ(computed("Weights times printed scores"),
            (std::vector<std::string>{"49.100", "49.087", "32.145", "44.226"}));
}

TEST(Study, BothScoresOfTheRealTimeFactorAreShown) {
  StudyInput input = Input();
  const char* const print = "Real Time Factor (paced), R / max R";
  const char* const equation = "Real Time Factor (paced), equation (3)";
  StudyReport report = ReportOn(input);
  EXPECT_EQ(CellOf(TableOf(report, "table_11"), print, "MORSE").text, "0.789");
  EXPECT_EQ(CellOf(TableOf(report, "table_11"), equation, "MORSE").text, "1.000");
  EXPECT_EQ(CellOf(TableOf(report, "table_11"), print, "Weight").text, "4");
  EXPECT_EQ(CellOf(TableOf(report, "table_11"), equation, "Weight").text, "-");
  const double before = Judge(input).totals[2];
  input.options.rtf_rule = StudyOptions::RtfRule::kEquation;
  report = ReportOn(input);
  EXPECT_EQ(CellOf(TableOf(report, "table_11"), equation, "Weight").text, "4");
  EXPECT_NEAR(Judge(input).totals[2] - before, 4 * (1.0 - 0.839 / 1.064), 1e-9);
}

TEST(Study, TheBestOfARowStandsOut) {
  const Table table = TableOf(ReportOn(Input()), "table_10");
  const char* const load = "CPU load, one Husky, paced (%)";
  EXPECT_TRUE(CellOf(table, load, "Webots").strong);
  EXPECT_FALSE(CellOf(table, load, "Webots").faint);
  EXPECT_FALSE(CellOf(table, load, "Surefoot (mujoco)").strong);
  // A single value is not marked as the best.
  EXPECT_FALSE(CellOf(table, "Real-time factor, unpaced", "Surefoot (mujoco)").strong);
}

TEST(Study, LoadUnitAndWeightsCanBeChosen) {
  StudyInput input = Input();
  input.options.load_unit = StudyOptions::LoadUnit::kMachine;
  input.options.weights["average_load_cpu_efficiency"] = 7.5;
  const Judgement judgement = Judge(input);
  EXPECT_DOUBLE_EQ(judgement.contenders.back().load_1_paced, 2.0);
  EXPECT_DOUBLE_EQ(judgement.scores[gap::kAverageLoad].back(), 1.0);
  EXPECT_DOUBLE_EQ(judgement.scores[gap::kAverageLoad][3], 0.5);
  EXPECT_DOUBLE_EQ(judgement.weight_sum, 61.5);
  EXPECT_EQ(
      CellOf(TableOf(ReportOn(input), "table_11"), "Average Load CPU Efficiency", "Weight").text,
      "7.50");
}

TEST(Study, SeveralTrialsAreAveragedWithAnInterval) {
  StudyInput input = Input();
  ImuStats other = LikeCoppeliaSim();
  other.gyro[0].top += 0.1;
  input.columns[0].tests[kPrintedTest].push_back(other);
  const Judgement judgement = Judge(input);
  const TestError* error = judgement.contenders.back().ErrorIn(kPrintedTest);
  ASSERT_NE(error, nullptr);
  EXPECT_NEAR(error->angular_velocity.mean, 1.287, 1e-9);
  // Half of the difference times t of one degree of freedom.
  EXPECT_NEAR(error->angular_velocity.interval.high - 1.287, 0.05 * 12.7062, 1e-4);
  EXPECT_THAT(CellOf(TableOf(ReportOn(input), "table_8"), "Sum", "Surefoot (mujoco)").note,
              HasSubstr("2 trials"));
}

TEST(Study, WhatWasNotMeasuredIsNotScored) {
  StudyInput input = Input();
  input.columns[0].rtf_paced.reset();
  input.columns[0].tests.clear();
  const Table eleven = TableOf(ReportOn(input), "table_11");
  EXPECT_EQ(CellOf(eleven, "Total", "Surefoot (mujoco)").text, "-");
  EXPECT_EQ(CellOf(eleven, "Total without the IMU", "Surefoot (mujoco)").text, "-");
  EXPECT_EQ(CellOf(eleven, "IMU Angular Velocity Accuracy", "Surefoot (mujoco)").text, "-");
  EXPECT_THAT(eleven.notes, Contains(HasSubstr("not measured")));
}

TEST(Study, ListsContradictions) {
  const StudyReport report = ReportOn(Input());
  EXPECT_EQ(gap::PublishedContradictions().size(), 12u);
  EXPECT_EQ(TableOf(report, "table_contradictions").rows.size(), 12u);
}

TEST(Study, EachRowIsAsLongAsItsHeader) {
  StudyInput input = Input();
  input.columns.push_back(Column("Surefoot (ode)"));
  input.real[kPrintedTest] = gap::PublishedReal();
  for (const Table& table : ReportOn(input).tables) {
    for (const std::vector<Cell>& row : table.rows) {
      EXPECT_EQ(row.size(), table.header.size()) << table.id << " " << row[0].text;
    }
  }
}

/// Follows the decision tree by the answers that begin with the given words.
std::string Follow(const report::Page::Decision& node, std::vector<std::string> answers) {
  if (node.answers.empty()) return node.text;
  for (const std::string& expected : answers) {
    for (const auto& [answer, next] : node.answers) {
      if (answer.find(expected) != std::string::npos) return Follow(next, answers);
    }
  }
  return "stuck at " + node.text;
}

TEST(Study, TheDecisionFollowsTheFigures) {
  StudyInput input = Input();
  input.columns[0].load_1_paced = 1.0;
  // Without requirements the lowest load is Surefoot's, and Webots' without Surefoot.
  EXPECT_EQ(Follow(MakeDecision(Judge(input)), {"no", "low CPU load"}), "Surefoot (mujoco)");
  input.columns[0].load_1_paced = 50.0;
  EXPECT_EQ(Follow(MakeDecision(Judge(input)), {"no", "low CPU load"}), "Webots");
  // ROS and a user interface: only Gazebo has both when installed.
  EXPECT_EQ(Follow(MakeDecision(Judge(input)), {"yes", "low CPU load"}), "Gazebo");
  // With a gateway and a user interface of Surefoot, the load decides between the two.
  input.features.ros = gap::RosSupport::kOnInstallation;
  input.features.ui = {true, true, true, true, true};
  input.columns[0].load_1_paced = 5.0;
  EXPECT_EQ(Follow(MakeDecision(Judge(input)), {"yes", "low CPU load"}), "Surefoot (mujoco)");
}

TEST(Study, TheDecisionNamesTheBestOfOpenSource) {
  // Without Surefoot, CoppeliaSim has the smallest acceleration error, Gazebo the smallest of the
  // open-source simulators.
  EXPECT_EQ(Follow(MakeDecision(Judge({})), {"no", "true accelerations"}),
            "CoppeliaSim (open source: Gazebo)");
  // Each has four engines, so the total decides.
  EXPECT_EQ(Follow(MakeDecision(Judge({})), {"no", "many physics engines"}), "Gazebo");
  StudyInput input = Input();
  input.features.engines = {"a", "b", "c", "d", "e"};
  EXPECT_EQ(Follow(MakeDecision(Judge(input)), {"no", "many physics engines"}),
            "Surefoot (mujoco)");
}

}  // namespace
}  // namespace surefoot::experiment
