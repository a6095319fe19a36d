// Roughness fitted to IMUs that the simulator itself excited, on known grounds.

#include "surefoot/evaluation/calibrate/calibrate_imu.h"

#include <gmock/gmock.h>

#include <string>

#include "surefoot/evaluation/calibrate/calibrate_report.h"
#include "surefoot/evaluation/gap/drives/gap_drive.h"
#include "tests/experiment/calibrate_fixture.h"
#include "tests/source_dir.h"

namespace surefoot::experiment {
namespace {

using testing::HasSubstr;

class CalibrateImuTest : public CalibrateFixture {
 protected:
  /// Runs of some seconds at various speeds; the places they pass are not those of the fit.
  gap::RealData Record(const world::HardGround& hard, int runs) {
    const GapWorld world = World({world::WheelContact::kTyre, "yard", hard});
    gap::RealData data;
    for (int i = 0; i < runs; ++i) {
      GapDriveSpec spec;
      const double speed = 2.0 + i;
      spec.wheels = {{0.0, 8.0}, {speed, 0.9 * speed}, {0.9 * speed, speed}};
      spec.from = 0.0;
      spec.to = 8.0;
      spec.seed = 100 + static_cast<std::uint64_t>(i);
      spec.with_imu = true;
      gap::TerrainRun run;
      run.terrain = "YARD";
      run.number = std::to_string(i);
      run.wheels = spec.wheels;
      run.imu = SimulateDrive(parts_, "mujoco", world, spec)->imu;
      data.runs.push_back(std::move(run));
    }
    return data;
  }

  CalibrateOptions Options(std::vector<std::string> parameters) {
    CalibrateOptions options;
    options.engines = {"mujoco"};
    options.ground = "found";
    options.parameters = std::move(parameters);
    options.start.mu = 0.7;
    return options;
  }
};

TEST_F(CalibrateImuTest, FindsTheRoughnessAndTheLugsThatShookIt) {
  world::HardGround hard;
  hard.mu = 0.7;
  hard.roughness = 4e-5;
  hard.lug_share = 0.6;
  const gap::RealData data = Record(hard, 4);
  CalibrateOptions options = Options({"roughness", "lug_share"});
  options.start.roughness = 4e-6;
  const Result<ImuCalibration> found = CalibrateImu(parts_, World(), robot_, data, options);
  ASSERT_TRUE(found.ok()) << found.error().message;
  // Other places of the same ground, and short runs.
  EXPECT_GT(found->hard.roughness, 2e-5);
  EXPECT_LT(found->hard.roughness, 8e-5);
  EXPECT_NEAR(found->hard.lug_share, 0.6, 0.15);
  EXPECT_EQ(found->hard.mu, 0.7);
  EXPECT_EQ(found->runs, 4);
  ASSERT_EQ(found->folds.size(), 2u);
  for (const gap::FitRange& range : found->quality.parameters) {
    EXPECT_LE(range.interval.low, range.value);
    EXPECT_GE(range.interval.high, range.value);
  }
  ASSERT_EQ(found->scores.size(), 3u);
  const RangeSummary& smooth = found->scores[0].validation;
  const RangeSummary& own = found->scores[2].validation;
  EXPECT_EQ(own.runs, 4);
  EXPECT_LT(own.gyro_error, 0.5 * smooth.gyro_error);
  EXPECT_LT(own.accelerometer_error, 0.5 * smooth.accelerometer_error);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_GE(own.within[i], 3) << i;

  GroundCalibration both;
  both.imu = *found;
  EXPECT_THAT(GroundFileText(both), HasSubstr("<roughness>"));
  EXPECT_THAT(GroundFileText(both), HasSubstr("<lug_share>"));
  EXPECT_THAT(GroundFileText(both), HasSubstr("of 4"));
  const Result<std::string> text = CalibrationText({SUREFOOT_SOURCE_DIR}, both);
  ASSERT_TRUE(text.ok()) << text.error().message;
  EXPECT_THAT(*text, HasSubstr("smooth, no lugs"));
  EXPECT_THAT(CalibrationJson(both), HasSubstr("within_factor_2"));
}

TEST_F(CalibrateImuTest, SaysWhatIsWrong) {
  EXPECT_TRUE(IsImuParameter("waviness"));
  EXPECT_FALSE(IsImuParameter("mu"));
  const GapWorld world = World();
  gap::RealData data;
  const auto error = [&](const CalibrateOptions& options) {
    return CalibrateImu(parts_, world, robot_, data, options).error().message;
  };
  EXPECT_THAT(error(Options({"roughness"})), HasSubstr("0 runs with an IMU"));
  EXPECT_THAT(error(Options({"mu"})), HasSubstr("accepted: roughness"));
  EXPECT_THAT(error(Options({"roughness", "roughness"})), HasSubstr("twice"));
  EXPECT_THAT(error(Options({})), HasSubstr("nothing to fit"));
  AddTwoGrounds(&data);
  EXPECT_THAT(error(Options({"roughness"})), HasSubstr("several grounds (ICE, SNOW)"));
}

}  // namespace
}  // namespace surefoot::experiment
