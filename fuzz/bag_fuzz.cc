// ROS 1 bags.

#include "fuzz/recordings.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/ros1.h"

namespace surefoot::fuzz {
namespace {

using msgs::geometry_msgs::Twist;

void Run(std::string_view input) { ReadRecording("input.bag", input); }

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

std::string Record(char op, const std::string& fields, const std::string& data) {
  return Sized(Field("op", std::string(1, op)) + fields) + Sized(data);
}

std::string Connection() {
  const msgs::Ros1Type known = msgs::MakeRos1Type(Twist::type());
  return Record(7, Field("conn", Raw(5u)) + Field("topic", "/cmd_vel"),
                Field("topic", "/cmd_vel") + Field("type", "geometry_msgs/Twist") +
                    Field("md5sum", known.md5) + Field("message_definition", known.definition));
}

std::string Message() {
  Bytes bytes;
  msgs::EncodeRos1(Twist(), 0, &bytes);
  return Record(2, Field("conn", Raw(5u)) + Field("time", Raw(std::uint64_t{10})),
                std::string(bytes.begin(), bytes.end()));
}

void AddSeeds(SeedList* seeds) {
  const std::string head =
      "#ROSBAG V2.0\n" + Record(3,
                                Field("index_pos", Raw(std::uint64_t{1})) +
                                    Field("conn_count", Raw(1u)) + Field("chunk_count", Raw(1u)),
                                std::string(20, ' '));
  const std::string records = Connection() + Message();
  seeds->Add(head + records);
  const auto size = static_cast<std::uint32_t>(records.size());
  for (const char* compression : {"none", "bz2", "lz4"}) {
    seeds->Add(head +
               Record(5, Field("compression", compression) + Field("size", Raw(size)), records));
  }
}

SUREFOOT_FUZZ_TARGET(bag, Run, AddSeeds);

}  // namespace
}  // namespace surefoot::fuzz
