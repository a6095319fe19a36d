#include "surefoot/record/csv/csv_recorder.h"

#include <gmock/gmock.h>

#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/record/test/record_test_util.h"
#include "tests/allocation_counter.h"

namespace surefoot::record {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

class CsvRecorderTest : public testing::Test {
 protected:
  std::string Text(const std::string& name) {
    const Bytes bytes = LoadBytes(dir_.File(name));
    return std::string(bytes.begin(), bytes.end());
  }
  template <typename T>
  void Write(const std::string& topic, const std::vector<T>& messages) {
    const int id = recorder_->AddTopic(topic, T::type()).value();
    SimTimeNs time_ns = 0;
    for (const T& message : messages) {
      ASSERT_TRUE(recorder_->Write(id, time_ns, &message).ok());
      time_ns += 250'000'000;
    }
  }

  TempDir dir_;
  std::unique_ptr<Recorder> recorder_ = OpenCsvFolder(dir_.File("out")).value();
};

TEST_F(CsvRecorderTest, FlattensFields) {
  msgs::geometry_msgs::PointStamped point;
  point.header.stamp.sec = 3;
  point.header.stamp.nanosec = 50;
  point.header.frame_id = "a \"b\", c";
  point.point.x = 0.1;
  point.point.y = -1e300;
  point.point.z = std::numeric_limits<double>::quiet_NaN();
  Write("/robot/tip", std::vector{point, point});
  ASSERT_TRUE(recorder_->Close().ok());
  const std::string row = "3.000000050,\"a \"\"b\"\", c\",0.1,-1e+300,nan\n";
  EXPECT_EQ(Text("out/robot_tip.csv"),
            "time,header.stamp,header.frame_id,point.x,point.y,point.z\n"
            "0.000000000," +
                row + "0.250000000," + row);
}

TEST_F(CsvRecorderTest, ArraysAreAsLongAsInTheFirstMessage) {
  msgs::sensor_msgs::JointState two;
  two.name = {"a", "b"};
  two.position = {1.0, 2.0};
  msgs::sensor_msgs::JointState one = two;
  one.name.resize(1);
  one.position.resize(1);
  msgs::sensor_msgs::JointState three = two;
  three.position.push_back(3.0);
  Write("/joints", std::vector{two, one, three});
  ASSERT_TRUE(recorder_->Close().ok());
  EXPECT_EQ(Text("out/joints.csv"),
            "time,header.stamp,header.frame_id,name[0],name[1],position[0],position[1]\n"
            "0.000000000,0.000000000,,a,b,1,2\n"
            "0.250000000,0.000000000,,a,,1,\n"
            "0.500000000,0.000000000,,a,b,1,2\n");
  EXPECT_THAT(recorder_->notes(),
              ElementsAre(HasSubstr("/joints: position became longer than in the first message")));
}

TEST_F(CsvRecorderTest, PicturesAreOnlyCounted) {
  msgs::sensor_msgs::Image image;
  image.width = 10;
  image.data.resize(300);
  Write("/image", std::vector{image});
  ASSERT_TRUE(recorder_->Close().ok());
  EXPECT_EQ(Text("out/image.csv"),
            "time,header.stamp,header.frame_id,height,width,encoding,is_bigendian,step,"
            "data.length\n0.000000000,0.000000000,,0,10,,0,0,300\n");
  EXPECT_THAT(recorder_->notes(), ElementsAre(StartsWith("/image: data has 300 items")));
}

TEST_F(CsvRecorderTest, ColumnsHaveALimit) {
  msgs::geometry_msgs::PoseArray poses;
  poses.poses.resize(1500);
  Write("/poses", std::vector{poses, poses});
  ASSERT_TRUE(recorder_->Close().ok());
  std::istringstream lines(Text("out/poses.csv"));
  for (std::string line; std::getline(lines, line);) {
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), 4000);
  }
  EXPECT_THAT(recorder_->notes(), ElementsAre(HasSubstr("at most 4000 columns")));
}

TEST_F(CsvRecorderTest, EachTopicHasItsFile) {
  Write("/a/b", std::vector{msgs::std_msgs::Bool()});
  Write("/a_b", std::vector{msgs::std_msgs::Bool()});
  ASSERT_TRUE(recorder_->AddMetadata("surefoot.run", {{"world", "\"x\", y"}}).ok());
  ASSERT_TRUE(recorder_->Close().ok());
  EXPECT_EQ(Text("out/a_b.csv"), "time,data\n0.000000000,0\n");
  EXPECT_EQ(Text("out/a_b_.csv"), Text("out/a_b.csv"));
  EXPECT_EQ(Text("out/surefoot.run.csv"), "key,value\nworld,\"\"\"x\"\", y\"\n");
}

TEST_F(CsvRecorderTest, OneFileTakesOneTopic) {
  recorder_ = OpenCsvFile(dir_.File("one.csv")).value();
  Write("/a", std::vector{msgs::std_msgs::Bool()});
  const Result<int> second = recorder_->AddTopic("/b", msgs::std_msgs::Bool::type());
  ASSERT_FALSE(second.ok());
  EXPECT_THAT(second.error().message, HasSubstr("one/"));
  ASSERT_TRUE(recorder_->Close().ok());
  EXPECT_EQ(Text("one.csv"), "time,data\n0.000000000,0\n");
}

TEST_F(CsvRecorderTest, RowsAreInTheFileAfterHalfASecond) {
  Write("/x", std::vector(4, msgs::std_msgs::Bool()));
  EXPECT_THAT(Text("out/x.csv"), StartsWith("time,data\n0.000000000,0\n0.250000000,0\n0.500"));
}

TEST_F(CsvRecorderTest, AllocatesNothingOnceWarm) {
  msgs::sensor_msgs::Imu imu;
  const int id = recorder_->AddTopic("/imu", imu.type()).value();
  const auto write = [&](int from) {
    for (int i = from; i < from + 500; ++i) {
      imu.angular_velocity.x = 1.0 / (i + 3);
      ASSERT_TRUE(recorder_->Write(id, i * SimTimeNs{10'000'000}, &imu).ok());
    }
  };
  write(0);
  const long before = AllocationCount();
  write(500);
  EXPECT_EQ(AllocationCount(), before);
}

}  // namespace
}  // namespace surefoot::record
