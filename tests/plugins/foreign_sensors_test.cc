// Sensors that files describe by elements of Gazebo publish on the topics and in the frames that
// these files name.

#include <functional>

#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "tests/plugins/foreign_robot.h"

namespace surefoot::conformance {
namespace {

/// Counts the messages of a topic and keeps the last one.
template <typename T>
struct Heard {
  Heard(Session* session, const std::string& topic)
      : subscription(session->Subscribe<T>(topic, [this](const T& message) {
          ++count;
          last = message;
        })) {}

  int count = 0;
  T last;
  graph::Subscription subscription;
};

class ForeignSensors : public ForeignRobotTest {};
// The measurements of a sensor do not depend on the engine.
INSTANTIATE_TEST_SUITE_P(Engines, ForeignSensors, ::testing::Values(EngineNames().front()),
                         [](const auto& parameter) { return parameter.param; });

TEST_P(ForeignSensors, OfClassicGazebo) {
  Open(TwoWheelsUrdf(R"(
    <gazebo>
      <plugin name="gps" filename="libhector_gazebo_ros_gps.so">
        <robotNamespace>/</robotNamespace><bodyName>base</bodyName><frameId>gps_link</frameId>
        <topicName>navsat/fix</topicName><updateRate>4</updateRate>
        <gaussianNoise>0.1 0.1 0.1</gaussianNoise>
      </plugin>
      <plugin name="p3d" filename="libgazebo_ros_p3d.so">
        <bodyName>left_wheel</bodyName><topicName>truth</topicName><frameName>map</frameName>
        <updateRate>20</updateRate>
      </plugin>
      <plugin name="states" filename="libgazebo_ros_joint_state_publisher.so">
        <jointName>right, left</jointName><updateRate>30</updateRate>
      </plugin>
    </gazebo>)",
                     R"(
    <sensor name="imu" type="imu"><update_rate>10</update_rate>
      <plugin name="imu_plugin" filename="libgazebo_ros_imu_sensor.so">
        <topicName>imu/raw</topicName><frameName>imu_link</frameName>
        <updateRateHZ>40</updateRateHZ><gaussianNoise>0</gaussianNoise>
      </plugin></sensor>)"),
       "urdf");
  EXPECT_EQ(CountOf(Severity::kWarning, "does not run"), 0);
  Heard<msgs::sensor_msgs::Imu> imu(session_.get(), "/car/imu/raw");
  Heard<msgs::sensor_msgs::NavSatFix> fix(session_.get(), "/car/navsat/fix");
  Heard<msgs::nav_msgs::Odometry> truth(session_.get(), "/car/truth");
  Heard<msgs::sensor_msgs::JointState> states(session_.get(), "/car/joint_states");
  Advance(1.0);
  EXPECT_EQ(imu.count, 40);
  EXPECT_EQ(imu.last.header.frame_id, "car/imu_link");
  EXPECT_NEAR(imu.last.linear_acceleration.z, 9.8, 0.05);
  EXPECT_EQ(fix.count, 4);
  EXPECT_EQ(fix.last.header.frame_id, "car/gps_link");
  EXPECT_NEAR(fix.last.position_covariance[0], 0.01, 0.001);
  EXPECT_EQ(truth.count, 20);
  EXPECT_EQ(truth.last.header.frame_id, "map");
  EXPECT_NEAR(truth.last.pose.pose.position.y, 0.2, 0.01);
  EXPECT_EQ(states.count, 30);
  EXPECT_EQ(states.last.name, std::vector<std::string>({"right", "left"}));
}

TEST_P(ForeignSensors, OfRos2AndGazeboSim) {
  Open(TwoWheels(R"(
    <link name="tower"><pose>0 0 0.3 0 0 0</pose>
      <inertial><mass>0.1</mass><inertia><ixx>1e-3</ixx><iyy>1e-3</iyy><izz>1e-3</izz></inertia>
      </inertial>
      <sensor name="imu" type="imu">
        <plugin name="p" filename="libgazebo_ros_imu_sensor.so">
          <ros><namespace>demo</namespace><remapping>~/out:=imu</remapping></ros>
        </plugin></sensor>
      <sensor name="range" type="ray"><update_rate>5</update_rate>
        <ray><scan><horizontal><samples>5</samples><min_angle>-0.1</min_angle>
          <max_angle>0.1</max_angle></horizontal></scan>
          <range><min>0.05</min><max>3</max></range></ray>
        <plugin name="p" filename="libgazebo_ros_ray_sensor.so">
          <ros><remapping>~/out:=sonar</remapping></ros>
          <output_type>sensor_msgs/Range</output_type><frame_name>nose</frame_name>
        </plugin></sensor></link>
    <joint name="mast" type="fixed"><parent>base</parent><child>tower</child></joint>
    <plugin filename="gz-sim-joint-state-publisher-system"
            name="gz::sim::systems::JointStatePublisher"><joint_name>left</joint_name></plugin>
    <plugin filename="gz-sim-odometry-publisher-system"
            name="gz::sim::systems::OdometryPublisher"><odom_frame>start</odom_frame></plugin>)"),
       "sdf");
  Heard<msgs::sensor_msgs::Imu> imu(session_.get(), "/demo/imu");
  Heard<msgs::sensor_msgs::Range> range(session_.get(), "/car/sonar");
  Heard<msgs::sensor_msgs::JointState> states(session_.get(), "/car/joint_states");
  Heard<msgs::nav_msgs::Odometry> odometry(session_.get(), "/car/odometry");
  Advance(1.0);
  EXPECT_GT(imu.count, 10);
  EXPECT_EQ(imu.last.header.frame_id, "car/tower");
  EXPECT_EQ(range.count, 5);
  EXPECT_EQ(range.last.header.frame_id, "car/nose");
  EXPECT_FLOAT_EQ(range.last.max_range, 3.0f);
  EXPECT_EQ(states.last.name, std::vector<std::string>({"left"}));
  EXPECT_GT(odometry.count, 10);
  EXPECT_EQ(odometry.last.header.frame_id, "start");
}

// If a file of Gazebo names no topic, it follows from the names of the link and the sensor.
TEST_P(ForeignSensors, SeveralWithoutTopicsDoNotShareOne) {
  Open(TwoWheelsUrdf("", "<sensor name='first' type='imu'/><sensor name='second' type='imu'/>"),
       "urdf");
  Heard<msgs::sensor_msgs::Imu> first(session_.get(), "/car/imu/data");
  Heard<msgs::sensor_msgs::Imu> second(session_.get(), "/car/second/imu/data");
  Advance(0.5);
  EXPECT_GT(first.count, 10);
  EXPECT_EQ(second.count, first.count);
}

TEST_P(ForeignSensors, WhatDoesNotRunIsReportedAndTheRestDoes) {
  Open(TwoWheelsUrdf(R"(
    <gazebo>
      <plugin name="px4" filename="libgazebo_mavlink_interface.so"/>
      <plugin name="mine" filename="libmy_plugin.so"/>
      <plugin name="drive" filename="libgazebo_ros_diff_drive.so">
        <leftJoint>lost</leftJoint><rightJoint>right</rightJoint></plugin>
      <plugin name="again" filename="libgazebo_ros_diff_drive.so">
        <leftJoint>left</leftJoint><rightJoint>right</rightJoint>
        <wheelDiameter>1e30</wheelDiameter></plugin>
    </gazebo>)"),
       "urdf");
  EXPECT_EQ(CountOf(Severity::kWarning, "libgazebo_mavlink_interface.so"), 1);
  EXPECT_EQ(CountOf(Severity::kWarning, "libmy_plugin.so"), 1);
  EXPECT_EQ(CountOf(Severity::kWarning, "no joint of this name"), 1);
  EXPECT_EQ(CountOf(Severity::kError, ""), 0);
  Advance(0.1);
}

}  // namespace
}  // namespace surefoot::conformance
