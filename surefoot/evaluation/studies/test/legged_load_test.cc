#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/evaluation/studies/all_studies.h"
#include "surefoot/evaluation/studies/legged_load/load_run.h"
#include "surefoot/evaluation/studies/test/study_fixture.h"

namespace surefoot::studies {
namespace {

using ::testing::HasSubstr;

TEST(LeggedLoad, SettingsAreChecked) {
  const auto text_of = [](const std::string& yaml) {
    return StudyFixture("kind: legged_load\n" + yaml).Check(LeggedLoad());
  };
  EXPECT_EQ(
      text_of("robots: [1, 8, 32]\nwithout_cameras: [22]\nbars: {robots: 8, colliding: true}"), "");
  EXPECT_THAT(text_of("robot_count: 5"), HasSubstr("study.yaml:2"));
  EXPECT_THAT(text_of("robots: [1, 65]"), HasSubstr("65"));
  EXPECT_THAT(text_of("robots: [8, 5]"), HasSubstr("larger"));
  EXPECT_THAT(text_of("robots: [1.5]"), HasSubstr("whole"));
  EXPECT_THAT(text_of("engines: []"), HasSubstr("no engine"));
  EXPECT_THAT(text_of("bars: {robot: 8}"), HasSubstr("robot"));
}

/// Frames of which every third, with contact, takes twice as long.
LoadResult Made(int robots, bool colliding, double wall_each) {
  LoadResult result;
  result.done = {"mujoco", robots, true, colliding};
  for (int i = 0; i < 30; ++i) {
    const int touches = colliding && i % 3 == 0 ? 2 : 0;
    const double wall = touches > 0 ? 2.0 * wall_each : wall_each;
    result.frames.push_back({(i + 1) / 30.0, wall, touches});
    result.wall += wall;
  }
  result.simulated = 1.0;
  result.cpu = 1.5;
  result.pictures = result.pictures_due = 30L * robots;
  return result;
}

TEST(LeggedLoad, RatesAndBarsAreThoseOfTheFrames) {
  LoadSettings settings;
  settings.bar_robots = 8;
  settings.bar_colliding = true;
  std::vector<LoadResult> results = {Made(1, false, 0.005), Made(8, false, 0.04),
                                     Made(3, true, 0.02)};
  results[0].pictures = 29;
  experiment::StudyOutcome outcome = LoadOutcome(settings, results);
  StudyFixture::Show("legged_load", &outcome);
  EXPECT_NEAR(NumberOf(outcome, "frame_rate.walking.mujoco_1"), 200.0, 1e-9);
  EXPECT_NEAR(NumberOf(outcome, "real_time_factor.walking.mujoco_8"), 25.0 / 30.0, 1e-9);
  // 20 frames of 20 ms and 10 of 40.
  EXPECT_NEAR(NumberOf(outcome, "frame_rate.colliding.mujoco_3"), 30.0 / 0.8, 1e-9);
  ASSERT_NE(FindCheck(outcome, "factor of 8 walking"), nullptr);
  EXPECT_FALSE(FindCheck(outcome, "factor of 8 walking")->passed());
  EXPECT_TRUE(FindCheck(outcome, "factor of 3 colliding")->passed());
  EXPECT_EQ(FindCheck(outcome, "factor of 1 walking"), nullptr);
  EXPECT_FALSE(FindCheck(outcome, "missing, 1 walking")->passed());
  EXPECT_TRUE(FindCheck(outcome, "missing, 8 walking")->passed());
  // While they touch, and while they do not.
  EXPECT_THAT(TextOf(outcome), HasSubstr("mujoco,37.5,25.0,50.0,10,1.25"));
}

TEST(LeggedLoad, RobotsStandApartOrFaceTheMiddle) {
  LoadSettings settings;
  const std::string beside = LoadWorldText(settings, {"mujoco", 3, true, false});
  EXPECT_THAT(beside, HasSubstr("<pose>-0.6 0 0.13767 0 0 0</pose>"));
  EXPECT_THAT(beside, HasSubstr("<pose>0.6 0 0.13767 0 0 0</pose>"));
  const std::string around = LoadWorldText(settings, {"mujoco", 3, true, true});
  EXPECT_THAT(around, HasSubstr("<pose>0.36 0 0.13767 0 0 3.14159</pose>"));
}

}  // namespace
}  // namespace surefoot::studies
