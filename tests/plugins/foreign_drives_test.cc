// Robots whose files define their drives by elements of Gazebo or ROS follow their commands.

#include <cmath>
#include <filesystem>
#include <fstream>

#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/msgs/std_msgs.h"
#include "tests/plugins/foreign_robot.h"

namespace surefoot::conformance {
namespace {

class ForeignDrives : public ForeignRobotTest {
 protected:
  /// Drives straight at 0.3 m/s and then turns at 0.5 rad/s, for 2 s each.
  void ExpectStraightAndTurn(const std::string& topic) {
    ExpectStraight(topic);
    Drive(topic, 0.0, 0.5);
    Advance(0.5);
    Mark();
    Advance(2.0);
    // The wheels follow the command. As they are wide and the ball has friction, the robot slips a
    // little.
    EXPECT_NEAR(session_->JointVelocity("left").value(), -1.0, 0.02);
    EXPECT_NEAR(session_->JointVelocity("right").value(), 1.0, 0.02);
    EXPECT_NEAR(Moved().z(), 1.0, 0.15) << topic;
    Drive(topic, 0.0, 0.0);
    Advance(0.5);
    Mark();
    Advance(1.0);
    EXPECT_LT(Moved().norm(), 0.01);
  }

  void ExpectStraight(const std::string& topic) {
    Advance(0.5);
    Drive(topic, 0.3, 0.0);
    Advance(0.5);
    Mark();
    Advance(2.0);
    EXPECT_NEAR(Moved().x(), 0.6, 0.015) << topic;
    EXPECT_NEAR(Moved().y(), 0.0, 0.02);
    EXPECT_NEAR(Moved().z(), 0.0, 0.03);
  }
};
SUREFOOT_ALL_ENGINES(ForeignDrives);

constexpr const char* kRos1 = R"(
  <plugin name="differential_drive" filename="libgazebo_ros_diff_drive.so">
    <leftJoint>left</leftJoint><rightJoint>right</rightJoint>
    <wheelSeparation>0.4</wheelSeparation><wheelDiameter>0.2</wheelDiameter>
    <wheelTorque>10</wheelTorque><updateRate>25</updateRate>
    <commandTopic>base/cmd</commandTopic><odometryTopic>base/odom</odometryTopic>
    <odometryFrame>odom</odometryFrame><robotBaseFrame>base</robotBaseFrame>
    <legacyMode>false</legacyMode>
  </plugin>)";

TEST_P(ForeignDrives, DiffDriveOfRos1) {
  Open(TwoWheelsUrdf("<gazebo>" + std::string(kRos1) + "</gazebo>"), "urdf");
  int count = 0;
  std::string frames;
  const auto subscription = session_->Subscribe<msgs::nav_msgs::Odometry>(
      "/car/base/odom", [&](const msgs::nav_msgs::Odometry& odometry) {
        ++count;
        frames = odometry.header.frame_id + " " + odometry.child_frame_id;
      });
  Advance(1.0);
  EXPECT_NEAR(count, 25, 1);
  EXPECT_EQ(frames, "car/odom car/base");
  ExpectStraightAndTurn("/car/base/cmd");
  EXPECT_EQ(CountOf(Severity::kWarning, ""), 0);
}

// In ROS 1, a file must name the right wheel as the left one for the robot to turn in the commanded
// direction.
TEST_P(ForeignDrives, DiffDriveWithItsSidesExchanged) {
  std::string plugin = kRos1;
  plugin.replace(plugin.find(">left<"), 6, ">right<");
  plugin.replace(plugin.rfind(">right</rightJoint>"), 7, ">left<");
  Open(TwoWheelsUrdf("<gazebo>" + plugin + "</gazebo>"), "urdf");
  EXPECT_EQ(CountOf(Severity::kNote, "they are swapped"), 1);
  ExpectStraightAndTurn("/car/base/cmd");
}

TEST_P(ForeignDrives, DiffDriveOfRos2) {
  Open(TwoWheels(R"(
    <plugin name="drive" filename="libgazebo_ros_diff_drive.so">
      <ros><namespace>/demo</namespace><remapping>cmd_vel:=go</remapping></ros>
      <num_wheel_pairs>1</num_wheel_pairs>
      <left_joint>left</left_joint><right_joint>right</right_joint>
      <wheel_separation>0.4</wheel_separation><wheel_diameter>0.2</wheel_diameter>
      <max_wheel_torque>10</max_wheel_torque><max_wheel_acceleration>2.0</max_wheel_acceleration>
    </plugin>)"),
       "sdf");
  ExpectStraightAndTurn("/demo/go");
}

TEST_P(ForeignDrives, DiffDriveOfGazeboSim) {
  for (const char* names :
       {"filename='gz-sim-diff-drive-system' name='gz::sim::systems::DiffDrive'",
        "filename='libignition-gazebo-diff-drive-system.so' "
        "name='ignition::gazebo::systems::DiffDrive'"}) {
    Open(TwoWheels("<plugin " + std::string(names) + R"(>
      <left_joint>left</left_joint><right_joint>right</right_joint>
      <wheel_separation>0.4</wheel_separation><wheel_radius>0.1</wheel_radius>
      <max_linear_acceleration>1</max_linear_acceleration><topic>/model/car/cmd_vel</topic>
    </plugin>)"),
         "sdf");
    ExpectStraightAndTurn("/model/car/cmd_vel");
    EXPECT_EQ(CountOf(Severity::kWarning, ""), 0);
  }
}

// If the file gives no wheel sizes, they are taken from the model.
TEST_P(ForeignDrives, SkidSteerOfRos1) {
  Open(FourWheels(R"(
    <plugin name="skid" filename="libgazebo_ros_skid_steer_drive.so">
      <leftFrontJoint>front_left</leftFrontJoint><rightFrontJoint>front_right</rightFrontJoint>
      <leftRearJoint>rear_left</leftRearJoint><rightRearJoint>rear_right</rightRearJoint>
      <torque>10</torque>
    </plugin>)"),
       "sdf");
  ExpectStraight("/car/cmd_vel");
  Drive("/car/cmd_vel", 0.0, 1.0);
  Advance(2.0);
  EXPECT_GT(Moved().z(), 0.3);
}

constexpr const char* kSteered = R"(
  <left_steering_joint>left_steering</left_steering_joint>
  <right_steering_joint>right_steering</right_steering_joint>)";

