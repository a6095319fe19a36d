#include <gmock/gmock.h>

#include <cmath>

#include "surefoot/evaluation/recordings/drive_recording.h"
#include "surefoot/evaluation/recordings/pose_track.h"
#include "surefoot/evaluation/recordings/real_data.h"
#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/record/recorder.h"
#include "surefoot/record/test/record_test_util.h"

namespace surefoot::gap {
namespace {

using testing::HasSubstr;

/// Stamps of a clock that started long before.
template <typename Header>
void Stamp(double time, Header* header) {
  header->stamp.sec = 1700000000 + static_cast<int>(std::floor(time));
  header->stamp.nanosec = static_cast<std::uint32_t>(1e9 * (time - std::floor(time)));
}

class DriveLogTest : public testing::Test {
 protected:
  struct Parts {
    bool joints = true;
    bool imu = true;
    bool odometry = true;
  };

  /// Five seconds on a circle: left wheels 2 rad/s, right ones 4. The true motion is 1 m/s and 2
  /// rad/s, independent of the wheels. The IMU begins half a second later.
  std::string Write(const Parts& parts) {
    const std::string path = dir_.File("circle.mcap");
    auto recorder = record::OpenRecorder(path, {}).value();
    const int joints = recorder->AddTopic("/joint_states", JointState::type()).value();
    const int imus = recorder->AddTopic("/imu", Imu::type()).value();
    const int odoms = recorder->AddTopic("/truth", Odometry::type()).value();
    for (int i = 0; i <= 500; ++i) {
      const double t = 0.01 * i;
      const SimTimeNs now = i * SimTimeNs{10'000'000};
      if (parts.joints && i % 2 == 0) WriteJoints(t, now, joints, recorder.get());
      if (parts.imu && i >= 50) WriteImu(t, now, imus, recorder.get());
      if (parts.odometry && i % 5 == 0) WriteOdometry(t, now, odoms, recorder.get());
    }
    EXPECT_TRUE(recorder->Close().ok());
    return path;
  }

  std::string ErrorOf(const Parts& parts, const LogNames& names) {
    const Result<DriveLog> log = LoadDriveLog(Write(parts), names);
    return log.ok() ? "" : log.error().message;
  }

  const LogNames names_ = {{"fl", "rl"}, {"fr", "rr"}, "", "/truth"};
  record::TempDir dir_;

 private:
  using JointState = msgs::sensor_msgs::JointState;
  using Imu = msgs::sensor_msgs::Imu;
  using Odometry = msgs::nav_msgs::Odometry;

  static void WriteJoints(double t, SimTimeNs now, int topic, record::Recorder* recorder) {
    JointState message;
    Stamp(t, &message.header);
    message.name = {"arm", "robot::fl", "fr", "rl", "robot::rr"};
    message.velocity = {9.0, 1.0, 4.0, 3.0, 4.0};
    ASSERT_TRUE(recorder->Write(topic, now, &message).ok());
  }
  static void WriteImu(double t, SimTimeNs now, int topic, record::Recorder* recorder) {
    Imu message;
    Stamp(t, &message.header);
    message.angular_velocity.z = t;
    ASSERT_TRUE(recorder->Write(topic, now, &message).ok());
  }
  static void WriteOdometry(double t, SimTimeNs now, int topic, record::Recorder* recorder) {
    Odometry message;
    Stamp(t, &message.header);
    message.pose.pose.position.x = 0.5 * std::sin(2.0 * t);
    message.pose.pose.position.y = 0.5 - 0.5 * std::cos(2.0 * t);
    message.pose.pose.orientation.z = std::sin(t);
    message.pose.pose.orientation.w = std::cos(t);
    ASSERT_TRUE(recorder->Write(topic, now, &message).ok());
  }
};

TEST_F(DriveLogTest, ReadsWheelsImuAndTruth) {
  const DriveLog log = LoadDriveLog(Write({}), names_).value();
  EXPECT_EQ(log.wheels.time.size(), 251u);
  EXPECT_EQ(log.wheels.time.front(), 0.0);
  EXPECT_NEAR(log.wheels.time.back(), 5.0, 1e-6);
  EXPECT_EQ(log.wheels.left[7], 2.0);
  EXPECT_EQ(log.wheels.right[7], 4.0);
  // In the time of the wheels' clock.
  EXPECT_NEAR(log.imu.time.front(), 0.5, 1e-6);
  EXPECT_NEAR(log.imu.axes[2].front(), 0.5, 1e-6);
  // Full turns are counted.
  EXPECT_NEAR(log.X_WP.back().yaw, 10.0, 1e-6);
  const TerrainRun run = TerrainRunOf(log);
  EXPECT_EQ(run.terrain, "circle");
  EXPECT_NEAR(run.begin(), 0.5, 1e-6);
  EXPECT_NEAR(run.end(), 5.0, 1e-6);
}

TEST_F(DriveLogTest, CutsWindows) {
  const DriveRecording recording = WindowsOf(LoadDriveLog(Write({}), names_).value(), "husky");
  ASSERT_EQ(recording.windows.size(), 2u);
  EXPECT_EQ(WindowRuns(recording).size(), 1u);
  EXPECT_EQ(recording.nuisance.encoder_lag, 0.0);
  for (const DriveWindow& window : recording.windows) {
    ASSERT_EQ(window.rows(), 40u);
    EXPECT_EQ(window.age, 0.0);
    EXPECT_EQ(window.last_fresh(), 39u);
    // On a circle of 0.5 m, in the frame of the window's own start.
    EXPECT_NEAR(window.X_SP[20].x, 0.5 * std::sin(2.0), 1e-3);
    EXPECT_NEAR(window.X_SP[20].y, 0.5 - 0.5 * std::cos(2.0), 1e-3);
    EXPECT_NEAR(window.X_SP[39].yaw, 2.0 * 1.95, 1e-6);
  }
  DriveLog still;
  EXPECT_TRUE(WindowsOf(still, "husky").windows.empty());
}

TEST_F(DriveLogTest, SaysWhatIsMissing) {
  EXPECT_THAT(ErrorOf({.joints = false}, names_),
              HasSubstr("no sensor_msgs/JointState messages with speeds of fl and fr"));
  EXPECT_THAT(ErrorOf({.odometry = false}, names_),
              HasSubstr("no nav_msgs/Odometry messages on /truth"));
  LogNames no_truth = names_;
  no_truth.truth = "";
  EXPECT_EQ(ErrorOf({}, no_truth), "");
  EXPECT_THAT(ErrorOf({.imu = false}, no_truth), HasSubstr("neither sensor_msgs/Imu messages nor"));
  LogNames other_imu = names_;
  other_imu.imu = "/imu/raw";
  EXPECT_THAT(ErrorOf({}, other_imu), HasSubstr("no sensor_msgs/Imu messages on /imu/raw"));
}

TEST_F(DriveLogTest, IsFoundInFolders) {
  Write({});
  const RealData data = LoadRealData({dir_.File("")}, "husky", names_).value();
  EXPECT_EQ(data.drives.size(), 1u);
  EXPECT_EQ(data.runs.size(), 1u);
  EXPECT_EQ(data.files.size(), 1u);
  // A recording of another robot is skipped in a folder, and is an error when named directly.
  const LogNames others = {{"left"}, {"right"}, "", ""};
  EXPECT_FALSE(LoadRealData({dir_.File("")}, "husky", others).ok());
  EXPECT_THAT(LoadRealData({dir_.File("circle.mcap")}, "husky", others).error().message,
              HasSubstr("circle.mcap: no sensor_msgs/JointState messages"));
}

}  // namespace
}  // namespace surefoot::gap
