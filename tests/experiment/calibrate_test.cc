// Grounds fitted to recordings that the simulator made itself, on grounds that are known.

#include "surefoot/experiment/calibrate.h"

#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "surefoot/base/random.h"
#include "surefoot/builtin/builtin.h"
#include "surefoot/experiment/calibrate_report.h"
#include "surefoot/experiment/gap_drive.h"
#include "surefoot/experiment/planar_drive.h"

namespace surefoot::experiment {
namespace {

namespace fs = std::filesystem;

using testing::ElementsAre;
using testing::HasSubstr;

/// Loose ground, on which all three parameters act.
world::HardGround Loose() {
  world::HardGround hard;
  hard.mu = 0.45;
  hard.slip_stiffness = 3.2;
  hard.rolling_resistance = 0.08;
  return hard;
}

class CalibrateTest : public testing::Test {
 protected:
  GapWorld World(const GapGround& ground = {}) {
    Problems problems;
    Result<GapWorld> world = MakeGapWorld(parts_, "empty.sdf", robot_, &problems, ground);
    EXPECT_TRUE(world.ok()) << world.error().message;
    return std::move(world).value();
  }

  /// Wheels that come to other speeds within the window.
  static GapDriveSpec Spec(int step) {
    RandomStream random(7, "speeds", static_cast<std::uint64_t>(step));
    const double left = random.Uniform(-5.0, 5.0), right = random.Uniform(-5.0, 5.0);
    GapDriveSpec spec;
    for (int k = 0; k < 40; ++k) {
      const double part = 0.6 + 0.4 * std::sin(0.2 * k + step);
      spec.wheels.time.push_back(0.05 * k);
      spec.wheels.left.push_back(part * left);
      spec.wheels.right.push_back(part * right);
    }
    spec.from = -0.25;
    spec.to = 2.0;
    return spec;
  }

  /// Windows, each of a step of its own, seen with a little noise.
  gap::DriveRecording Recording(int windows, double noise) {
    const GapWorld world = World({world::WheelContact::kTyre, "loose", Loose()});
    RandomStream random(3, "noise");
    gap::DriveRecording recording;
    recording.file = "self.csv";
    recording.robot = "husky";
    for (int i = 0; i < windows; ++i) {
      const GapDriveSpec spec = Spec(i);
      const GapDriveResult drive = SimulateDrive(parts_, "mujoco", world, spec).value();
      gap::DriveWindow window;
      window.id = 2 * i;
      window.step = i;
      window.left = spec.wheels.left;
      window.right = spec.wheels.right;
      for (int k = 0; k < 40; ++k) {
        PlanarPose X_SP = gap::RelativeTo(drive.track.At(0.0), drive.track.At(0.05 * k));
        if (k > 0) {
          X_SP.x += noise * random.Normal();
          X_SP.y += noise * random.Normal();
          X_SP.yaw += noise * random.Normal();
        }
        window.X_SP.push_back(X_SP);
        window.fresh.push_back(true);
        window.gyro.push_back(0.0);
      }
      recording.windows.push_back(std::move(window));
    }
    return recording;
  }

  CalibrateOptions Options() {
    CalibrateOptions options;
    options.engine = "mujoco";
    options.ground = "found";
    options.parameters = {"mu", "slip_stiffness", "rolling_resistance"};
    options.start.mu = 0.6;
    options.start.slip_stiffness = 5.0;
    options.start.rolling_resistance = 0.04;
    return options;
  }

