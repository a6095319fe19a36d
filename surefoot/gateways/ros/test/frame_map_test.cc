#include "surefoot/gateways/ros/frame_map.h"

#include <gtest/gtest.h>

#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/msgs/tf2_msgs.h"

namespace surefoot::gateways::ros {
namespace {

using msgs::nav_msgs::Odometry;
using msgs::tf2_msgs::TFMessage;

FrameMap MapOf(std::string_view text) {
  Result<FrameRules> rules = ReadFrameRules(text);
  EXPECT_TRUE(rules.ok());
  return FrameMap(std::move(rules).value());
}

TEST(FrameMap, FramesAreThoseOfTheGraphByDefault) {
  FrameMap frames = MapOf("robots");
  frames.set_robot("husky");
  Odometry odometry;
  odometry.header.frame_id = "husky/odom";
  Bytes cdr, buffer;
  msgs::Encode(odometry, &cdr);
  EXPECT_EQ(&frames.ToRos(Odometry::type(), cdr, &buffer), &cdr);
  EXPECT_TRUE(buffer.empty());
}

TEST(FrameMap, TheOnlyRobotNeedsNoPrefix) {
  FrameMap frames = MapOf("none");
  frames.set_robot("husky");
  EXPECT_EQ(frames.ToRos("husky/base_link"), "base_link");
  EXPECT_EQ(frames.ToRos("crate/link"), "crate/link");
  EXPECT_EQ(frames.ToGraph("base_link"), "husky/base_link");
  EXPECT_EQ(frames.ToGraph("odom"), "husky/odom");
  EXPECT_EQ(frames.ToGraph("crate/link"), "crate/link");
  for (const char* shared : {"", "world", "map", "earth"}) {
    EXPECT_EQ(frames.ToRos(shared), shared);
    EXPECT_EQ(frames.ToGraph(shared), shared);
  }
  frames.set_robot("");
  EXPECT_EQ(frames.ToRos("husky/base_link"), "husky/base_link");
  EXPECT_EQ(frames.ToGraph("base_link"), "base_link");
}

TEST(FrameMap, APrefixIsAddedAndRemoved) {
  FrameMap frames = MapOf("sim1/");
  EXPECT_EQ(frames.ToRos("husky/base_link"), "sim1/husky/base_link");
  EXPECT_EQ(frames.ToGraph("sim1/husky/base_link"), "husky/base_link");
  EXPECT_EQ(frames.ToGraph("other/base_link"), "other/base_link");
  EXPECT_EQ(frames.ToRos("map"), "map");
}

TEST(FrameMap, FieldsInListsAndChildrenAreRewritten) {
  FrameMap frames = MapOf("none");
  frames.set_robot("husky");
  TFMessage tf;
  tf.transforms.resize(2);
  tf.transforms[0].header.frame_id = "husky/odom";
  tf.transforms[0].child_frame_id = "husky/base_link";
  tf.transforms[1].header.frame_id = "world";
  tf.transforms[1].child_frame_id = "husky/odom";
  tf.transforms[1].transform.translation.x = 1.5;
  Bytes cdr, buffer, back;
  msgs::Encode(tf, &cdr);
  const Bytes& ros = frames.ToRos(TFMessage::type(), cdr, &buffer);
  TFMessage seen;
  ASSERT_TRUE(msgs::Decode(ros, &seen));
  EXPECT_EQ(seen.transforms[0].header.frame_id, "odom");
  EXPECT_EQ(seen.transforms[0].child_frame_id, "base_link");
  EXPECT_EQ(seen.transforms[1].header.frame_id, "world");
  EXPECT_EQ(seen.transforms[1].child_frame_id, "odom");
  EXPECT_EQ(seen.transforms[1].transform.translation.x, 1.5);
  EXPECT_EQ(frames.ToGraph(TFMessage::type(), ros, &back), cdr);
}

TEST(FrameMap, MessagesWithoutFramesAndDamagedOnesStay) {
  FrameMap frames = MapOf("none");
  frames.set_robot("husky");
  Bytes cdr, buffer;
  msgs::Encode(msgs::geometry_msgs::Twist(), &cdr);
  EXPECT_EQ(&frames.ToRos(msgs::geometry_msgs::Twist::type(), cdr, &buffer), &cdr);
  const Bytes damaged = {0, 1, 0, 0, 9};
  EXPECT_EQ(&frames.ToRos(Odometry::type(), damaged, &buffer), &damaged);
}

TEST(FrameMap, BadOptionsAreErrors) {
  EXPECT_FALSE(ReadFrameRules("").ok());
  EXPECT_FALSE(ReadFrameRules("two words").ok());
}

}  // namespace
}  // namespace surefoot::gateways::ros
