#include <gtest/gtest.h>

#include "surefoot/evaluation/recordings/motion/motion_topics.h"

namespace surefoot::gap {
namespace {

TEST(ReferenceTopic, WheelsAreNoTruth) {
  for (const char* topic :
       {"/odom", "/husky_velocity_controller/odom", "/wheel_odometry", "/a200_0000/platform/odom",
        "/diff_drive_controller/odom", "/model/husky/odometry", "/odometry/wheel"}) {
    EXPECT_EQ(ReferenceKindOf(topic), ReferenceKind::kWheels) << topic;
    const Status status = CheckReferenceTopic("drive.mcap", topic);
    ASSERT_FALSE(status.ok());
    EXPECT_NE(
        status.error().message.find("drive.mcap: " + std::string(topic) + " is wheel odometry"),
        std::string::npos);
  }
}

TEST(ReferenceTopic, PlacesAre) {
  for (const char* topic : {"/amcl_pose", "/vicon/husky/husky", "/ground_truth/odom", "/icp_odom",
                            "/odometry/global", "/lidar_odometry", "/tracker/pose"}) {
    EXPECT_EQ(ReferenceKindOf(topic), ReferenceKind::kPlace) << topic;
    EXPECT_TRUE(CheckReferenceTopic("drive.mcap", topic).ok());
    EXPECT_EQ(ReferenceNote(topic), "");
  }
}

TEST(ReferenceTopic, FusedOdometryIsReported) {
  EXPECT_TRUE(CheckReferenceTopic("drive.mcap", "/odometry/filtered").ok());
  EXPECT_NE(ReferenceNote("/odometry/filtered").find("drifts"), std::string::npos);
}

}  // namespace
}  // namespace surefoot::gap