  Parts parts_ = BuiltinParts();
  GapRobot robot_ = FindGapRobot("husky").value();
};

TEST_F(CalibrateTest, SplitsByWholeStepsAndAlwaysAlike) {
  EXPECT_THAT(SplitDrives({3, 3, 5, 8, 8, 9, 3}), ElementsAre(0, 0, 1, 0, 0, 1, 0));
  EXPECT_THAT(SplitDrives({}), ElementsAre());
}

TEST_F(CalibrateTest, ThePlaneGoesWhereTheEngineGoes) {
  const GapWorld world = World({world::WheelContact::kTyre, "loose", Loose()});
  const auto terrain = ground::Terrain::Make(*world.world, world.world->spec().grounds).value();
  const PlanarRobot robot = MakePlanarRobot(world, *terrain).value();
  EXPECT_NEAR(robot.mass, 75.0, 1e-3);
  EXPECT_EQ(robot.wheels.size(), 4u);
  for (int step : {0, 1, 2}) {
    const GapDriveSpec spec = Spec(step);
    const gap::PoseTrack engine = SimulateDrive(parts_, "mujoco", world, spec)->track;
    const gap::PoseTrack plane = PlanarTrack(robot, *terrain, spec);
    const PlanarPose a = gap::RelativeTo(engine.At(0.0), engine.At(2.0));
    const PlanarPose b = gap::RelativeTo(plane.At(0.0), plane.At(2.0));
    // In the plane no load goes from wheel to wheel.
    EXPECT_NEAR(a.x, b.x, 0.06);
    EXPECT_NEAR(a.y, b.y, 0.06);
    EXPECT_NEAR(a.yaw, b.yaw, 0.05);
  }
}

TEST_F(CalibrateTest, FindsTheGroundThatMadeTheRecording) {
  gap::RealData data;
  data.drives.push_back(Recording(12, 0.004));
  const Result<Calibration> found = Calibrate(parts_, World(), robot_, data, Options());
  ASSERT_TRUE(found.ok()) << found.error().message;
  const double truth[] = {0.45, 3.2, 0.08};
  for (std::size_t i = 0; i < 3; ++i) {
    const gap::FitRange& range = found->quality.parameters[i];
    // Its own interval, and half as much on both sides: nine in ten hold the truth.
    const double slack = 0.5 * (range.interval.high - range.interval.low) + 0.01 * truth[i];
    EXPECT_GE(truth[i], range.interval.low - slack) << found->fit.parameters[i].name;
    EXPECT_LE(truth[i], range.interval.high + slack) << found->fit.parameters[i].name;
    EXPECT_NEAR(range.value, truth[i], 0.25 * truth[i]);
  }
  EXPECT_EQ(found->folds.size(), 2u);
  EXPECT_EQ(found->folds[0].train, 6);
  // On drives it has not seen: near the noise, and better than kinematics.
  const CalibrationScore& own = found->scores.back();
  EXPECT_LT(own.validation.translation_median.value, 0.02);
  EXPECT_LT(own.validation.heading_median.value, 0.02);
  for (std::size_t i = 0; i + 1 < found->scores.size(); ++i) {
    EXPECT_LT(own.validation.heading_median.value,
              found->scores[i].validation.heading_median.value);
  }
}

TEST_F(CalibrateTest, WritesAGroundThatWorldsTake) {
  Calibration calibration;
  calibration.ground = "yard";
  calibration.robot = "husky";
  calibration.hard = Loose();
  calibration.hard.roughness = 2e-5;
  calibration.fit.parameters = GroundParameters({"mu"}, Loose()).value();
  calibration.quality.parameters = {{0.45, {0.4, 0.5}}};
  calibration.scores.resize(1);
  const fs::path folder = fs::path(testing::TempDir()) / "calibrate_test" / "grounds";
  fs::remove_all(folder);
  calibration.fit.at_limit = {false};
  calibration.quality.correlation = Eigen::MatrixXd::Identity(1, 1);
  ASSERT_TRUE(WriteCalibration(folder.string(), {calibration, std::nullopt}).ok());
  const fs::path world_file = folder.parent_path() / "place.sdf";
  std::ofstream(world_file) << R"(<sdf version="1.9" xmlns:surefoot="https://surefoot.org/sdf">
    <world name="place"><model name="floor"><static>true</static><link name="link">
    <collision name="plane"><geometry><plane><normal>0 0 1</normal></plane></geometry>
    </collision></link></model></world></sdf>)";
  Problems problems;
  const Result<GapWorld> world = MakeGapWorld(parts_, world_file.string(), robot_, &problems,
                                              {world::WheelContact::kTyre, "yard", std::nullopt});
  ASSERT_TRUE(world.ok()) << world.error().message;
  const auto& grounds = world->world->spec().grounds;
  const int index = world->world->FindGround("yard");
  ASSERT_GE(index, 0);
  const world::GroundMaterial& yard = grounds[static_cast<std::size_t>(index)];
  EXPECT_NEAR(yard.hard.mu, 0.45, 1e-9);
  EXPECT_NEAR(yard.hard.slip_stiffness, 3.2, 1e-9);
  EXPECT_NEAR(yard.hard.rolling_resistance, 0.08, 1e-9);
  EXPECT_NEAR(yard.hard.roughness, 2e-5, 1e-9);
  EXPECT_THAT(yard.source_text, HasSubstr("0.4 to 0.5"));
}

TEST_F(CalibrateTest, SaysWhatIsWrong) {
  EXPECT_THAT(GroundParameters({"nu"}, {}).error().message, HasSubstr("accepted: mu"));
  EXPECT_THAT(GroundParameters({"mu", "mu"}, {}).error().message, HasSubstr("twice"));
  EXPECT_FALSE(GroundParameters({}, {}).ok());
  gap::RealData data;
  const GapWorld world = World();
  EXPECT_THAT(Calibrate(parts_, world, robot_, data, Options()).error().message,
              HasSubstr("at least 4 steps"));
  CalibrateOptions other = Options();
  other.engine = "nothing";
  EXPECT_THAT(Calibrate(parts_, world, robot_, data, other).error().message, HasSubstr("nothing"));
  for (const char* terrain : {"ICE", "SNOW"}) {
    gap::TerrainRun run;
    run.terrain = terrain;
    run.wheels = {{0.0, 5.0}, {1.0, 1.0}, {1.0, 1.0}};
    run.imu.time = {0.0, 5.0};
    for (auto& axis : run.imu.axes) axis = {0.0, 0.0};
    data.runs.push_back(run);
  }
  EXPECT_THAT(Calibrate(parts_, world, robot_, data, Options()).error().message,
              HasSubstr("several grounds (ICE, SNOW)"));
}

}  // namespace
}  // namespace surefoot::experiment
