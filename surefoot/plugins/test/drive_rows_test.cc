#include "surefoot/plugins/drive_rows.h"

#include "surefoot/plugins/test/foreign_model.h"

namespace surefoot::plugins {
namespace {

using test::AddPlugin;
using test::At;
using test::CountOf;
using test::OnlyDrive;
using world::Element;

constexpr const char* kDiffDrive =
    "<plugin name=\"wheels\" filename=\"libgazebo_ros_diff_drive.so\">"
    "<robotNamespace>/r1</robotNamespace><leftJoint>left</leftJoint><rightJoint>right</rightJoint>"
    "<wheelSeparation>0.5</wheelSeparation><wheelDiameter>0.2</wheelDiameter>"
    "<torque>7</torque><updateRate>20</updateRate><wheelAcceleration>0</wheelAcceleration>"
    "<commandTopic>cmd</commandTopic><odometryTopic>/o</odometryTopic>"
    "<robotBaseFrame>/base</robotBaseFrame><publishOdomTF>0</publishOdomTF></plugin>";

TEST(DriveRows, ParametersComeOver) {
  world::Model model = test::MakeTwoWheels();
  AddPlugin(kDiffDrive, &model);
  Problems problems;
  const Element drive = OnlyDrive(model, &problems);
  EXPECT_EQ(AttributeOf(drive, "name"), "wheels");
  EXPECT_EQ(AttributeOf(drive, "type"), "diff_drive");
  EXPECT_EQ(OriginOf(drive), "libgazebo_ros_diff_drive.so");
  EXPECT_EQ(At(drive, "left_joint"), "left");
  EXPECT_EQ(At(drive, "right_joint"), "right");
  EXPECT_EQ(At(drive, "wheel_separation"), "0.5");
  EXPECT_EQ(At(drive, "wheel_radius"), "0.1");
  EXPECT_EQ(At(drive, "motor/max_effort"), "7");
  EXPECT_EQ(At(drive, "publish_rate"), "20");
  EXPECT_EQ(At(drive, "cmd_topic"), "/r1/cmd");
  EXPECT_EQ(At(drive, "odom_topic"), "/o");
  EXPECT_EQ(At(drive, "base_frame"), "base");
  EXPECT_EQ(At(drive, "enable_odom_tf"), "false");
  // Zero means unlimited.
  EXPECT_EQ(drive.Child("linear"), nullptr);
  EXPECT_TRUE(problems.all().empty());
}

TEST(DriveRows, WrongNumbersAreWarnedOfAndLeftOut) {
  world::Model model = test::MakeTwoWheels();
  std::string text = kDiffDrive;
  text.replace(text.find(">0.5<"), 5, ">wide<");
  AddPlugin(text, &model);
  Problems problems;
  const Element drive = OnlyDrive(model, &problems);
  EXPECT_EQ(drive.Child("wheel_separation"), nullptr);
  EXPECT_TRUE(problems.ok());
  EXPECT_EQ(CountOf(problems, Severity::kWarning, "not a number"), 1);
}

TEST(DriveRows, MissingJointsLeaveTheDriveOut) {
  world::Model model = test::MakeTwoWheels();
  std::string text = kDiffDrive;
  text.replace(text.find(">left<"), 6, ">lefty<");
  AddPlugin(text, &model);
  Problems problems;
  EXPECT_TRUE(DrivesOf(model, &problems).empty());
  EXPECT_TRUE(problems.ok());
  EXPECT_EQ(CountOf(problems, Severity::kWarning, "did you mean \"left\""), 1);
  EXPECT_EQ(CountOf(problems, Severity::kWarning, "does not run"), 1);
}

TEST(DriveRows, NoJointIsDrivenTwice) {
  world::Model model = test::MakeTwoWheels();
  AddPlugin(kDiffDrive, &model);
  AddPlugin(
      "<plugin name=\"gz::sim::systems::JointController\" filename=\"gz-sim-joint-controller-system"
      "\"><joint_name>left</joint_name></plugin>",
      &model);
  Problems problems;
  EXPECT_EQ(DrivesOf(model, &problems).size(), 1u);
  EXPECT_TRUE(problems.ok());
  EXPECT_EQ(CountOf(problems, Severity::kWarning, "another drive uses this joint"), 1);
  // Surefoot's own element takes precedence over both.
  test::AddTag("<surefoot:drive type=\"joint_group\"><joint>right</joint></surefoot:drive>",
               &model);
  const std::vector<Element> drives = DrivesOf(model, &problems);
  ASSERT_EQ(drives.size(), 2u);
  EXPECT_EQ(AttributeOf(drives[0], "type"), "joint_group");
  EXPECT_EQ(OriginOf(drives[0]), "");
  EXPECT_EQ(AttributeOf(drives[1], "type"), "joint_controller");
}

TEST(DriveRows, NamesAreMadeDifferent) {
  world::Model model = test::MakeTwoWheels();
  for (const char* joint : {"left", "right"}) {
    AddPlugin("<plugin name=\"gz::sim::systems::JointController\"><joint_name>" +
                  std::string(joint) + "</joint_name></plugin>",
              &model);
  }
  Problems problems;
  const std::vector<Element> drives = DrivesOf(model, &problems);
  ASSERT_EQ(drives.size(), 2u);
  EXPECT_NE(AttributeOf(drives[0], "name"), AttributeOf(drives[1], "name"));
  EXPECT_EQ(At(drives[1], "joint/command_topic"), "right/cmd_vel");
}

TEST(DriveRows, JointsOfNestedModels) {
  world::Model model = test::MakeTwoWheels();
  for (world::Joint& joint : model.joints) joint.name = "base::" + joint.name;
  AddPlugin(kDiffDrive, &model);
  Problems problems;
  const Element drive = OnlyDrive(model, &problems);
  EXPECT_EQ(At(drive, "left_joint"), "base::left");
}

TEST(DriveRows, LimitsOfGazeboSim) {
  world::Model model = test::MakeTwoWheels();
  AddPlugin(
      "<plugin name=\"gz::sim::systems::DiffDrive\"><left_joint>left</left_joint>"
      "<right_joint>right</right_joint><max_linear_acceleration>2</max_linear_acceleration>"
      "<min_velocity>-0.5</min_velocity><max_velocity>0.5</max_velocity>"
      "<frame_id>car/odom</frame_id></plugin>",
      &model);
  Problems problems;
  const Element drive = OnlyDrive(model, &problems);
  EXPECT_EQ(At(drive, "linear/max_acceleration"), "2");
  EXPECT_EQ(At(drive, "angular/max_acceleration"), "");
  EXPECT_EQ(At(drive, "linear/min_velocity"), "-0.5");
  EXPECT_EQ(At(drive, "angular/max_velocity"), "0.5");
  EXPECT_EQ(At(drive, "odom_frame"), "odom");
}

TEST(DriveRows, GainsOfPositionControllers) {
  world::Model model = test::MakeTwoWheels();
  AddPlugin(
      "<plugin name=\"ignition::gazebo::systems::JointPositionController\"><joint_name>left"
      "</joint_name><p_gain>20</p_gain><cmd_max>-1</cmd_max><cmd_min>1</cmd_min></plugin>",
      &model);
  Problems problems;
  const Element drive = OnlyDrive(model, &problems);
  EXPECT_EQ(At(drive, "joint/mode"), "position");
  EXPECT_EQ(At(drive, "joint/pid/p"), "20");
  EXPECT_EQ(At(drive, "joint/pid/i"), "0.1");
  EXPECT_EQ(At(drive, "joint/pid/cmd_max"), "");
  EXPECT_EQ(At(drive, "joint/initial"), "0");
}

}  // namespace
}  // namespace surefoot::plugins
