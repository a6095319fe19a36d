#include "surefoot/gateways/ros2/wire_names.h"

#include <gtest/gtest.h>

namespace surefoot::gateways::ros2 {
namespace {

// Examples of https://design.ros2.org/articles/topic_and_service_names.html.
TEST(WireNames, Topics) {
  EXPECT_EQ(TopicOnWire("/imu/data"), "rt/imu/data");
  EXPECT_EQ(TopicOfWire("rt/imu/data"), "/imu/data");
  EXPECT_EQ(TopicOfWire("ros_discovery_info"), "");
  EXPECT_EQ(TopicOfWire("rr/resetReply"), "");
  EXPECT_EQ(ServiceOfWire("rq/robot/resetRequest"), "/robot/reset");
  EXPECT_EQ(ServiceOfWire("rr/resetReply"), "");
  EXPECT_EQ(ServiceOfWire("rq/reset"), "");
}

TEST(WireNames, Types) {
  EXPECT_EQ(TypeOnWire("sensor_msgs/msg/Imu"), "sensor_msgs::msg::dds_::Imu_");
  EXPECT_EQ(TypeOnWire("std_srvs/srv/Trigger", "_Request"),
            "std_srvs::srv::dds_::Trigger_Request_");
  EXPECT_EQ(TypeOfWire("sensor_msgs::msg::dds_::Imu_"), "sensor_msgs/msg/Imu");
  for (const char* other : {"Imu", "::dds_::", "a::dds_::B_", "a::b::dds_::C", ""}) {
    EXPECT_EQ(TypeOfWire(other), other);
  }
}

}  // namespace
}  // namespace surefoot::gateways::ros2
