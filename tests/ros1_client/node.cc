// A node of roscpp, for ros1_roscpp.sh. It waits for events; a watchdog ends it.

#include <geometry_msgs/Twist.h>
#include <nav_msgs/Odometry.h>
#include <ros/ros.h>
#include <sensor_msgs/Imu.h>
#include <std_srvs/Empty.h>
#include <tf2_ros/transform_listener.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>

namespace {

/// Spins until it is so. In wall time, because the simulated time may stand still.
void Until(const char* what, const std::function<bool()>& done) {
  const ros::WallTime end = ros::WallTime::now() + ros::WallDuration(30);
  while (ros::ok() && !done()) {
    if (ros::WallTime::now() > end) {
      std::fprintf(stderr, "not seen: %s\n", what);
      std::exit(1);
    }
    ros::getGlobalCallbackQueue()->callAvailable(ros::WallDuration(0.1));
  }
}

void Require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "wrong: %s\n", what);
  std::exit(1);
}

}  // namespace

int main(int argc, char** argv) {
  ros::init(argc, argv, "roscpp_test");
  ros::NodeHandle node;

  bool sim_time = false;
  Require(node.getParam("/use_sim_time", sim_time) && sim_time, "/use_sim_time");
  Until("/clock", [] { return ros::Time::now().toSec() > 0.0; });

  int measured = 0;
  const boost::function<void(const sensor_msgs::ImuConstPtr&)> count =
      [&](const sensor_msgs::ImuConstPtr& imu) {
        Require(imu->header.frame_id == "husky/imu_link", "the frame of the IMU");
        ++measured;
      };
  const ros::Subscriber imu = node.subscribe<sensor_msgs::Imu>(
      "/husky/imu/data", 100, count, ros::VoidConstPtr(), ros::TransportHints().tcpNoDelay());
  Until("measurements", [&] { return measured >= 20; });

  double x = 0.0;
  bool known = false;
  const boost::function<void(const nav_msgs::OdometryConstPtr&)> note =
      [&](const nav_msgs::OdometryConstPtr& odometry) {
        x = odometry->pose.pose.position.x;
        known = true;
      };
  const ros::Subscriber odometry =
      node.subscribe<nav_msgs::Odometry>("/husky/husky_velocity_controller/odom", 10, note);
  Until("odometry", [&] { return known; });
  const double start = x;
  const ros::Publisher command = node.advertise<geometry_msgs::Twist>("/husky/cmd_vel", 1);
  geometry_msgs::Twist twist;
  twist.linear.x = 0.5;
  Until("motion", [&] {
    command.publish(twist);
    return x > start + 0.2;
  });

  tf2_ros::Buffer buffer;
  const tf2_ros::TransformListener listener(buffer);
  Until("the latched frame of the IMU",
        [&] { return buffer.canTransform("husky/base_link", "husky/imu_link", ros::Time(0)); });
  Until("the frame of the base",
        [&] { return buffer.canTransform("world", "husky/base_link", ros::Time(0)); });

  std_srvs::Empty empty;
  Require(ros::service::call("/gazebo/pause_physics", empty), "a service call");
  const ros::Time paused = ros::Time::now();
  ros::ServiceClient client = node.serviceClient<std_srvs::Empty>("/gazebo/unpause_physics", true);
  for (int i = 0; i < 3; ++i) Require(client.call(empty), "calls over one connection");
  Until("time goes on", [&] { return ros::Time::now() > paused + ros::Duration(0.1); });

  node.setParam("/cpp/list", std::vector<int>{1, 2, 3});
  std::vector<int> list;
  Require(node.getParam("/cpp/list", list) && list.size() == 3, "a list as a parameter");
  Require(node.hasParam("/cpp/list") && node.deleteParam("/cpp/list"), "parameters");
  int cached = 0;
  node.setParam("/cpp/cached", 7);
  Require(node.getParamCached("/cpp/cached", cached) && cached == 7, "a cached parameter");

  std::puts("all found");
  return 0;
}