TEST_P(ForeignDrives, AckermannOfGazeboSim) {
  Open(Car("<plugin filename='gz-sim-ackermann-steering-system' "
           "name='gz::sim::systems::AckermannSteering'><left_joint>rear_left</left_joint>"
           "<right_joint>rear_right</right_joint><wheel_base>0.4</wheel_base>"
           "<wheel_separation>0.4</wheel_separation><kingpin_width>0.4</kingpin_width>"
           "<wheel_radius>0.1</wheel_radius><steering_limit>0.6</steering_limit>" +
           std::string(kSteered) + "</plugin>"),
       "sdf");
  ExpectStraight("/car/cmd_vel");
  Drive("/car/cmd_vel", 0.3, 0.25);
  Advance(1.0);
  Mark();
  Advance(2.0);
  EXPECT_NEAR(Moved().z(), 0.5, 0.05);
}

TEST_P(ForeignDrives, AckermannOfRos2) {
  Open(Car("<plugin filename='libgazebo_ros_ackermann_drive.so' name='ackermann'>"
           "<front_left_joint>front_left</front_left_joint>"
           "<front_right_joint>front_right</front_right_joint>"
           "<rear_left_joint>rear_left</rear_left_joint>"
           "<rear_right_joint>rear_right</rear_right_joint><max_steer>0.6</max_steer>"
           "<max_speed>5</max_speed>" +
           std::string(kSteered) + "</plugin>"),
       "sdf");
  ExpectStraight("/car/cmd_vel");
}

