#include "surefoot/plugins/drive_rows.h"
#include "surefoot/plugins/sensor_rows.h"
#include "surefoot/plugins/test/foreign_model.h"

namespace surefoot::plugins {
namespace {

using test::AddTag;
using test::At;
using test::CountOf;
using test::OnlyDrive;
using world::Element;

std::string Joint(const std::string& name, const std::string& interface) {
  return "<joint name=\"" + name + "\"><command_interface name=\"" + interface +
         "\"/><state_interface name=\"position\"/></joint>";
}

std::string Tag(const std::string& inside) {
  return "<ros2_control name=\"x\" type=\"system\">" + inside + "</ros2_control>";
}

int JointCount(const Element& drive) {
  int count = 0;
  for (const Element& child : drive.children) count += child.name == "joint" ? 1 : 0;
  return count;
}

TEST(RosControl, WheelsInPairsBecomeABase) {
  world::Model model = test::MakeTwoWheels();
  AddTag(Tag(Joint("left", "velocity") + Joint("right", "velocity")), &model);
  Problems problems;
  const Element drive = OnlyDrive(model, &problems);
  EXPECT_EQ(AttributeOf(drive, "type"), "diff_drive");
  EXPECT_EQ(At(drive, "left_joint"), "left");
  EXPECT_EQ(At(drive, "wheel_separation"), "0.5");
  EXPECT_EQ(At(drive, "wheel_radius"), "0.1");
  EXPECT_EQ(CountOf(problems, Severity::kNote, "look like wheels"), 1);
}

TEST(RosControl, FourWheelsSkid) {
  world::Model model = test::MakeCar({{"fl_wheel", Vector3d(0.2, 0.25, 0)},
                                      {"fr_wheel", Vector3d(0.2, -0.25, 0)},
                                      {"rl_wheel", Vector3d(-0.2, 0.25, 0)},
                                      {"rr_wheel", Vector3d(-0.2, -0.25, 0)}});
  std::string inside;
  for (const world::Joint& joint : model.joints) inside += Joint(joint.name, "velocity");
  AddTag(Tag(inside), &model);
  Problems problems;
  const Element drive = OnlyDrive(model, &problems);
  EXPECT_EQ(AttributeOf(drive, "type"), "skid_steer");
}

TEST(RosControl, UnpairedWheelsAreAGroup) {
  // The wheels are one behind the other.
  world::Model model =
      test::MakeCar({{"left", Vector3d(0.5, 0.25, 0)}, {"right", Vector3d(-0.5, -0.25, 0)}});
  AddTag(Tag(Joint("left", "velocity") + Joint("right", "velocity")), &model);
  Problems problems;
  std::vector<Element> drives = DrivesOf(model, &problems);
  ASSERT_EQ(drives.size(), 1u);
  EXPECT_EQ(AttributeOf(drives[0], "type"), "joint_group");
  EXPECT_EQ(At(drives[0], "mode"), "velocity");
  EXPECT_EQ(JointCount(drives[0]), 2);
  // With opposite axles, the robot would turn on the spot.
  model = test::MakeTwoWheels();
  model.joints[1].axes[0].axis_J = -Vector3d::UnitY();
  AddTag(Tag(Joint("left", "velocity") + Joint("right", "velocity")), &model);
  drives = DrivesOf(model, &problems);
  ASSERT_EQ(drives.size(), 1u);
  EXPECT_EQ(AttributeOf(drives[0], "type"), "joint_group");
}

TEST(RosControl, OneGroupForEachKind) {
  world::Model model =
      test::MakeCar({{"a", Vector3d(0, 0, 0)}, {"b", Vector3d(1, 0, 0)}, {"c", Vector3d(2, 0, 0)}});
  for (world::Joint& joint : model.joints) joint.type = world::JointType::kRevolute;
  AddTag(Tag(Joint("a", "position") + Joint("b", "effort") +
             "<joint name=\"c\"><command_interface name=\"position\"/>"
             "<command_interface name=\"velocity\"/></joint>"),
         &model);
  AddTag(Tag("<joint name=\"nowhere\"><command_interface name=\"effort\"/></joint>"), &model);
  Problems problems;
  const std::vector<Element> drives = DrivesOf(model, &problems);
  ASSERT_EQ(drives.size(), 2u);
  EXPECT_EQ(At(drives[0], "mode"), "position");
  EXPECT_EQ(JointCount(drives[0]), 2);
  EXPECT_EQ(At(drives[0], "command_topic"), "forward_position_controller/commands");
  EXPECT_EQ(At(drives[1], "mode"), "effort");
  EXPECT_EQ(CountOf(problems, Severity::kWarning, "nowhere"), 1);
  EXPECT_TRUE(problems.ok());
}

TEST(RosControl, StatesAndSensorsAreReported) {
  world::Model model = test::MakeTwoWheels();
  AddTag(Tag(Joint("left", "velocity") + Joint("right", "velocity") +
             "<sensor name=\"imu\"><state_interface name=\"angular_velocity.x\"/>"
             "<param name=\"frame_id\">base</param></sensor>"
             "<sensor name=\"lost\"><state_interface name=\"force.x\"/></sensor>"),
         &model);
  Problems problems;
  SensorSpellings imu;
  imu.state_interfaces = {"angular_velocity orientation", "imu"};
  SensorSpellings wrench;
  wrench.state_interfaces = {"force torque", "force_torque", true};
  const std::vector<PlacedSensor> sensors = SensorsOf(model, {&imu, &wrench}, &problems);
  ASSERT_EQ(sensors.size(), 2u);
  EXPECT_EQ(sensors[0].sensor.type, "joint_state");
  EXPECT_EQ(sensors[0].sensor.topic, "joint_states");
  EXPECT_EQ(At(sensors[0].sensor.element, "joint"), "left");
  EXPECT_EQ(sensors[1].sensor.type, "imu");
  EXPECT_EQ(sensors[1].link, 0);
  EXPECT_EQ(CountOf(problems, Severity::kWarning, "the link of this sensor is not given"), 1);
}

TEST(RosControl, TransmissionsOfRos1) {
  world::Model model = test::MakeTwoWheels();
  for (const char* joint : {"left", "right"}) {
    AddTag("<transmission name=\"t\"><type>x</type><joint name=\"" + std::string(joint) +
               "\"/><actuator name=\"m\"><hardwareInterface>EffortJointInterface"
               "</hardwareInterface></actuator></transmission>",
           &model);
  }
  Problems problems;
  const Element drive = OnlyDrive(model, &problems);
  EXPECT_EQ(AttributeOf(drive, "type"), "joint_group");
  EXPECT_EQ(At(drive, "mode"), "effort");
}

// The element that the URDF reader creates from a YAML file.
constexpr const char* kParameters =
    "<surefoot:ros_parameters><parameter name=\"controller_manager\">"
    "<parameter name=\"ros__parameters\"><parameter name=\"base\"><parameter name=\"type\">"
    "diff_drive_controller/DiffDriveController</parameter></parameter>"
    "<parameter name=\"arm\"><parameter name=\"type\">joint_trajectory_controller/"
    "JointTrajectoryController</parameter></parameter></parameter></parameter>"
    "<parameter name=\"base\"><parameter name=\"ros__parameters\">"
    "<parameter name=\"left_wheel_names\"><item>left</item></parameter>"
    "<parameter name=\"right_wheel_names\"><item>right</item></parameter>"
    "<parameter name=\"wheel_separation\">0.45</parameter>"
    "<parameter name=\"wheel_separation_multiplier\">1.875</parameter>"
    "<parameter name=\"linear.x.max_velocity\">0.7</parameter>"
    "<parameter name=\"angular\"><parameter name=\"z\"><parameter name=\"max_velocity\">2"
    "</parameter></parameter></parameter></parameter></parameter>"
    "<parameter name=\"arm\"><parameter name=\"ros__parameters\"><parameter name=\"joints\">"
    "<item>left</item></parameter></parameter></parameter></surefoot:ros_parameters>";

TEST(RosControl, ControllersWithTheirParameters) {
  world::Model model = test::MakeTwoWheels();
  AddTag(Tag(Joint("left", "velocity") + Joint("right", "velocity")), &model);
  AddTag(kParameters, &model);
  Problems problems;
  const std::vector<Element> drives = DrivesOf(model, &problems);
  ASSERT_EQ(drives.size(), 2u);
  // The arm's controller needs a joint that the base controller already uses.
  EXPECT_EQ(AttributeOf(drives[1], "name"), "arm");
  EXPECT_TRUE(StartsInactive(drives[1]));
  const Element& drive = drives[0];
  EXPECT_FALSE(StartsInactive(drive));
  EXPECT_EQ(AttributeOf(drive, "name"), "base");
  EXPECT_EQ(AttributeOf(drive, "type"), "diff_drive");
  EXPECT_EQ(At(drive, "wheel_separation"), "0.45");
  EXPECT_EQ(At(drive, "wheel_separation_multiplier"), "1.875");
  EXPECT_EQ(At(drive, "linear/max_velocity"), "0.7");
  EXPECT_EQ(At(drive, "angular/max_velocity"), "2");
  EXPECT_EQ(At(drive, "odom_topic"), "base/odom");
  EXPECT_EQ(At(drive, "stamped_cmd_topic"), "base/cmd_vel");
  EXPECT_TRUE(problems.all().empty());
}

}  // namespace
}  // namespace surefoot::plugins
