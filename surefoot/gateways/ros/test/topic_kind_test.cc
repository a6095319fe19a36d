#include "surefoot/gateways/ros/topic_kind.h"

#include <gtest/gtest.h>

#include "surefoot/gateways/ros/robot_names.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/msgs/rosgraph_msgs.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/simulation_interfaces.h"
#include "surefoot/msgs/tf2_msgs.h"

namespace surefoot::gateways::ros {
namespace {

namespace sm = msgs::sensor_msgs;

template <typename T>
TopicKind KindOfTopic(const char* name, graph::TopicOptions options = {}) {
  return KindOf(name, T::type(), options);
}

// The rows are those of the profiles in rmw/qos_profiles.h, of tf2_ros and of rclcpp's ClockQoS.
TEST(TopicKind, FollowsTypeNameAndOptions) {
  EXPECT_EQ(KindOfTopic<msgs::rosgraph_msgs::Clock>("/clock"), TopicKind::kClock);
  EXPECT_EQ(KindOfTopic<msgs::tf2_msgs::TFMessage>("/tf", {.open = true}), TopicKind::kTf);
  EXPECT_EQ(KindOfTopic<msgs::tf2_msgs::TFMessage>("/tf_static", {.open = true}),
            TopicKind::kLatched);
  EXPECT_EQ(KindOfTopic<sm::Imu>("/husky/imu/data"), TopicKind::kSensor);
  EXPECT_EQ(KindOfTopic<sm::Image>("/husky/camera/image"), TopicKind::kLargeSensor);
  EXPECT_EQ(KindOfTopic<sm::PointCloud2>("/husky/points"), TopicKind::kLargeSensor);
  EXPECT_EQ(KindOfTopic<msgs::nav_msgs::OccupancyGrid>("/map", {.latched = true}),
            TopicKind::kLatched);
  EXPECT_EQ(KindOfTopic<msgs::geometry_msgs::Twist>("/cmd_vel", {.reliable = true, .open = true}),
            TopicKind::kDefault);
  // A command that has the type of a measurement.
  EXPECT_EQ(KindOfTopic<sm::JointState>("/arm/targets", {.reliable = true, .open = true}),
            TopicKind::kDefault);
}

// RMW matches if what is offered is at least what is requested.
TEST(TopicKind, PublishersServeSubscribersOfTheSameKind) {
  for (int i = 0; i <= static_cast<int>(TopicKind::kClock); ++i) {
    const auto kind = static_cast<TopicKind>(i);
    const TopicQos offered = PublisherQos(kind);
    const TopicQos requested = SubscriberQos(kind);
    EXPECT_TRUE(offered.reliable);
    EXPECT_EQ(offered.latched, requested.latched);
    EXPECT_GE(offered.depth, 1);
    EXPECT_GE(requested.depth, 1);
  }
  EXPECT_TRUE(PublisherQos(TopicKind::kLatched).latched);
  EXPECT_FALSE(PublisherQos(TopicKind::kClock).latched);
}

TEST(RobotNames, AsksForRobotsOnly) {
  namespace si = msgs::simulation_interfaces;
  si::GetEntities_Request request;
  ASSERT_TRUE(msgs::Decode(RobotsRequest(), &request));
  ASSERT_EQ(request.filters.categories.size(), 1u);
  EXPECT_EQ(request.filters.categories[0].category, si::EntityCategory::CATEGORY_ROBOT);
  si::GetEntities_Response response;
  response.entities = {"husky"};
  Bytes cdr;
  msgs::Encode(response, &cdr);
  EXPECT_EQ(OnlyRobot(RobotNames(cdr)), "husky");
  response.entities.push_back("rover");
  msgs::Encode(response, &cdr);
  EXPECT_EQ(OnlyRobot(RobotNames(cdr)), "");
  EXPECT_EQ(OnlyRobot(RobotNames({0, 1, 0})), "");
}

}  // namespace
}  // namespace surefoot::gateways::ros