TEST_P(ForeignDrives, MecanumOfGazeboSimDrivesAhead) {
  Open(FourWheels(R"(
    <plugin filename='gz-sim-mecanum-drive-system' name='gz::sim::systems::MecanumDrive'>
      <front_left_joint>front_left</front_left_joint>
      <front_right_joint>front_right</front_right_joint>
      <back_left_joint>rear_left</back_left_joint><back_right_joint>rear_right</back_right_joint>
      <wheel_separation>0.4</wheel_separation><wheelbase>0.4</wheelbase>
      <wheel_radius>0.1</wheel_radius>
    </plugin>)"),
       "sdf");
  ExpectStraight("/car/cmd_vel");
}

constexpr const char* kWheelInterfaces = R"(
  <ros2_control name="base" type="system">
    <hardware><plugin>gz_ros2_control/GazeboSimSystem</plugin></hardware>
    <joint name="left"><command_interface name="velocity"><param name="min">-10</param>
      <param name="max">10</param></command_interface><state_interface name="position"/></joint>
    <joint name="right"><command_interface name="velocity"/>
      <state_interface name="position"/></joint>
  </ros2_control>)";

TEST_P(ForeignDrives, WheelsOfRos2Control) {
  Open(TwoWheelsUrdf(kWheelInterfaces), "urdf");
  EXPECT_EQ(CountOf(Severity::kNote, "look like wheels"), 1);
  // Commands of ros2_control expire.
  Advance(0.5);
  Mark();
  for (int i = 0; i < 10; ++i) {
    Drive("/car/cmd_vel", 0.3, 0.0);
    Advance(0.2);
  }
  EXPECT_NEAR(Moved().x(), 0.6, 0.03);
  Advance(1.0);
  Mark();
  Advance(1.0);
  EXPECT_LT(Moved().norm(), 0.01);
}

// The controllers' file gives values that would otherwise have to be assumed.
TEST_P(ForeignDrives, ControllersOfRos2Control) {
  const std::filesystem::path file =
      std::filesystem::path(testing::TempDir()) / ("controllers_" + engine() + ".yaml");
  std::ofstream(file) << R"(
controller_manager:
  ros__parameters:
    base: {type: unread}
    wheels:
      type: diff_drive_controller/DiffDriveController
wheels:
  ros__parameters:
    left_wheel_names: ["left"]
    right_wheel_names: ["right"]
    wheel_separation: 0.4
    wheel_radius: 0.1
    linear.x.max_velocity: 0.2
)";
  Open(TwoWheelsUrdf(kWheelInterfaces + ("<gazebo><plugin name='control' filename='"
                                         "gz_ros2_control-system'><parameters>" +
                                         file.string() + "</parameters></plugin></gazebo>")),
       "urdf");
  std::filesystem::remove(file);
  EXPECT_EQ(CountOf(Severity::kNote, "look like wheels"), 0);
  Drive("/car/wheels/cmd_vel_unstamped", 0.5, 0.0);
  Advance(0.3);
  EXPECT_NEAR(session_->JointVelocity("left").value(), 2.0, 0.05);
}

TEST_P(ForeignDrives, TransmissionsOfRos1) {
  std::string inside;
  for (const char* joint : {"left", "right"}) {
    inside += "<transmission name='" + std::string(joint) +
              "_t'><type>transmission_interface/SimpleTransmission</type><joint name='" + joint +
              "'><hardwareInterface>hardware_interface/VelocityJointInterface"
              "</hardwareInterface></joint><actuator name='m'/></transmission>";
  }
  inside += "<gazebo><plugin name='c' filename='libgazebo_ros_control.so'/></gazebo>";
  Open(TwoWheelsUrdf(inside), "urdf");
  EXPECT_EQ(CountOf(Severity::kWarning, ""), 0);
  Advance(0.5);
  Mark();
  Drive("/car/cmd_vel", 0.3, 0.0);
  Advance(0.4);
  EXPECT_GT(Moved().x(), 0.08);
}

