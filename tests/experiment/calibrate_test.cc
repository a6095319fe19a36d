// Grounds fitted to recordings made by the simulator itself, on known grounds.

#include "surefoot/evaluation/calibrate/calibrate.h"

#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "surefoot/base/random.h"
#include "surefoot/evaluation/calibrate/calibrate_report.h"
#include "surefoot/evaluation/calibrate/calibrator.h"
#include "surefoot/evaluation/calibrate/planar_drive.h"
#include "surefoot/evaluation/gap/drives/gap_drive.h"
#include "surefoot/evaluation/run/output/described_page.h"
#include "tests/experiment/calibrate_fixture.h"

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

class CalibrateTest : public CalibrateFixture {
 protected:
  /// Wheels that reach other speeds within the window.
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

  /// Windows of one step each, measured with a little noise.
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
    options.engines = {"mujoco", "ode"};
    options.ground = "found";
    options.parameters = {"mu", "slip_stiffness", "rolling_resistance"};
    options.start.mu = 0.6;
    options.start.slip_stiffness = 5.0;
    options.start.rolling_resistance = 0.04;
    return options;
  }
};

TEST_F(CalibrateTest, SplitsByWholeStepsAndAlwaysAlike) {
  EXPECT_THAT(SplitDrives({3, 3, 5, 8, 8, 9, 3}), ElementsAre(0, 0, 1, 0, 0, 1, 0));
  EXPECT_THAT(SplitDrives({}), ElementsAre());
}

/// Consecutive windows of two steps each, of a differential drive.
gap::DriveRecording LongDrive(const std::string& file, int windows) {
  gap::DriveRecording recording;
  recording.file = file;
  recording.robot = "husky";
  gap::WheelSpeeds wheels;
  for (int k = 0; k < 40 * windows; ++k) {
    wheels.time.push_back(0.05 * k);
    wheels.left.push_back(3.0 + std::sin(0.03 * k));
    wheels.right.push_back(3.0 + std::cos(0.02 * k));
  }
  const gap::PoseTrack track = gap::IdealTrack(wheels, {0.1651, 0.5708}, -0.25, 2.0 * windows);
  for (int i = 0; i < windows; ++i) {
    gap::DriveWindow window;
    window.id = i;
    window.step = i / 2;
    for (int k = 0; k < 40; ++k) {
      const auto row = static_cast<std::size_t>(40 * i + k);
      window.left.push_back(wheels.left[row]);
      window.right.push_back(wheels.right[row]);
      window.X_SP.push_back(gap::RelativeTo(track.At(2.0 * i), track.At(2.0 * i + 0.05 * k)));
      window.fresh.push_back(true);
      window.gyro.push_back(0.0);
    }
    recording.windows.push_back(std::move(window));
  }
  return recording;
}

TEST_F(CalibrateTest, CutsLongDrivesAtTheirStepsAndTakesSeveralFiles) {
  gap::RealData data;
  data.drives = {LongDrive("a.mcap", 5), LongDrive("b.mcap", 4)};
  const Result<std::vector<FitDrive>> drives = FitDrives(robot_, data, 0);
  ASSERT_TRUE(drives.ok()) << drives.error().message;
  ASSERT_EQ(drives->size(), 5u);
  const int counts[] = {2, 2, 1, 2, 2};
  for (std::size_t i = 0; i < 5; ++i) {
    const FitDrive& drive = (*drives)[i];
    EXPECT_EQ(drive.observations(), counts[i]);
    EXPECT_EQ(drive.step, static_cast<int>(i));
    EXPECT_EQ(drive.half, static_cast<int>(i % 2));
    // Only a drive's first step has no window before it.
    EXPECT_EQ(drive.start, i == 0 || i == 3 ? 0.0 : 2.0);
    const gap::PoseTrack track =
        gap::IdealTrack(drive.spec.wheels, {0.1651, 0.5708}, drive.spec.from, drive.spec.to);
    EXPECT_LT(drive.Residuals(track).cwiseAbs().maxCoeff(), 0.02);
    for (const gap::WindowScore& score : drive.Scores(track)) EXPECT_LT(score.translation, 0.002);
  }
  data.drives[1].nuisance.lever = 0.1;
  EXPECT_THAT(FitDrives(robot_, data, 0).error().message,
              HasSubstr("a.mcap and b.mcap: recordings of different kinds"));
}

