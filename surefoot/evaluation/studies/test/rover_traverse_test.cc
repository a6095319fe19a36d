#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "surefoot/evaluation/studies/all_studies.h"
#include "surefoot/evaluation/studies/test/study_fixture.h"

namespace surefoot::studies {
namespace {

using ::testing::HasSubstr;

TEST(RoverTraverse, IsTheArticlesDrive) {
  const StudyFixture fixture("kind: rover_traverse\nplanner: {cell: 2}\n");
  const auto outcome = fixture.Make(RoverTraverse());
  ASSERT_TRUE(outcome.ok()) << outcome.error().message;
  EXPECT_EQ(outcome->checks.size(), 7u);
  for (const auto& check : outcome->checks) {
    EXPECT_TRUE(check.passed()) << check.name << ": " << check.value;
  }
  EXPECT_NEAR(NumberOf(*outcome, "end.x"), 100.0, 0.23);
  EXPECT_NEAR(NumberOf(*outcome, "slip.level"), -0.0393, 0.0005);
  EXPECT_EQ(TextOf(*outcome), TextOf(*fixture.Make(RoverTraverse(), 1)));
}

TEST(RoverTraverse, GoesElsewhere) {
  const auto outcome = StudyFixture(
                           "target: [-40, 60]\nheading: 90\nlength: 20\nsteering: 5\nsoil: drift\n"
                           "rocks: {count: 5}\nplanner: {cell: 2}\n")
                           .Make(RoverTraverse());
  ASSERT_TRUE(outcome.ok()) << outcome.error().message;
  EXPECT_NEAR(NumberOf(*outcome, "end.x"), -40.0, 0.23);
  EXPECT_NEAR(NumberOf(*outcome, "end.y"), 60.0, 0.23);
}

TEST(RoverTraverse, MistakesAreReportedWithTheirLines) {
  const std::string errors = StudyFixture(
                                 "kind: rover_traverse\ntarget: [1]\nsteering: 0\nspeed: -3\n"
                                 "rocks:\n  count: many\n  radius: [2, 1]\nplaner: {}\n"
                                 "planner: {least: 5, wanted: 4}\n")
                                 .Check(RoverTraverse());
  for (const char* place : {"study.yaml:2", "study.yaml:3", "study.yaml:4", "study.yaml:6",
                            "study.yaml:7", "study.yaml:8", "study.yaml:9"}) {
    EXPECT_THAT(errors, HasSubstr(place));
  }
}

TEST(RoverTraverse, SaysWhenThereIsNoWay) {
  const auto outcome =
      StudyFixture("rocks: {count: 1500, radius: [2, 3]}\nplanner: {cell: 2, least: 9, wanted: 12}")
          .Make(RoverTraverse());
  ASSERT_FALSE(outcome.ok());
  EXPECT_NE(outcome.error().message, "");
}

}  // namespace
}  // namespace surefoot::studies
