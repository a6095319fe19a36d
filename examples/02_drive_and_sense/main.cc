// Drive and sense: send a Husky velocity commands as a ROS program would, and listen to its IMU and
// its odometry. Topic names begin with the robot's namespace, "/husky". `surefoot run husky` lists
// the topics of its sensors; those of its drive are in docs/reference/drives.md.

#include <cstdio>

#include "surefoot/builtin/builtin.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/msgs/sensor_msgs.h"

namespace msgs = surefoot::msgs;

int main() {
  auto opened = surefoot::Open("husky");
  if (!opened.ok()) {
    std::fprintf(stderr, "%s\n", opened.error().message.c_str());
    return 1;
  }
  surefoot::Session& robot = *opened.value();

  int samples = 0;
  double turned = 0.0;
  const auto imu = robot.Subscribe<msgs::sensor_msgs::Imu>(
      "/husky/imu/data", [&](const msgs::sensor_msgs::Imu& message) {
        ++samples;
        turned += message.angular_velocity.z / 100.0;  // 100 samples a second
      });
  msgs::nav_msgs::Odometry place;
  const auto odometry = robot.Subscribe<msgs::nav_msgs::Odometry>(
      "/husky/husky_velocity_controller/odom",
      [&](const msgs::nav_msgs::Odometry& message) { place = message; });

  msgs::geometry_msgs::Twist command;
  command.linear.x = 0.5;
  command.angular.z = 0.2;
  for (int i = 0; i < 20; ++i) {
    // The drive stops when no command arrives, so this one is sent ten times per second.
    surefoot::Status status = robot.Publish("/husky/cmd_vel", command);
    if (status.ok()) status = robot.RunFor(0.1);
    if (!status.ok()) {
      std::fprintf(stderr, "%s\n", status.error().message.c_str());
      return 1;
    }
  }
  const auto& p = robot.LinkPose("base_link").value().p;
  std::printf("odometry says x %.3f m, y %.3f m; in truth x %.3f m, y %.3f m\n",
              place.pose.pose.position.x, place.pose.pose.position.y, p.x(), p.y());
  std::printf("%d samples of the IMU saw it turn by %.3f rad\n", samples, turned);
}