/// A link on a hinge or a slider that is attached to the world.
std::string Arm(const std::string& inside) {
  return "<sdf version='1.7'><model name='arm'><link name='base'/><link name='bar'>"
         "<pose>0 0 0.5 0 0 0</pose><inertial><mass>1</mass><inertia><ixx>0.02</ixx>"
         "<iyy>0.02</iyy><izz>0.02</izz></inertia></inertial></link>"
         "<joint name='fix' type='fixed'><parent>world</parent><child>base</child></joint>"
         "<joint name='hinge' type='revolute'><parent>base</parent><child>bar</child>"
         "<axis><xyz>0 0 1</xyz><dynamics><damping>0.1</damping></dynamics></axis></joint>" +
         inside + "</model></sdf>";
}

TEST_P(ForeignDrives, PositionControllerReachesItsTarget) {
  Open(Arm("<plugin filename='gz-sim-joint-position-controller-system' "
           "name='gz::sim::systems::JointPositionController'><joint_name>hinge</joint_name>"
           "<p_gain>4</p_gain><i_gain>0</i_gain><d_gain>0.6</d_gain><topic>to</topic></plugin>"),
       "sdf");
  msgs::std_msgs::Float64 target;
  target.data = 0.8;
  Must(session_->Publish("/arm/to", target));
  Advance(4.0);
  EXPECT_NEAR(session_->JointPosition("hinge").value(), 0.8, 0.01);
}

TEST_P(ForeignDrives, VelocityAndForceOfGazeboSim) {
  Open(Arm("<plugin filename='gz-sim-joint-controller-system' "
           "name='gz::sim::systems::JointController'><joint_name>hinge</joint_name></plugin>"),
       "sdf");
  msgs::std_msgs::Float64 command;
  command.data = 0.5;
  Must(session_->Publish("/arm/hinge/cmd_vel", command));
  Advance(1.0);
  EXPECT_NEAR(session_->JointVelocity("hinge").value(), 0.5, 0.01);
  Open(Arm("<plugin filename='gz-sim-apply-joint-force-system' "
           "name='gz::sim::systems::ApplyJointForce'><joint_name>hinge</joint_name></plugin>"),
       "sdf");
  command.data = 0.1;
  Must(session_->Publish("/arm/hinge/cmd_force", command));
  Advance(2.0);
  // v = F / d (1 - exp(-d t / I))
  EXPECT_NEAR(session_->JointVelocity("hinge").value(), 1.0 - std::exp(-0.1 * 2.0 / 0.02), 0.02);
}

TEST_P(ForeignDrives, GroupOfRos2Control) {
  const std::string arm =
      "<robot name='arm'><link name='world'/><link name='bar'><inertial><mass value='1'/>"
      "<inertia ixx='0.02' iyy='0.02' izz='0.02' ixy='0' ixz='0' iyz='0'/></inertial></link>"
      "<joint name='hinge' type='revolute'><parent link='world'/><child link='bar'/>"
      "<axis xyz='0 0 1'/><limit lower='-2' upper='2' effort='20' velocity='5'/></joint>"
      "<ros2_control name='a' type='system'><joint name='hinge'>"
      "<command_interface name='position'/><state_interface name='position'/></joint>"
      "</ros2_control></robot>";
  Open(arm, "urdf");
  msgs::std_msgs::Float64MultiArray command;
  command.data = {0.7};
  Must(session_->Publish("/arm/forward_position_controller/commands", command));
  Advance(2.0);
  EXPECT_NEAR(session_->JointPosition("hinge").value(), 0.7, 0.01);
}

}  // namespace
}  // namespace surefoot::conformance
