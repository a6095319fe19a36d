// Repeated drives, and the simulator compared with recordings of itself.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "surefoot/builtin/builtin.h"
#include "surefoot/evaluation/gap/drives/gap_drive.h"
#include "surefoot/evaluation/gap/drives/gap_report.h"
#include "surefoot/evaluation/gap/drives/gap_study.h"
#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/record/recorder.h"
#include "surefoot/record/test/record_test_util.h"

namespace surefoot::experiment {
namespace {

using testing::HasSubstr;

class GapTest : public testing::Test {
 protected:
  GapWorld World(const std::string& file) {
    Problems problems;
    Result<GapWorld> world = MakeGapWorld(parts_, file, robot_, &problems);
    EXPECT_TRUE(world.ok()) << world.error().message;
    return std::move(world).value();
  }
  GapDriveResult Drive(const gap::WheelSpeeds& wheels, double to, bool with_imu) {
    GapDriveSpec spec;
    spec.wheels = wheels;
    spec.from = -0.25;
    spec.to = to;
    spec.with_imu = with_imu;
    Result<GapDriveResult> drive = SimulateDrive(parts_, "mujoco", World("empty.sdf"), spec);
    EXPECT_TRUE(drive.ok()) << drive.error().message;
    return std::move(drive).value();
  }

  /// Wheels with contacts of the engine, on MuJoCo.
  static GapOptions Options() {
    GapOptions options;
    options.engines = {"mujoco"};
    options.contacts = {world::WheelContact::kEngine};
    return options;
  }

