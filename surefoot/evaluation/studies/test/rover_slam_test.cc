#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "surefoot/evaluation/studies/all_studies.h"
#include "surefoot/evaluation/studies/rover/slam_run.h"
#include "surefoot/evaluation/studies/test/study_fixture.h"

namespace surefoot::studies {
namespace {

using ::testing::HasSubstr;

constexpr const char* kSmall =
    "kind: rover_slam\n"
    "traverse: {target: [20, 60], length: 20, rocks: {count: 30, low: [-40, -20], high: [60, "
    "90]}}\n"
    "seeds: 12\n"
    "scan: {seeds: 2, columns: 600, rings: 24}\n";

TEST(RoverSlam, KnowsBetterThanOdometryWhereItIs) {
  const auto outcome = StudyFixture(kSmall).Make(RoverSlam());
  ASSERT_TRUE(outcome.ok()) << outcome.error().message;
  EXPECT_EQ(outcome->sections.size(), 6u);
  for (const char* name : {"base", "consistent", "gate", "scans"}) {
    EXPECT_GT(NumberOf(*outcome, std::string(name) + ".ratio"), 1.5) << name;
  }
  EXPECT_NEAR(NumberOf(*outcome, "consistent.nis"), 2.0, 0.3);
  EXPECT_NEAR(NumberOf(*outcome, "low_noise.nis"), 2.0, 0.3);
  EXPECT_NEAR(NumberOf(*outcome, "low_noise.slam.nees"), 3.0, 1.2);
  EXPECT_EQ(NumberOf(*outcome, "base.wrong"), 0.0);
  EXPECT_LT(NumberOf(*outcome, "gate.wrong"), 0.02);
  EXPECT_TRUE(outcome->checks.empty()) << "another drive has no printed numbers";
}

TEST(RoverSlam, IsTheSameWithAnyNumberOfThreads) {
  const StudyFixture fixture(std::string(kSmall) + "cases: [base, scans]\n");
  const std::string one = TextOf(*fixture.Make(RoverSlam(), 1));
  EXPECT_EQ(one, TextOf(*fixture.Make(RoverSlam(), 4)));
  EXPECT_NE(one, TextOf(*fixture.Make(RoverSlam(), 1, 2))) << "another seed";
}

TEST(RoverSlam, MistakesAreReportedWithTheirLines) {
  const std::string errors =
      StudyFixture(
          "kind: rover_slam\nseeds: 1\ncases: [base, magic]\nodometry:\n  turn: -1\n"
          "traverse:\n  target: north\nperiod: 61\nscan: {bottom: 5}\n")
          .Check(RoverSlam());
  for (const char* place : {"study.yaml:2", "study.yaml:3", "study.yaml:5", "study.yaml:7",
                            "study.yaml:8", "study.yaml:9"}) {
    EXPECT_THAT(errors, HasSubstr(place));
  }
}

TEST(SlamSummary, IsThatOfItsRuns) {
  std::vector<SlamRun> runs(2);
  runs[0].odometry.error = {1.0, 30.0};
  runs[1].odometry.error = {2.0, 40.0};
  runs[0].slam.error = {1.0, 3.0};
  runs[1].slam.error = {2.0, 41.0};
  for (SlamRun& run : runs) {
    run.odometry.nees = run.slam.nees = {2.0, 4.0};
    run.odometry.size = {1.0, 2.0};
    run.slam.size = {2.0, 1.0};
    run.landmark_count = 2;
  }
  runs[0].nis = 1.0;
  runs[0].updates = 3;
  runs[1].nis = 3.0;
  runs[1].updates = 1;
  runs[1].wrong = 2;
  const SlamSummary summary = Summarize(runs);
  EXPECT_DOUBLE_EQ(summary.odometry.mean, 35.0);
  EXPECT_DOUBLE_EQ(summary.slam.mean, 22.0);
  EXPECT_DOUBLE_EQ(summary.odometry.rms, std::sqrt(0.5 * (900.0 + 1600.0)));
  EXPECT_DOUBLE_EQ(summary.ratio, 35.0 / 22.0);
  EXPECT_DOUBLE_EQ(summary.better, 0.5);
  EXPECT_DOUBLE_EQ(summary.nis, 1.5);
  EXPECT_DOUBLE_EQ(summary.slam.nees, 3.0);
  EXPECT_TRUE(summary.odometry.size_rises);
  EXPECT_FALSE(summary.slam.size_rises);
  EXPECT_DOUBLE_EQ(summary.wrong, 2.0 / 8.0);
}

}  // namespace
}  // namespace surefoot::studies
