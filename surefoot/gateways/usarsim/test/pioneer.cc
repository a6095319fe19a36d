#include "surefoot/gateways/usarsim/test/pioneer.h"

#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/std_msgs.h"

namespace surefoot::gateways::usarsim {
namespace {

using namespace msgs::sensor_msgs;  // NOLINT: short names of messages

std::string SonarTopic(int number) {
  return number <= 8 ? "sonar/f" + std::to_string(number) : "sonar/r" + std::to_string(number - 8);
}

}  // namespace

void AddPioneer(FakeServer* server) {
  for (const char* model : {"model://pioneer_3at", "model://pioneer_3dx"}) {
    for (int i = 1; i <= 16; ++i) server->AddTopic<Range>(model, SonarTopic(i));
    server->AddTopic<LaserScan>(model, "scan");
    server->AddTopic<Image>(model, "camera/image_raw");
    server->AddTopic<CameraInfo>(model, "camera/camera_info");
    server->AddTopic<Imu>(model, "imu/data");
    server->AddTopic<msgs::nav_msgs::Odometry>(model, "ground_truth");
    server->AddTopic<msgs::nav_msgs::Odometry>(model, "ins");
    server->AddTopic<msgs::nav_msgs::Odometry>(model, "odom");
    server->AddTopic<msgs::std_msgs::Bool>(model, "bumper/touched");
    server->AddTopic<JointState>(model, "encoder_left/joint_state");
    server->AddTopic<JointState>(model, "encoder_right/joint_state");
    server->AddTopic<JointState>(model, "joint_states");
    server->AddTopic<BatteryState>(model, "battery_state");
  }
}

void PublishPioneer(FakeServer* server, const std::string& robot) {
  const std::string scope = graph::TopicName("", robot);
  const auto topic = [&](const std::string& name) { return graph::TopicName(scope, name); };
  Range range;
  range.min_range = 0.1F;
  range.max_range = 5.0F;
  for (int i = 1; i <= 16; ++i) {
    range.range = 0.25F * static_cast<float>(i);
    server->Publish(topic(SonarTopic(i)), range);
  }
  LaserScan scan;
  scan.angle_min = -1.5707964F;
  scan.angle_max = 1.5707964F;
  scan.angle_increment = 3.1415927F / 180.0F;
  scan.range_min = 0.1F;
  scan.range_max = 20.0F;
  for (int i = 0; i < 181; ++i) scan.ranges.push_back(1.0F + 0.01F * static_cast<float>(i));
  server->Publish(topic("scan"), scan);
  Imu imu;
  imu.orientation.w = 1.0;
  imu.linear_acceleration.z = 9.80665;
  server->Publish(topic("imu/data"), imu);
  msgs::nav_msgs::Odometry odometry;
  odometry.pose.pose = PoseAt(4.5, -1.9, 0.111, 0.1);
  for (const char* name : {"ground_truth", "ins", "odom"}) server->Publish(topic(name), odometry);
  server->Publish(topic("bumper/touched"), msgs::std_msgs::Bool());
  JointState state;
  state.name = {"front_left_wheel", "rear_left_wheel", "front_right_wheel", "rear_right_wheel"};
  state.position = {1, 1, 2, 2};
  state.velocity = {0.5, 0.5, 0.25, 0.25};
  server->Publish(topic("joint_states"), state);
  state.name.resize(1);
  server->Publish(topic("encoder_left/joint_state"), state);
  server->Publish(topic("encoder_right/joint_state"), state);
  BatteryState battery;
  battery.percentage = 0.9991F;
  server->Publish(topic("battery_state"), battery);
}

}  // namespace surefoot::gateways::usarsim