/// The robot with its centre of gravity on the ground: no load transfer between wheels.
GapWorld WithLowCentre(const GapWorld& world, const PlanarRobot& robot) {
  world::WorldSpec spec = world.world->spec();
  const auto model = static_cast<std::size_t>(world.world->model_of_link(world.base_link));
  auto low = std::make_shared<world::Model>(*spec.models[model].model);
  for (world::Link& link : low->links) {
    if (link.name != "base_link") continue;
    const double height = robot.p_BG.z() + spec.models[model].X_WM.p.z();
    link.inertia.p_BBcm.z() -= height * robot.mass / link.inertia.mass;
  }
  spec.models[model].model = std::move(low);
  GapWorld result = world;
  Problems problems;
  result.world = world::MakeWorld(std::move(spec), &problems).value();
  return result;
}

TEST_F(CalibrateTest, ThePlaneGoesWhereTheEngineGoes) {
  const GapWorld world = World({world::WheelContact::kTyre, "loose", Loose()});
  const auto terrain = ground::Terrain::Make(*world.world, world.world->spec().grounds).value();
  const PlanarRobot robot = MakePlanarRobot(world, *terrain).value();
  EXPECT_NEAR(robot.mass, 75.0, 1e-3);
  EXPECT_EQ(robot.wheels.size(), 4u);
  const GapWorld low = WithLowCentre(world, robot);
  for (int step : {0, 1, 2}) {
    const GapDriveSpec spec = Spec(step);
    const auto off = [&](const GapWorld& where) {
      const gap::PoseTrack engine = SimulateDrive(parts_, "mujoco", where, spec)->track;
      const gap::PoseTrack plane = PlanarTrack(robot, *terrain, spec);
      const PlanarPose a = gap::RelativeTo(engine.At(0.0), engine.At(2.0));
      const PlanarPose b = gap::RelativeTo(plane.At(0.0), plane.At(2.0));
      return PlanarPose{std::abs(a.x - b.x), std::abs(a.y - b.y), std::abs(a.yaw - b.yaw)};
    };
    const PlanarPose without = off(low);
    EXPECT_LT(without.x, 0.03);
    EXPECT_LT(without.y, 0.03);
    EXPECT_LT(without.yaw, 0.02);
    // With load transfer, which the planar model does not have.
    const PlanarPose with = off(world);
    EXPECT_LT(with.x, 0.045);
    EXPECT_LT(with.y, 0.045);
    EXPECT_LT(with.yaw, 0.03);
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
    // Its own interval, enlarged by half on both sides: nine in ten contain the truth.
    const double slack = 0.5 * (range.interval.high - range.interval.low) + 0.01 * truth[i];
    EXPECT_GE(truth[i], range.interval.low - slack) << found->fit.parameters[i].name;
    EXPECT_LE(truth[i], range.interval.high + slack) << found->fit.parameters[i].name;
    EXPECT_NEAR(range.value, truth[i], 0.25 * truth[i]);
  }
  EXPECT_EQ(found->folds.size(), 2u);
  EXPECT_EQ(found->folds[0].train, 6);
  // Judged by two engines, compared with the previous parameters of the ground.
  ASSERT_EQ(found->scores.size(), 6u);
  EXPECT_EQ(found->scores[3].model, "mujoco, tyre, as before");
  EXPECT_EQ(found->scores[4].engine, "mujoco");
  EXPECT_EQ(found->scores[5].engine, "ode");
  EXPECT_GT(found->engine_spread, 0.0);
  EXPECT_LT(found->engine_spread, 0.02);
  // On drives that were not fitted: near the noise, and better than kinematics.
  const CalibrationScore& own = found->scores[4];
  EXPECT_LT(own.validation.translation_median.value, 0.02);
  EXPECT_LT(own.validation.heading_median.value, 0.02);
  for (std::size_t i = 0; i < 4; ++i) {
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
  const GroundCalibration yard_fit{calibration, std::nullopt};
  ASSERT_TRUE(WriteFiles(folder.string(), {{"calibration.json", CalibrationJson(yard_fit)},
                                           {"yard.xml", GroundFileText(yard_fit)}})
                  .ok());
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
  other.engines = {"mujoco", "nothing"};
  EXPECT_THAT(Calibrate(parts_, world, robot_, data, other).error().message, HasSubstr("nothing"));
  AddTwoGrounds(&data);
  EXPECT_THAT(Calibrate(parts_, world, robot_, data, Options()).error().message,
              HasSubstr("several grounds (ICE, SNOW)"));
}

}  // namespace
}  // namespace surefoot::experiment
