#include "surefoot/msgs/ros1.h"

#include <gtest/gtest.h>

#include <map>

#include "surefoot/msgs/actionlib_msgs.h"
#include "surefoot/msgs/control_msgs.h"
#include "surefoot/msgs/rcl_interfaces.h"
#include "surefoot/msgs/rmw_dds_common.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/msgs/std_srvs.h"
#include "surefoot/msgs/test/random_message.h"
#include "surefoot/msgs/visualization_msgs.h"

namespace surefoot::msgs {
namespace {

// RFC 1321, appendix A.5.
TEST(Md5, SumsOfTheStandard) {
  EXPECT_EQ(Md5(""), "d41d8cd98f00b204e9800998ecf8427e");
  EXPECT_EQ(Md5("a"), "0cc175b9c0f1b6a831c399e269772661");
  EXPECT_EQ(Md5("message digest"), "f96b697d7cb7938d525a2f31aaf161d0");
  EXPECT_EQ(Md5("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"),
            "d174ab98d277d9f5a5611c2c9f419d9f");
  EXPECT_EQ(Md5("1234567890123456789012345678901234567890"
                "1234567890123456789012345678901234567890"),
            "57edf4a22be3c955ac49da2e2107b67a");
}

// As `rosmsg md5` and `rossrv md5` of ROS 1 Noetic print them.
TEST(Ros1, SumsOfRos1) {
  const std::map<std::string, std::string> sums = {
      {"control_msgs/JointTolerance", "f544fe9c16cf04547e135dd6063ff5be"},
      {"control_msgs/JointTrajectoryControllerState", "10817c60c2486ef6b33e97dcd87f4474"},
      {"diagnostic_msgs/DiagnosticArray", "60810da900de1dd6ddd437c3503511da"},
      {"actionlib_msgs/GoalStatusArray", "8b2b82f13216d0a8ea88bd3af735e619"},
      {"gazebo_msgs/ContactsState", "acbcb1601a8e525bf72509f18e6f668d"},
      {"gazebo_msgs/LinkState", "0818ebbf28ce3a08d48ab1eaa7309ebe"},
      {"gazebo_msgs/LinkStates", "48c080191eb15c41858319b4d8a609c2"},
      {"gazebo_msgs/ModelState", "9330fd35f2fcd82d457e54bd54e10593"},
      {"gazebo_msgs/ModelStates", "48c080191eb15c41858319b4d8a609c2"},
      {"geometry_msgs/Twist", "9f195f881246fdfa2798d1d3eebca84a"},
      {"nav_msgs/OccupancyGrid", "3381f2d731d4076ec5c71b0759edbe4e"},
      {"nav_msgs/Odometry", "cd5e73d190d741a2f92e81eda573aca7"},
      {"rosgraph_msgs/Clock", "a9c97c1d230cfc112e270351a944ee47"},
      {"rosgraph_msgs/Log", "acffd30cd6b6de30f120938c17c593fb"},
      {"sensor_msgs/BatteryState", "4ddae7f048e32fda22cac764685e3974"},
      {"sensor_msgs/CameraInfo", "c9a58c1b0b154e0e6da7578cb991d214"},
      {"sensor_msgs/Imu", "6a62c6daae103f4ff57a132d6f95cec2"},
      {"sensor_msgs/LaserScan", "90c7ef2dc6895d81024acba2ac42f369"},
      {"sensor_msgs/NavSatFix", "2d3a8cd499b9b4a0249fb98fd05cfa48"},
      {"sensor_msgs/PointCloud2", "1158d486dd51d683ce2f1be655c3c181"},
      {"sensor_msgs/Range", "c005c34273dc426c67a020a87bc24148"},
      {"std_msgs/Header", "2176decaecbce78abc3b96ef049fabed"},
      {"std_msgs/String", "992ce8a1687cec8c8bd883ec73ca41d1"},
      {"tf2_msgs/TFMessage", "94810edda583a504dfda3829e70d7eec"},
      {"trajectory_msgs/JointTrajectory", "65b4f94a94d1ed67169da35a02f33d3f"},
      {"visualization_msgs/Marker", "4048c9de2a16f4ae8e0538085ebf1b97"},
  };
  for (const auto& [name, sum] : sums) {
    const Ros1Type type = MakeRos1Type(*FindType(name));
    EXPECT_EQ(type.name, name);
    EXPECT_EQ(type.md5, sum) << name << "\n" << type.definition;
  }
  using control_msgs::FollowJointTrajectory;
  EXPECT_EQ(MakeRos1Type(FollowJointTrajectory::Goal::type()).md5,
            "69636787b6ecbde4d61d711979bc7ecb");
  EXPECT_EQ(MakeRos1Type(FollowJointTrajectory::Result::type()).md5,
            "493383b18409bfb604b4e26c676401d2");
  EXPECT_EQ(MakeRos1Type(FollowJointTrajectory::Feedback::type()).md5,
            "10817c60c2486ef6b33e97dcd87f4474");
  EXPECT_EQ(MakeRos1Service(std_srvs::Empty::service()).md5, "d41d8cd98f00b204e9800998ecf8427e");
  EXPECT_EQ(MakeRos1Service(std_srvs::SetBool::service()).md5, "09fb03525b03e7ea1fd3992bafd87e16");
  const Ros1Service trigger = MakeRos1Service(std_srvs::Trigger::service());
  EXPECT_EQ(trigger.name, "std_srvs/Trigger");
  EXPECT_EQ(trigger.md5, "937c9679a518e3a18d831e57125ea522");
}

// As Debian's actionlib_msgs and test_rosmaster describe TestAction's goal: of these three
// messages.
TEST(Ros1, TypesOfParts) {
  const Ros1Type type =
      MakeRos1Type("std_msgs/StringActionGoal", {{"header", &std_msgs::Header::type()},
                                                 {"goal_id", &actionlib_msgs::GoalID::type()},
                                                 {"goal", &std_msgs::String::type()}});
  EXPECT_EQ(type.md5, Md5("2176decaecbce78abc3b96ef049fabed header\n"
                          "302881f31927c1df708a2dbab0e80ee8 goal_id\n"
                          "992ce8a1687cec8c8bd883ec73ca41d1 goal"));
  EXPECT_EQ(type.definition,
            "std_msgs/Header header\nactionlib_msgs/GoalID goal_id\n"
            "std_msgs/String goal\n" +
                std::string(80, '=') +
                "\nMSG: std_msgs/Header\nuint32 seq\ntime stamp\nstring frame_id\n" +
                std::string(80, '=') + "\nMSG: actionlib_msgs/GoalID\ntime stamp\nstring id\n" +
                std::string(80, '=') + "\nMSG: std_msgs/String\nstring data\n");
}

// The sums of gazebo_msgs 2.9, as genmsg of Debian computes them from its definitions.
TEST(Ros1, ServicesOfGazebo) {
  const std::map<std::string, std::string> sums = {
      {"gazebo_msgs/SpawnModel", "9ed9c82c96abe1a00c3e8cdaeee24413"},
      {"gazebo_msgs/DeleteModel", "9ce56b4e9e54616de25d796dc972a262"},
      {"gazebo_msgs/GetModelState", "4c515e936d3319c9610c559c60bfc3d4"},
      {"gazebo_msgs/SetModelState", "5b3ab0281d4f5445def017e3a2e4a07b"},
      {"gazebo_msgs/GetWorldProperties", "36bb0f2eccf4d8be971410c22818ba3f"},
      {"gazebo_msgs/GetModelProperties", "5717f7bd34ed990fa80e28b3015027a3"},
      {"gazebo_msgs/GetJointProperties", "7b30be900f50aa21efec4a0ec92d91c9"},
      {"gazebo_msgs/GetLinkState", "09d6c98cce97b35f7ab9bd70300657ab"},
  };
  for (const auto& [name, sum] : sums) {
    EXPECT_EQ(MakeRos1Service(*FindServiceType(name)).md5, sum) << name;
  }
}

TEST(Ros1, BytesOfARange) {
  sensor_msgs::Range range;
  range.header.stamp.sec = 1;
  range.header.stamp.nanosec = 0x02030405;
  range.header.frame_id = "so";
  range.radiation_type = 1;
  range.range = 1.0f;
  range.variance = 9.0f;
  Bytes bytes;
  EncodeRos1(range, 6, &bytes);
  EXPECT_EQ(bytes, (Bytes{6, 0, 0, 0, 1, 0, 0, 0, 5, 4, 3, 2, 2, 0, 0, 0,    's', 'o',
                          1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0x3f}));
  sensor_msgs::Range back;
  ASSERT_TRUE(DecodeRos1(bytes, &back));
  back.variance = 9.0f;
  EXPECT_EQ(back, range);
}

TEST(Ros1, NamesOfPartsAndPackages) {
  EXPECT_EQ(MakeRos1Type(std_srvs::SetBool_Request::type()).name, "std_srvs/SetBoolRequest");
  EXPECT_EQ(MakeRos1Type(*FindType("rosapi_msgs/TypeDef")).name, "rosapi/TypeDef");
  const Ros1Type marker = MakeRos1Type(visualization_msgs::Marker::type());
  EXPECT_EQ(marker.definition.find("MeshFile"), std::string::npos);
  EXPECT_NE(marker.definition.find("duration lifetime"), std::string::npos);
  EXPECT_NE(marker.definition.find("MSG: std_msgs/Header\nuint32 seq\ntime stamp\n"),
            std::string::npos);
}

TEST(Ros1, BoundsAreCheckedButNotPartOfDefinitions) {
  rmw_dds_common::NodeEntitiesInfo node;
  const Ros1Type type = MakeRos1Type(node.type());
  EXPECT_EQ(type.definition.rfind("string node_namespace\nstring node_name\nGid[] reader", 0), 0u)
      << type.definition;
  for (const std::size_t size : {256, 257}) {
    node.node_name.assign(size, 'a');
    Bytes bytes;
    EncodeRos1(node, 0, &bytes);
    EXPECT_EQ(DecodeRos1(bytes, &node), size == 256);
  }
  rcl_interfaces::ParameterDescriptor descriptor;
  EXPECT_NE(MakeRos1Type(descriptor.type()).definition.find("\nIntegerRange[] integer_range\n"),
            std::string::npos);
  for (const std::size_t count : {1, 2}) {
    descriptor.integer_range.resize(count);
    Bytes bytes;
    EncodeRos1(descriptor, 0, &bytes);
    EXPECT_EQ(DecodeRos1(bytes, &descriptor), count == 1);
  }
}

Bytes RandomBytes(const TypeInfo& type, std::size_t longest, RandomStream* random) {
  const std::shared_ptr<void> message = type.make();
  FillRandom(type, longest, random, message.get());
  Bytes bytes;
  EncodeRos1(type, message.get(), 3, &bytes);
  return bytes;
}

TEST(Ros1, EveryTypeComesBackAndEveryCutIsNoticed) {
  RandomStream random(5, "ros1");
  for (const TypeInfo* type : AllTypes()) {
    const std::shared_ptr<void> back = type->make();
    const Bytes bytes = RandomBytes(*type, 3, &random);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      const Bytes cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
      EXPECT_FALSE(DecodeRos1(*type, cut.data(), cut.size(), back.get())) << type->name;
    }
    ASSERT_TRUE(DecodeRos1(*type, bytes.data(), bytes.size(), back.get())) << type->name;
    Bytes again;
    EncodeRos1(*type, back.get(), 3, &again);
    EXPECT_EQ(again, bytes) << type->name;
    again.push_back(0);
    EXPECT_FALSE(DecodeRos1(*type, again.data(), again.size(), back.get())) << type->name;
  }
}

TEST(Ros1, DamagedBytesAreReadOrRefused) {
  RandomStream random(6, "ros1 damage");
  int refused = 0;
  for (const TypeInfo* type : AllTypes()) {
    const Bytes good = RandomBytes(*type, 3, &random);
    if (good.empty()) continue;
    const std::shared_ptr<void> back = type->make();
    for (int i = 0; i < 100; ++i) {
      Bytes bytes = good;
      bytes[random.NextBits() % bytes.size()] = static_cast<std::uint8_t>(random.NextBits());
      if (!DecodeRos1(*type, bytes.data(), bytes.size(), back.get())) {
        ++refused;
        continue;
      }
      Bytes again;
      EncodeRos1(*type, back.get(), 3, &again);
      EXPECT_EQ(again.size(), bytes.size()) << type->name;
    }
  }
  EXPECT_GT(refused, 500);
}

}  // namespace
}  // namespace surefoot::msgs
