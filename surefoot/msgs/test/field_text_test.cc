#include <gtest/gtest.h>

#include "surefoot/msgs/field_path.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/rmw_dds_common.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/std_msgs.h"

namespace surefoot::msgs {
namespace {

TEST(FieldText, SetsNumbersTextsAndLists) {
  geometry_msgs::TwistStamped twist;
  EXPECT_EQ(SetField("twist.linear.x", "0.5", &twist), "");
  EXPECT_EQ(SetField("header.frame_id", "map", &twist), "");
  EXPECT_EQ(twist.twist.linear.x, 0.5);
  EXPECT_EQ(twist.header.frame_id, "map");
  std_msgs::Float64MultiArray list;
  EXPECT_EQ(SetField("data", "1;-2.5;3e2", &list), "");
  EXPECT_EQ(list.data, (std::vector<double>{1.0, -2.5, 300.0}));
  EXPECT_EQ(SetField("data", "", &list), "");
  EXPECT_TRUE(list.data.empty());
  std_msgs::Bool flag;
  EXPECT_EQ(SetField("data", "true", &flag), "");
  EXPECT_TRUE(flag.data);
  sensor_msgs::Imu imu;
  EXPECT_EQ(SetField("orientation_covariance", "1;2;3;4;5;6;7;8;9", &imu), "");
  EXPECT_EQ(imu.orientation_covariance[8], 9.0);
}

TEST(FieldText, SaysWhatIsWrong) {
  geometry_msgs::Twist twist;
  EXPECT_EQ(SetField("linear.w", "1", &twist), "there is no field 'w'; there are: x, y, z");
  EXPECT_EQ(SetField("linear.x", "fast", &twist), "'fast' does not fit the field 'x'");
  EXPECT_NE(SetField("linear.x.y", "1", &twist), "");
  EXPECT_NE(SetField("linear", "1", &twist), "");
  sensor_msgs::Imu imu;
  EXPECT_NE(SetField("orientation_covariance", "1;2;3", &imu), "");
  EXPECT_NE(SetField("orientation_covariance", "1;2;3;4;5;6;7;8;9;10", &imu), "");
  rmw_dds_common::NodeEntitiesInfo node;
  EXPECT_EQ(SetField("node_name", std::string(256, 'a'), &node), "");
  EXPECT_NE(SetField("node_name", std::string(257, 'a'), &node), "");
}

}  // namespace
}  // namespace surefoot::msgs
