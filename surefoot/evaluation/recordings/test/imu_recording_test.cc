#include "surefoot/evaluation/recordings/imu_recording.h"

#include <gmock/gmock.h>

#include <limits>

#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/record/recorder.h"
#include "surefoot/record/test/record_test_util.h"

namespace surefoot::gap {
namespace {

using msgs::sensor_msgs::Imu;
using testing::DoubleEq;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

Result<ImuRecording> Read(const std::string& text) {
  return ReadImu(CsvFile::Parse(text, "imu.csv").value());
}

/// The i-th of a series of messages: turn rates 1, 2, 3 + i, accelerations 4, 5, 6 + i.
Imu MakeImu(int i) {
  Imu imu;
  imu.header.stamp.sec = 1700000000;
  imu.header.stamp.nanosec = static_cast<std::uint32_t>(i) * 10'000'000u;
  imu.header.frame_id = "imu, on the mast";
  imu.angular_velocity.x = 1.0 + i;
  imu.angular_velocity.y = 2.0 + i;
  imu.angular_velocity.z = 3.0 + i;
  imu.linear_acceleration.x = 4.0 + i;
  imu.linear_acceleration.y = 5.0 + i;
  imu.linear_acceleration.z = 6.0 + i;
  return imu;
}

void ExpectTwoSamples(const ImuRecording& imu) {
  EXPECT_THAT(imu.time, ElementsAre(0.0, DoubleNear(0.01, 1e-6)));
  for (std::size_t axis = 0; axis < 6; ++axis) {
    const double first = 1.0 + static_cast<double>(axis);
    EXPECT_THAT(imu.axes[axis], ElementsAre(DoubleEq(first), DoubleEq(first + 1.0)));
  }
}

TEST(ImuRecording, ReadsManySpellings) {
  const std::string rows = "\n5,1,2,3,4,5,6\n5.01,2,3,4,5,6,7\n";
  for (const std::string names :
       {"time,wx,wy,wz,ax,ay,az", "t,gyro_x,gyro_y,gyro_z,acc_x,acc_y,acc_z",
        "Timestamp,gx,gy,gz,ax,ay,az", "time,GyroX,GyroY,GyroZ,AccelX,AccelY,AccelZ",
        "%time,field.angular_velocity.x,field.angular_velocity.y,field.angular_velocity.z,"
        "field.linear_acceleration.x,field.linear_acceleration.y,field.linear_acceleration.z"}) {
    const Result<ImuRecording> imu = Read(names + rows);
    ASSERT_TRUE(imu.ok()) << imu.error().message;
    ExpectTwoSamples(*imu);
  }
}

TEST(ImuRecording, KnowsUnitsOfTime) {
  const auto times = [](const std::string& name, const std::string& a, const std::string& b) {
    const std::string rest = ",0,0,0,0,0,0\n";
    return Read(name + ",wx,wy,wz,ax,ay,az\n" + a + rest + b + rest).value().time;
  };
  EXPECT_THAT(times("time_ns", "0", "20000000"), ElementsAre(0.0, DoubleNear(0.02, 1e-12)));
  EXPECT_THAT(times("time", "1700000000000000000", "1700000000020000000"),
              ElementsAre(0.0, DoubleNear(0.02, 1e-6)));
  EXPECT_THAT(times("stamp", "1700000000000", "1700000000020"),
              ElementsAre(0.0, DoubleNear(0.02, 1e-9)));
  EXPECT_THAT(times("t", "1700000000.5", "1700000000.52"),
              ElementsAre(0.0, DoubleNear(0.02, 1e-6)));
}

TEST(ImuRecording, SaysWhatIsMissing) {
  EXPECT_THAT(Read("time,wx,wy,ax,ay,az\n0,0,0,0,0,0\n").error().message,
              HasSubstr("imu.csv: no column for turn rates"));
  EXPECT_THAT(Read("wx,wy,wz,ax,ay,az\n0,0,0,0,0,0\n").error().message,
              HasSubstr("no column for time; it has wx, wy, wz, ax, ay, az"));
  EXPECT_THAT(Read("time,wx,wy,wz,ax,ay,az\n1,0,0,0,0,0,0\n0.5,0,0,0,0,0,0\n").error().message,
              HasSubstr("imu.csv:3: column time: time falls from 0.000000 to -0.500000"));
}

class ImuMessagesTest : public testing::Test {
 protected:
  /// Writes messages to topics, in this order.
  void Write(const std::string& path, const std::vector<std::pair<std::string, Imu>>& messages) {
    auto recorder = record::OpenRecorder(path, {}).value();
    std::map<std::string, int> ids;
    for (const auto& [topic, message] : messages) {
      if (ids.count(topic) == 0) ids[topic] = recorder->AddTopic(topic, Imu::type()).value();
      ASSERT_TRUE(recorder->Write(ids[topic], 0, &message).ok());
    }
    msgs::std_msgs::Float64 number;
    const int other = recorder->AddTopic("/number", msgs::std_msgs::Float64::type()).value();
    ASSERT_TRUE(recorder->Write(other, 0, &number).ok());
    ASSERT_TRUE(recorder->Close().ok());
  }
  record::TempDir dir_;
};

TEST_F(ImuMessagesTest, ReadsMcapInOrderOfStamps) {
  const std::string path = dir_.File("drive.mcap");
  Write(path, {{"/imu", MakeImu(1)}, {"/imu", MakeImu(0)}});
  ExpectTwoSamples(LoadImu(path).value());
  ExpectTwoSamples(LoadImu(path, "/imu").value());
  EXPECT_THAT(LoadImu(path, "/other").error().message,
              HasSubstr("no sensor_msgs/Imu messages on /other; it has /imu, /number"));
}

TEST_F(ImuMessagesTest, AsksWhichOfSeveral) {
  const std::string path = dir_.File("drive.mcap");
  Write(path, {{"/b", MakeImu(0)}, {"/a", MakeImu(0)}, {"/b", MakeImu(1)}});
  EXPECT_THAT(LoadImu(path).error().message, HasSubstr("several IMUs: /a, /b"));
  ExpectTwoSamples(LoadImu(path, "/b").value());
}

TEST_F(ImuMessagesTest, RefusesWhatIsNotFinite) {
  const std::string path = dir_.File("drive.mcap");
  Imu bad = MakeImu(1);
  bad.angular_velocity.y = std::numeric_limits<double>::infinity();
  Write(path, {{"/imu", MakeImu(0)}, {"/imu", bad}});
  EXPECT_THAT(LoadImu(path).error().message, HasSubstr("wy of message 2 on /imu"));
}

TEST_F(ImuMessagesTest, RefusesRecordingsWithoutImu) {
  const std::string path = dir_.File("drive.mcap");
  Write(path, {});
  EXPECT_THAT(LoadImu(path).error().message,
              HasSubstr("no sensor_msgs/Imu messages; it has /number"));
}

TEST_F(ImuMessagesTest, ReadsTablesOfOurRecorder) {
  auto recorder = record::OpenRecorder(dir_.File("imu.csv"), {}).value();
  const int id = recorder->AddTopic("/imu", Imu::type()).value();
  for (int i = 0; i < 2; ++i) {
    const Imu imu = MakeImu(i);
    ASSERT_TRUE(recorder->Write(id, i * SimTimeNs{10'000'000}, &imu).ok());
  }
  ASSERT_TRUE(recorder->Close().ok());
  ExpectTwoSamples(LoadImu(dir_.File("imu.csv")).value());
}

}  // namespace
}  // namespace surefoot::gap
