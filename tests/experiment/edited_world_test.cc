// Edits of the world during a trial: models that come and go, and trials that do not start.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "surefoot/builtin/builtin.h"
#include "surefoot/evaluation/run/measures/measure.h"
#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/record/test/record_test_util.h"
#include "tests/experiment/small_trial.h"

namespace surefoot::experiment {
namespace {

using testing::HasSubstr;

TEST(EditedWorld, MeasuresFollowTheirModel) {
  Problems problems;
  auto session = Open("husky");
  ASSERT_TRUE(session.ok());
  const auto measures = MakeMetrics(
      *ParseYaml("way: {kind: path, model: husky}\nslip: {kind: slip, model: husky}\n"
                 "touch: {kind: contacts, model: husky}\nwork: {kind: energy, model: husky}",
                 "m", &problems),
      &problems);
  ASSERT_EQ(measures.size(), 4u);
  for (const auto& measure : measures) ASSERT_TRUE(measure->Start(session->get()).ok());
  const auto run = [&](int steps) {
    for (int i = 0; i < steps; ++i) {
      ASSERT_TRUE(session.value()->Step().ok());
      for (const auto& measure : measures) measure->Update(**session);
    }
  };
  run(50);
  // Before it in the order of ids or not: all ids may change.
  ASSERT_TRUE(session.value()->Spawn("two_wheel", "other", RigidTransform(Vector3d(3, 0, 0))).ok());
  run(50);
  ASSERT_TRUE(session.value()->Teleport("husky", RigidTransform(Vector3d(2, 1, 0.1323))).ok());
  run(100);
  ASSERT_TRUE(session.value()->Remove("husky").ok());
  run(50);
  TrialResult result;
  for (const auto& measure : measures) measure->Finish(**session, &result);
  EXPECT_NEAR(MetricOf(result, "way.x"), 2.0, 0.02);
  EXPECT_NEAR(MetricOf(result, "way.y"), 1.0, 0.02);
}

TEST(EditedWorld, RecordingsAreRepeated) {
  const record::TempDir dir;
  {
    auto session = Open("husky");
    ASSERT_TRUE(session.ok());
    ASSERT_TRUE(session.value()->Record(dir.File("drive.mcap")).ok());
    for (const char* side : {"left", "right"}) {
      for (const char* end : {"front", "rear"}) {
        const std::string wheel = std::string(end) + "_" + side + "_wheel";
        ASSERT_TRUE(session.value()->SetVelocity(wheel, 3.0).ok());
      }
    }
    ASSERT_TRUE(session.value()->RunFor(2.0).ok());
  }
  SmallTrial trial;
  trial.world = "husky";
  trial.folder = dir.File("");
  trial.manoeuvre = "replay: drive.mcap";
  trial.metrics = "way: {kind: path, model: husky}";
  trial.duration = 10.0;
  const TrialResult result = RunSmall(trial);
  EXPECT_EQ(result.error, "");
  // As long as the recording, and as far as wheels with a radius of 0.1651 m roll.
  EXPECT_NEAR(result.simulated, 2.0, 0.01);
  EXPECT_NEAR(MetricOf(result, "way.length"), 2.0 * 3.0 * 0.1651, 0.03);
}

TEST(EditedWorld, TrialsThatDoNotBeginLeaveNothing) {
  SmallTrial trial;
  trial.world = "husky";
  // The first subscribes, the second finds nothing.
  trial.metrics =
      "a: {kind: series, topic: /husky/imu/data, field: angular_velocity.x}\n"
      "b: {kind: series, topic: /nowhere, field: x}";
  EXPECT_THAT(RunSmall(trial).error, HasSubstr("metrics.yaml:2: there is no topic '/nowhere'"));
}

}  // namespace
}  // namespace surefoot::experiment
