#include "surefoot/evaluation/gap/drives/gap_summary.h"

#include <gmock/gmock.h>

#include <cmath>

#include "surefoot/base/random.h"

namespace surefoot::experiment {
namespace {

using testing::ElementsAre;

gap::WindowScore Window(int id, double real, double model, double error) {
  gap::WindowScore score;
  score.id = id;
  score.step = id / 3;
  score.yaw_real = real;
  score.yaw_model = model;
  score.translation = error;
  score.heading = std::abs(real - model);
  return score;
}

/// Windows turn 0.4 of the ideal 2 rad, the third hardly at all; the model turns 0.5 of it.
std::vector<DriveModel> Models() {
  DriveModel baseline, engine;
  baseline.name = "ideal kinematics";
  baseline.is_baseline = true;
  engine.name = "toy";
  for (int i = 0; i < 6; ++i) {
    const double real = i == 2 ? 0.1 : 0.8;
    baseline.scores.push_back(Window(i, real, 2.0, 0.5));
    // One drive of the engine failed.
    if (i != 5) engine.scores.push_back(Window(i, real, 1.0, i == 2 ? 0.9 : 0.1));
  }
  return {baseline, engine};
}

TEST(GapSummary, DistinguishesDigIns) {
  gap::DriveRecording recording;
  recording.file = "husky_series.csv";
  const DriveGap gap = SummariseDrive(recording, Models(), {});
  EXPECT_THAT(gap.dug_in, ElementsAre(2));
  EXPECT_NEAR(gap.yaw_gain, 0.4, 1e-12);
  const DriveModel& engine = gap.models[1];
  EXPECT_NEAR(engine.yaw_gain, 0.5, 1e-12);
  EXPECT_EQ(engine.all.windows, 5);
  EXPECT_EQ(engine.without_dig_ins.windows, 4);
  EXPECT_EQ(engine.dig_ins.windows, 1);
  EXPECT_NEAR(engine.without_dig_ins.translation_median.value, 0.1, 1e-12);
  EXPECT_NEAR(engine.dig_ins.translation_median.value, 0.9, 1e-12);
  EXPECT_NEAR(engine.without_dig_ins.heading_median.value, 0.2, 1e-12);
  EXPECT_NEAR(gap.models[0].yaw_gain, 1.0, 1e-12);
}

/// White noise about gravity; wheels that turn the robot by `gain` of the ideal rate.
gap::ImuRecording Imu(double spread, double gain, double mean) {
  gap::ImuRecording imu;
  RandomStream random(5, "imu");
  for (int i = 0; i < 3000; ++i) {
    imu.time.push_back(0.01 * i);
    for (auto& axis : imu.axes) axis.push_back(mean + spread * random.Normal());
    imu.axes[2].back() = gain * 1.0;
  }
  return imu;
}

TEST(GapSummary, ScoresRuns) {
  gap::TerrainRun run;
  run.terrain = "ICE";
  run.number = "07";
  run.imu = Imu(0.5, 0.4, 0.1);
  // Wheels of radius 0.1 m, sides 0.5 m apart, 5 rad/s apart: 1 rad/s.
  run.wheels = {{0.0, 40.0}, {1.0, 1.0}, {6.0, 6.0}};
  GapDriveResult drive;
  drive.imu = Imu(0.05, 0.6, 0.0);
  const TerrainRunScore score = ScoreTerrainRun(run, drive, {0.1, 0.5});
  EXPECT_NEAR(score.real_yaw_gain, 0.4, 1e-6);
  EXPECT_NEAR(score.yaw_gain, 0.6, 1e-6);
  EXPECT_NEAR(score.seconds, 29.99, 1e-6);
  const TerrainAxis& ax = score.axes[3];
  // The same noise with ten times the amplitude: 20 dB, and ten times the range.
  EXPECT_NEAR(ax.distance, 20.0, 1e-6);
  EXPECT_NEAR(ax.bands[0], -20.0, 1e-6);
  EXPECT_NEAR(ax.real.range(), 10.0 * ax.simulated.range(), 1e-9);
  EXPECT_NEAR(ax.error.range, 0.9 * ax.real.range(), 1e-9);
  EXPECT_NEAR(ax.error.mean, 0.1, 0.05);
}

TEST(GapSummary, TakesMediansOverRuns) {
  std::vector<TerrainRunScore> runs;
  for (int i = 0; i < 3; ++i) {
    for (const char* engine : {"a", "b"}) {
      TerrainRunScore run;
      run.terrain = i < 3 ? "ICE" : "SNOW";
      run.number = std::to_string(i);
      run.engine = engine;
      run.seconds = 10.0;
      run.real_yaw_gain = i == 0 ? std::nan("") : 0.1 * i;
      run.yaw_gain = engine[0] == 'a' ? 0.5 : 0.6;
      for (TerrainAxis& axis : run.axes) {
        axis.real = {1.0, 3.0 + i, 0.0};
        axis.simulated = {0.0, 1.0, 0.0};
        axis.error = gap::ErrorOf(axis.simulated, axis.real);
        axis.distance = i;
      }
      runs.push_back(run);
    }
  }
  const std::vector<TerrainGap> terrains = SummariseTerrains(runs, {"a", "b", "c"});
  ASSERT_EQ(terrains.size(), 1u);
  EXPECT_EQ(terrains[0].runs, 3);
  EXPECT_NEAR(terrains[0].seconds, 30.0, 1e-12);
  // A run that hardly turns has no gain.
  EXPECT_NEAR(terrains[0].yaw_gain, 0.15, 1e-12);
  ASSERT_EQ(terrains[0].engines.size(), 2u);
  EXPECT_EQ(terrains[0].engines[1].yaw_gain, 0.6);
  EXPECT_NEAR(terrains[0].engines[0].range_error[4], 3.0, 1e-12);
  EXPECT_NEAR(terrains[0].engines[0].range_ratio[4], 0.25, 1e-12);
  EXPECT_NEAR(terrains[0].engines[0].mean_error[4], 1.0, 1e-12);
  EXPECT_EQ(terrains[0].engines[0].distance[0], 1.0);
}

}  // namespace
}  // namespace surefoot::experiment