  Parts parts_ = BuiltinParts();
  GapRobot robot_ = FindGapRobot("husky").value();
};

TEST_F(GapTest, PutsTheRobotIntoWorldsWithoutOne) {
  const GapWorld world = World("empty.sdf");
  EXPECT_EQ(world.robot, "husky");
  EXPECT_EQ(world.model, "husky_75");
  EXPECT_NEAR(world.geometry.radius, 0.1651, 1e-9);
  EXPECT_NEAR(world.geometry.track, 0.5708, 1e-9);
  EXPECT_EQ(world.wheels.size(), 4u);
  // The world, the model and its folder's description.
  EXPECT_GE(world.files.size(), 2u);
  for (const GapWorld::Wheel& wheel : world.wheels) {
    const int id = world.world->FindJoint(wheel.joint);
    EXPECT_TRUE(std::isinf(world.world->joint_spec(id).axes[0].velocity));
    EXPECT_EQ(world.world->joint_spec(id).axes[0].effort, 33.0);
  }
}

TEST_F(GapTest, TakesTheRobotOfTheWorld) {
  const GapWorld world = World("flat.sdf");
  EXPECT_EQ(world.model, "husky");
  EXPECT_EQ(world.world->model_count(), 2);
}

TEST_F(GapTest, SaysWhatIsNotThere) {
  EXPECT_THAT(FindGapRobot("tank").error().message, HasSubstr("--model accepts husky, warthog"));
  Problems problems;
  EXPECT_FALSE(MakeGapWorld(parts_, "nowhere.sdf", robot_, &problems).ok());
}

TEST_F(GapTest, DrivesStraightAsItsWheelsTurn) {
  const GapDriveResult drive = Drive({{0.0}, {3.0}, {3.0}}, 4.0, true);
  const PlanarPose way = gap::RelativeTo(drive.track.At(0.0), drive.track.At(4.0));
  EXPECT_NEAR(way.x, 4.0 * 3.0 * 0.1651, 0.01);
  EXPECT_NEAR(way.y, 0.0, 0.005);
  EXPECT_NEAR(way.yaw, 0.0, 0.005);
  EXPECT_LT(drive.wheel_error, 0.01);
  // 100 Hz over 4.25 s, standing on the floor.
  EXPECT_NEAR(static_cast<double>(drive.imu.time.size()), 426.0, 1.0);
  EXPECT_GE(drive.imu.time.front(), -0.25);
  EXPECT_LE(drive.imu.time.back(), 4.0);
  const std::vector<double>& az = drive.imu.axes[5];
  EXPECT_NEAR(std::accumulate(az.begin(), az.end(), 0.0) / static_cast<double>(az.size()), 9.81,
              0.05);
}

TEST_F(GapTest, TurnsOnTheSpotAsSlidingWheelsDo) {
  // Each wheel's force opposes its slip: the track grows by length squared over track, whatever the
  // friction. The width of the wheels adds a little.
  const GapDriveResult drive = Drive({{0.0}, {-2.0}, {2.0}}, 6.0, false);
  const double turned = gap::RelativeTo(drive.track.At(1.0), drive.track.At(6.0)).yaw;
  const double ideal = 5.0 * 4.0 * 0.1651 / 0.5708;
  const double gain = 0.5708 / (0.5708 + 0.512 * 0.512 / 0.5708);
  EXPECT_NEAR(turned / ideal, gain, 0.04 * gain);
  EXPECT_TRUE(drive.imu.time.empty());
}

TEST_F(GapTest, FollowsSpeedsAboveTheMotorsLimit) {
  EXPECT_LT(Drive({{0.0}, {6.8}, {6.8}}, 2.0, false).wheel_error, 0.02);
}

/// The motion of the wheels, by the clock of the poses.
gap::WheelSpeeds SmoothWheels(double to) {
  gap::WheelSpeeds wheels;
  for (int i = -100; i * 0.01 <= to; ++i) {
    wheels.time.push_back(i * 0.01);
    wheels.left.push_back(3.0 + 1.5 * std::sin(0.8 * i * 0.01));
    wheels.right.push_back(3.0 + 1.5 * std::cos(1.1 * i * 0.01));
  }
  return wheels;
}

/// A recording, as of a real robot, made from a track: localisation follows a point ahead of the
/// centre, and encoders are delayed.
gap::DriveRecording RecordingOf(const gap::PoseTrack& track, const gap::WheelSpeeds& wheels,
                                int windows) {
  const gap::DriveNuisance nuisance{0.13, 0.095};
  gap::DriveRecording recording;
  recording.nuisance = nuisance;
  recording.file = "self.csv";
  recording.robot = "husky";
  for (int i = 0; i < windows; ++i) {
    gap::DriveWindow window;
    window.id = i;
    const PlanarPose X_WS = gap::Ahead(track.At(2.0 * i), nuisance.lever);
    for (int k = 0; k < 40; ++k) {
      const double moment = 2.0 * i + 0.05 * k;
      const gap::WheelSpeeds::Pair speeds = wheels.At(moment - nuisance.encoder_lag);
      window.left.push_back(speeds.left);
      window.right.push_back(speeds.right);
      window.X_SP.push_back(gap::RelativeTo(X_WS, gap::Ahead(track.At(moment), nuisance.lever)));
      window.fresh.push_back(k % 2 == 0);
      window.gyro.push_back(0.0);
    }
    recording.windows.push_back(std::move(window));
  }
  return recording;
}

TEST_F(GapTest, IsNoneAgainstARecordingOfItself) {
  const gap::WheelSpeeds wheels = SmoothWheels(7.0);
  const GapDriveResult truth = Drive(wheels, 6.5, false);
  gap::RealData data;
  data.drives.push_back(RecordingOf(truth.track, wheels, 3));
  GapOptions options = Options();
  const GapResult result = MeasureGap(parts_, World("empty.sdf"), robot_, data, options).value();
  ASSERT_EQ(result.drives.size(), 1u);
  EXPECT_EQ(result.drives[0].drives, 1);
  const DriveModel& engine = result.drives[0].models[1];
  ASSERT_EQ(engine.scores.size(), 3u);
  // The last 0.13 s of the encoders are unknown.
  EXPECT_LT(engine.scores[1].translation, 0.002);
  EXPECT_LT(engine.scores[1].heading, 0.002);
  EXPECT_LT(engine.all.translation_p90.value, 0.02);
  // Ideal kinematics ignore slip.
  EXPECT_GT(result.drives[0].models[0].all.heading_median.value, 0.2);
  EXPECT_NEAR(engine.yaw_gain, result.drives[0].yaw_gain, 0.005);
}

/// The same as a log of a user's robot: joint states at 50 Hz, poses at 20 Hz.
void WriteLog(const std::string& path, const gap::PoseTrack& track, const gap::WheelSpeeds& wheels,
              double length) {
  using msgs::nav_msgs::Odometry;
  using msgs::sensor_msgs::JointState;
  auto recorder = record::OpenRecorder(path, {}).value();
  const int joints = recorder->AddTopic("/joint_states", JointState::type()).value();
  const int poses = recorder->AddTopic("/truth", Odometry::type()).value();
  for (int i = 0; 0.01 * i <= length; ++i) {
    const SimTimeNs now = (i + 1) * SimTimeNs{10'000'000};
    const gap::WheelSpeeds::Pair speeds = wheels.At(0.01 * i);
    JointState state;
    state.name = {"front_left_wheel", "rear_left_wheel", "front_right_wheel", "rear_right_wheel"};
    state.velocity = {speeds.left, speeds.left, speeds.right, speeds.right};
    if (i % 2 == 0) {
      ASSERT_TRUE(recorder->Write(joints, now, &state).ok());
    }
    const PlanarPose X_WC = track.At(0.01 * i);
    Odometry odometry;
    odometry.pose.pose.position.x = X_WC.x;
    odometry.pose.pose.position.y = X_WC.y;
    odometry.pose.pose.orientation.z = std::sin(0.5 * X_WC.yaw);
    odometry.pose.pose.orientation.w = std::cos(0.5 * X_WC.yaw);
    if (i % 5 == 0) {
      ASSERT_TRUE(recorder->Write(poses, now, &odometry).ok());
    }
  }
  ASSERT_TRUE(recorder->Close().ok());
}

TEST_F(GapTest, AsksForBothContactsAndReportsHowFarEnginesAreApart) {
  const gap::WheelSpeeds wheels = SmoothWheels(3.0);
  gap::RealData data;
  data.drives.push_back(
      RecordingOf(gap::IdealTrack(wheels, {0.1651, 0.5708}, -1.0, 3.0), wheels, 1));
  GapOptions options;
  options.engines = {"mujoco", "ode"};
  const GapResult result = MeasureGap(parts_, World("empty.sdf"), robot_, data, options).value();
  EXPECT_THAT(result.variants, testing::ElementsAre("mujoco", "mujoco, tyre", "ode", "ode, tyre"));
  ASSERT_EQ(result.drives[0].spreads.size(), 2u);
  const DriveSpread& tyre = result.drives[0].spreads[1];
  EXPECT_EQ(tyre.contact, "tyre");
  EXPECT_EQ(tyre.engines, 2);
  EXPECT_LT(tyre.share, 0.005);
  const auto& models = result.drives[0].models;
  EXPECT_EQ(models[1].contact, "engine");
  // The tyre model is Surefoot's: engines differ less with it than with their own contacts.
  EXPECT_LT(tyre.share, result.drives[0].spreads[0].share);
}

/// The same robot with wheels that have no lugs.
GapWorld WithoutLugs(const GapWorld& world) {
  world::WorldSpec spec = world.world->spec();
  for (world::ModelInstance& instance : spec.models) {
    auto smooth = std::make_shared<world::Model>(*instance.model);
    for (world::Link& link : smooth->links) {
      for (world::Element& element : link.extensions) {
        std::erase_if(element.children, [](const world::Element& child) {
          return child.name == "lugs" || child.name == "lug_amplitudes";
        });
      }
    }
    instance.model = std::move(smooth);
  }
  GapWorld result = world;
  Problems problems;
  result.world = world::MakeWorld(std::move(spec), &problems).value();
  return result;
}

TEST_F(GapTest, StaysAtItsHeightOnTyres) {
  Problems problems;
  const GapWorld on_tyres =
      OnGround(parts_, World("empty.sdf"),
               {world::WheelContact::kTyre, "drive_husky", std::nullopt}, &problems)
          .value();
  GapDriveSpec spec;
  spec.from = -0.25;
  spec.to = 4.0;
  // As in DRIVE: forward, then backward with one side faster, within half a second.
  spec.wheels = {{0.0, 1.0, 1.5, 4.0}, {5.0, 5.0, -5.0, -5.0}, {4.0, 4.0, -2.0, -2.0}};
  for (const char* engine : {"mujoco", "ode"}) {
    const GapDriveResult smooth =
        SimulateDrive(parts_, engine, WithoutLugs(on_tyres), spec).value();
    EXPECT_LT(smooth.height_range, 0.0005) << engine;
    EXPECT_GT(smooth.height_range, 0.0) << engine;
    // Lugs are 0.6 mm high in total, and the body bounces on them.
    EXPECT_LT(SimulateDrive(parts_, engine, on_tyres, spec)->height_range, 0.003) << engine;
  }
}

TEST_F(GapTest, IsNoneAgainstALogOfItself) {
  const gap::WheelSpeeds wheels = SmoothWheels(7.0);
  const record::TempDir dir;
  WriteLog(dir.File("own.mcap"), Drive(wheels, 6.5, false).track, wheels, 6.4);
  const Result<gap::RealData> data = gap::LoadRealData({dir.File("own.mcap")}, robot_.name,
                                                       {robot_.left, robot_.right, "", "/truth"});
  ASSERT_TRUE(data.ok()) << data.error().message;
  GapOptions options = Options();
  const GapResult result = MeasureGap(parts_, World("empty.sdf"), robot_, *data, options).value();
  ASSERT_EQ(result.drives.size(), 1u);
  ASSERT_EQ(result.drives[0].models[1].scores.size(), 3u);
  for (const gap::WindowScore& score : result.drives[0].models[1].scores) {
    EXPECT_LT(score.translation, 0.003);
    EXPECT_LT(score.heading, 0.003);
  }
}

TEST_F(GapTest, TheImuOfAnotherSeedIsAlike) {
  const gap::WheelSpeeds wheels = SmoothWheels(30.0);
  gap::TerrainRun run;
  run.terrain = "SELF";
  run.number = "00";
  run.wheels = wheels;
  run.imu = Drive(wheels, 30.0, true).imu;
  run.alignment.known = true;
  gap::RealData data;
  data.runs.push_back(run);
  GapOptions options = Options();
  const GapResult result = MeasureGap(parts_, World("empty.sdf"), robot_, data, options).value();
  ASSERT_EQ(result.runs.size(), 1u);
  EXPECT_NEAR(result.runs[0].yaw_gain, result.runs[0].real_yaw_gain, 0.01);
  for (const TerrainAxis& axis : result.runs[0].axes) {
    EXPECT_NEAR(axis.simulated.range() / axis.real.range(), 1.0, 0.15);
    // Ten segments of noise differ by about 1 dB per half octave, more at the few low frequencies.
    EXPECT_LT(axis.distance, 2.5);
  }
}

TEST_F(GapTest, NumbersDoNotHangOnTheJobs) {
  const gap::WheelSpeeds wheels = SmoothWheels(7.0);
  gap::RealData data;
  data.drives.push_back(
      RecordingOf(gap::IdealTrack(wheels, {0.1651, 0.5708}, -1.0, 7.0), wheels, 3));
  // Three drives of one window each.
  for (gap::DriveWindow& window : data.drives[0].windows) window.id *= 2;
  gap::TerrainRun run;
  run.terrain = "FLOOR";
  run.number = "00";
  run.wheels = wheels;
  run.imu.time = {0.0, 2.5, 5.0};
  for (auto& axis : run.imu.axes) axis = {0.0, 1.0, 2.0};
  data.runs.push_back(run);
  const GapWorld world = World("empty.sdf");
  std::vector<std::string> texts;
  for (int jobs : {1, 3}) {
    GapOptions options = Options();
    options.engines = {"mujoco", "ode"};
    options.jobs = jobs;
    int calls = 0;
    options.progress = [&calls](double done, double total) {
      ++calls;
      return done <= total + 1e-9;
    };
    const GapResult result = MeasureGap(parts_, world, robot_, data, options).value();
    EXPECT_EQ(calls, 8);
    EXPECT_EQ(result.drives[0].drives, 3);
    EXPECT_EQ(result.runs.size(), 2u);
    texts.push_back(GapJson(result));
  }
  EXPECT_EQ(texts[0], texts[1]);
}

TEST_F(GapTest, LimitsStopsAndLeavesOthersOut) {
  const gap::WheelSpeeds wheels = SmoothWheels(7.0);
  gap::RealData data;
  data.drives.push_back(
      RecordingOf(gap::IdealTrack(wheels, {0.1651, 0.5708}, -1.0, 7.0), wheels, 3));
  for (gap::DriveWindow& window : data.drives[0].windows) window.id *= 2;
  const GapWorld world = World("empty.sdf");
  GapOptions options = Options();
  options.limit = 1;
  EXPECT_EQ(MeasureGap(parts_, world, robot_, data, options)->drives[0].models[1].scores.size(),
            1u);
  options.progress = [](double, double) { return false; };
  EXPECT_THAT(MeasureGap(parts_, world, robot_, data, options).error().message,
              HasSubstr("interrupted"));
  options.engines = {"nothing"};
  EXPECT_THAT(MeasureGap(parts_, world, robot_, data, options).error().message,
              HasSubstr("nothing"));
  options.engines = {"mujoco"};
  data.drives[0].robot = "warthog";
  EXPECT_THAT(MeasureGap(parts_, world, robot_, data, options).error().message,
              HasSubstr("self.csv: of a warthog; left out"));
}

}  // namespace
}  // namespace surefoot::experiment
