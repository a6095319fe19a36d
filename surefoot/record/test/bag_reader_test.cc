// ROS 1 bags byte by byte; bags of other programs are in tests/integration/gap_bags.sh.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/ros1.h"
#include "surefoot/record/bags/bag_source.h"
#include "surefoot/record/message_reader.h"
#include "surefoot/record/test/record_test_util.h"

namespace surefoot::record {
namespace {

using msgs::geometry_msgs::Twist;
using testing::HasSubstr;

template <typename T>
std::string Raw(T value) {
  std::string text;
  for (std::size_t i = 0; i < sizeof value; ++i) text += static_cast<char>(value >> (8 * i));
  return text;
}

std::string Sized(const std::string& text) {
  return Raw(static_cast<std::uint32_t>(text.size())) + text;
}

std::string Field(const std::string& name, const std::string& value) {
  return Sized(name + "=" + value);
}

std::string Op(int op) { return Field("op", std::string(1, static_cast<char>(op))); }

/// A record: its fields, then its data.
std::string Record(const std::string& fields, const std::string& data) {
  return Sized(fields) + Sized(data);
}

std::string Connection(const std::string& topic, const std::string& type) {
  const msgs::Ros1Type known = msgs::MakeRos1Type(Twist::type());
  return Record(Op(7) + Field("conn", Raw(5u)) + Field("topic", topic),
                Field("topic", topic) + Field("type", type) + Field("md5sum", known.md5) +
                    Field("message_definition", known.definition));
}

std::string Message(std::uint32_t connection, std::uint32_t sec, double speed) {
  Twist twist;
  twist.linear.x = speed;
  Bytes bytes;
  msgs::EncodeRos1(twist, 0, &bytes);
  const std::uint64_t time = sec | (std::uint64_t{500000000} << 32);
  return Record(Op(2) + Field("conn", Raw(connection)) + Field("time", Raw(time)),
                std::string(bytes.begin(), bytes.end()));
}

std::string Chunk(const std::string& records) {
  return Record(Op(5) + Field("compression", "none") +
                    Field("size", Raw(static_cast<std::uint32_t>(records.size()))),
                records);
}

std::string Bag(const std::string& records, std::uint64_t index = 1) {
  return "#ROSBAG V2.0\n" +
         Record(Op(3) + Field("index_pos", Raw(index)) + Field("conn_count", Raw(1u)) +
                    Field("chunk_count", Raw(1u)),
                std::string(100, ' ')) +
         records;
}

class BagReaderTest : public testing::Test {
 protected:
  std::string Save(const std::string& content) const {
    const std::string path = folder_.File("test.bag");
    SaveBytes(path, Bytes(content.begin(), content.end()));
    return path;
  }
  /// Speeds of all messages that can be read.
  std::vector<double> Speeds(const std::string& content, std::string* problem = nullptr) const {
    auto reader = MessageReader::Open(Save(content));
    if (!reader.ok()) {
      if (problem != nullptr) *problem = reader.error().message;
      return {};
    }
    std::vector<double> speeds;
    TypedMessage message;
    while ((*reader)->Next(&message)) {
      if (const Twist* twist = message.As<Twist>()) speeds.push_back(twist->linear.x);
    }
    if (problem != nullptr && !(*reader)->status().ok()) {
      *problem = (*reader)->status().error().message;
    }
    if (problem != nullptr && (*reader)->source().truncated()) {
      *problem = (*reader)->source().truncation();
    }
    return speeds;
  }

  TempDir folder_;
};

TEST_F(BagReaderTest, ReadsChunksAndWhatStandsOutsideOfThem) {
  const std::string content =
      Bag(Chunk(Connection("/cmd_vel", "geometry_msgs/Twist") + Message(5, 10, 0.25)) +
          Record(Op(4) + Field("conn", Raw(5u)), std::string(12, 'x')) + Message(5, 11, 0.5));
  auto reader = MessageReader::Open(Save(content));
  ASSERT_TRUE(reader.ok()) << reader.error().message;
  TypedMessage message;
  ASSERT_TRUE((*reader)->Next(&message));
  EXPECT_EQ(message.topic(), "/cmd_vel");
  EXPECT_EQ(message.time_ns(), 10500000000);
  EXPECT_EQ(message.As<Twist>()->linear.x, 0.25);
  // As CDR, for code without support for ROS 1.
  Twist twist;
  EXPECT_TRUE(msgs::Decode(Bytes(message.data().begin(), message.data().end()), &twist));
  EXPECT_EQ(twist.linear.x, 0.25);
  ASSERT_TRUE((*reader)->Next(&message));
  EXPECT_EQ(message.time_ns(), 11500000000);
  EXPECT_FALSE((*reader)->Next(&message));
  EXPECT_TRUE((*reader)->status().ok());
  EXPECT_FALSE((*reader)->source().truncated());
}

TEST_F(BagReaderTest, SaysWhatIsWrong) {
  std::string problem;
  Speeds("#ROSBAG V1.2\nwhatever", &problem);
  EXPECT_THAT(problem, HasSubstr("another version than 2.0"));
  Speeds(Bag(Chunk(Message(9, 1, 1.0))), &problem);
  EXPECT_THAT(problem, HasSubstr("refers to an unknown connection"));
  EXPECT_EQ(
      Speeds(Bag(Connection("/cmd_vel", "geometry_msgs/Twist") + Message(5, 1, 1.0), 0), &problem)
          .size(),
      1u);
  EXPECT_THAT(problem, HasSubstr("was not closed"));
  Speeds(Bag(Record(Op(5) + Field("compression", "zip") + Field("size", Raw(4u)), "abcd")),
         &problem);
  EXPECT_THAT(problem, HasSubstr("unknown compression \"zip\""));
  Speeds(Bag(Record(Op(5) + Field("compression", "bz2") + Field("size", Raw(4u)), "abcd")),
         &problem);
  EXPECT_THAT(problem, HasSubstr("bz2 data are damaged"));
}

TEST_F(BagReaderTest, SurvivesAnyCutAndAnyByte) {
  const std::string content =
      Bag(Chunk(Connection("/cmd_vel", "geometry_msgs/Twist") + Message(5, 1, 1.0)) +
          Chunk(Message(5, 2, 2.0)));
  ASSERT_EQ(Speeds(content).size(), 2u);
  for (std::size_t size = 0; size < content.size(); size += 3) {
    EXPECT_LE(Speeds(content.substr(0, size)).size(), 2u);
  }
  RandomStream random(11, "bag");
  for (int i = 0; i < 1500; ++i) {
    std::string changed = content;
    changed[13 + random.NextBits() % (content.size() - 13)] =
        static_cast<char>(random.NextBits() % 256);
    Speeds(changed);
  }
}

}  // namespace
}  // namespace surefoot::record
