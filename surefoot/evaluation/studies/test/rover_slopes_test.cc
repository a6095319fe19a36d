#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "surefoot/evaluation/studies/all_studies.h"
#include "surefoot/evaluation/studies/test/study_fixture.h"

namespace surefoot::studies {
namespace {

using ::testing::HasSubstr;

constexpr const char* kSmall =
    "kind: rover_slopes\n"
    "slopes: [21]\n"
    "soils: [drift]\n"
    "centers: [-0.05]\n"
    "range: [18, 23]\n"
    "duration: 3600\n"
    "samples: 8\n"
    "drive_samples: 2\n"
    "uncertainty: {friction_angle_deg: {normal: 1}}\n";

TEST(RoverSlopes, HoldsItselfToTheArticle) {
  const auto outcome = StudyFixture(kSmall).Make(RoverSlopes());
  ASSERT_TRUE(outcome.ok()) << outcome.error().message;
  for (const char* name : {"slip, drift, 21 deg, wheels steered", "steepest slope climbed",
                           "distance from the path after 3600 s", "slip straight up"}) {
    ASSERT_NE(FindCheck(*outcome, name), nullptr) << name;
  }
  for (const auto& check : outcome->checks) {
    EXPECT_TRUE(check.passed()) << check.name << ": " << check.value;
  }
  EXPECT_NEAR(NumberOf(*outcome, "slip.steered.drift_21"), 0.7159, 0.002);
  EXPECT_NEAR(NumberOf(*outcome, "limit_deg.drift"), 22.01, 0.02);
  EXPECT_LT(NumberOf(*outcome, "limit_deg.drift.q05"), 22.0);
  EXPECT_GT(NumberOf(*outcome, "limit_deg.drift.q95"), 22.0);
}

TEST(RoverSlopes, IsTheSameWithAnyNumberOfThreads) {
  const StudyFixture fixture(kSmall);
  const std::string one = TextOf(*fixture.Make(RoverSlopes(), 1));
  EXPECT_EQ(one, TextOf(*fixture.Make(RoverSlopes(), 3)));
  EXPECT_NE(one, TextOf(*fixture.Make(RoverSlopes(), 1, 2))) << "another seed";
}

// The bands of a study without uncertainty are its line.
TEST(RoverSlopes, WithoutUncertaintyBandsHaveNoWidth) {
  const auto outcome = StudyFixture(
                           "slopes: [10]\nsoils: [mixed_drift_cloddy]\ncenters: [0]\n"
                           "duration: 60\nsamples: 2\ndrive_samples: 0\n")
                           .Make(RoverSlopes());
  ASSERT_TRUE(outcome.ok());
  EXPECT_NEAR(NumberOf(*outcome, "limit_deg.mixed_drift_cloddy.q05"),
              NumberOf(*outcome, "limit_deg.mixed_drift_cloddy"), 1e-4);
}

TEST(RoverSlopes, ShowsTrialsBesideIt) {
  StudyFixture fixture(std::string(kSmall) + "multibody: {slip: wheels.slip}\n");
  experiment::Trial trial;
  trial.engine = "mujoco";
  trial.values = {{"slope", "21"}, {"soil", "drift"}};
  fixture.results().plan.trials = {trial, trial};
  experiment::TrialResult result;
  result.metrics = {{"wheels.slip", 0.6543}};
  fixture.results().results = {result, result};
  fixture.results().results[1].error = "fell over";
  const auto outcome = fixture.Make(RoverSlopes());
  ASSERT_TRUE(outcome.ok());
  ASSERT_EQ(outcome->sections.size(), 3u);
  const report::Table& table = outcome->sections[2].tables.at(0);
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_EQ(table.rows[0][3].text, "0.6543");
  EXPECT_EQ(table.rows[0][4].text, "0.6807");
}

TEST(RoverSlopes, MistakesAreReportedWithTheirLines) {
  const std::string errors = StudyFixture(
                                 "kind: rover_slopes\nslope: [21]\nslopes: [21, 95]\nsamples: 0\n"
                                 "range: [10, 5]\ngravity: no\n")
                                 .Check(RoverSlopes());
  for (const char* place :
       {"study.yaml:2", "study.yaml:3", "study.yaml:4", "study.yaml:5", "study.yaml:6"}) {
    EXPECT_THAT(errors, HasSubstr(place));
  }
  EXPECT_EQ(StudyFixture(kSmall).Check(RoverSlopes()), "");
}

TEST(RoverSlopes, StopsWhenItIsAsked) {
  const StudyFixture fixture(kSmall);
  const experiment::Results results;
  const auto outcome = RoverSlopes().make(
      {fixture.parts(), results, fixture.settings(), 1, 2, nullptr, [] { return true; }});
  EXPECT_FALSE(outcome.ok());
}

}  // namespace
}  // namespace surefoot::studies
