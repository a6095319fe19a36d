#include "surefoot/plugins/test/foreign_model.h"

namespace surefoot::plugins {
namespace {

using test::At;
using test::CountOf;
using world::Element;

std::string Value(const std::string& name, const std::string& value) {
  return "<parameter name=\"" + name + "\">" + value + "</parameter>";
}
std::string List(const std::string& name, const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) text += "<item>" + item + "</item>";
  return Value(name, text);
}

/// A parameter file with one controller, "c", as the reader of URDF makes it from YAML.
std::string File(const std::string& type, const std::string& parameters,
                 const std::string& manager = "", const std::string& attributes = "") {
  return "<surefoot:ros_parameters" + attributes + ">" +
         Value("controller_manager",
               Value("ros__parameters", manager + Value("c", Value("type", type)))) +
         Value("c", Value("ros__parameters", parameters)) + "</surefoot:ros_parameters>";
}

constexpr const char* kTrajectory = "joint_trajectory_controller/JointTrajectoryController";
constexpr const char* kDiffDrive = "diff_drive_controller/DiffDriveController";

class ControllerParameters : public testing::Test {
 protected:
  /// The drives of a cart with the wheels "left" and "right".
  std::vector<Element> Drives(const std::string& file) {
    world::Model model = test::MakeTwoWheels();
    test::AddTag(file, &model);
    problems_ = Problems();
    return DrivesOf(model, &problems_);
  }
  Element Drive(const std::string& type, const std::string& parameters,
                const std::string& manager = "") {
    std::vector<Element> drives = Drives(File(type, parameters, manager));
    EXPECT_EQ(drives.size(), 1u);
    return drives.empty() ? Element() : drives[0];
  }
  static std::string Wheels() {
    return List("left_wheel_names", {"left"}) + List("right_wheel_names", {"right"});
  }

  Problems problems_;
};

TEST_F(ControllerParameters, OfTrajectories) {
  const Element drive =
      Drive(kTrajectory,
            List("joints", {"left", "right"}) + List("command_interfaces", {"effort"}) +
                Value("allow_partial_joints_goal", "true") +
                Value("constraints",
                      Value("goal_time", "0.6") + Value("stopped_velocity_tolerance", "0.2") +
                          Value("left", Value("trajectory", "0.1") + Value("goal", "0.02"))) +
                Value("gains",
                      Value("right", Value("p", "100") + Value("d", "5") + Value("i_clamp", "1"))),
            Value("update_rate", "200"));
  EXPECT_EQ(At(drive, "mode"), "effort");
  EXPECT_EQ(At(drive, "allow_partial_joints"), "true");
  EXPECT_EQ(At(drive, "goal_time"), "0.6");
  EXPECT_EQ(At(drive, "stopped_velocity_tolerance"), "0.2");
  EXPECT_EQ(At(drive, "state_publish_rate"), "200");
  const Element* constraint = drive.Child("constraint");
  ASSERT_NE(constraint, nullptr);
  EXPECT_EQ(AttributeOf(*constraint, "joint"), "left");
  EXPECT_EQ(AttributeOf(*constraint, "trajectory"), "0.1");
  EXPECT_EQ(AttributeOf(*constraint, "goal"), "0.02");
  const Element* gains = drive.Child("joint_pid");
  ASSERT_NE(gains, nullptr);
  EXPECT_EQ(AttributeOf(*gains, "joint"), "right");
  EXPECT_EQ(AttributeOf(*gains, "p"), "100");
  EXPECT_EQ(AttributeOf(*gains, "i_min"), "-1");
  EXPECT_TRUE(problems_.all().empty());
}

TEST_F(ControllerParameters, GoalsNameAllJointsByDefault) {
  EXPECT_EQ(At(Drive(kTrajectory, List("joints", {"left"})), "allow_partial_joints"), "false");
}

TEST_F(ControllerParameters, OfBases) {
  const Element drive =
      Drive(kDiffDrive,
            Wheels() + List("pose_covariance_diagonal", {"1", "2", "3", "4", "5", "6"}) +
                Value("linear.x.max_velocity", "1.5") + Value("linear.x.max_acceleration", ".NAN") +
                Value("angular.z.has_velocity_limits", "false") +
                Value("angular.z.max_velocity", "2") + Value("update_rate", "25"),
            Value("update_rate", "200"));
  EXPECT_EQ(At(drive, "pose_covariance_diagonal"), "1 2 3 4 5 6");
  EXPECT_EQ(At(drive, "linear/max_velocity"), "1.5");
  EXPECT_EQ(At(drive, "linear/max_acceleration"), "");
  EXPECT_EQ(At(drive, "angular/max_velocity"), "");
  EXPECT_EQ(At(drive, "update_rate"), "25") << "its own has precedence";
  EXPECT_TRUE(problems_.all().empty());
}

TEST_F(ControllerParameters, UnknownOnesAreWarnings) {
  Drive(kDiffDrive,
        Wheels() + Value("wheel_seperation", "0.5") + Value("position_feedback", "true"));
  EXPECT_EQ(CountOf(problems_, Severity::kWarning, "unknown parameter, ignored"), 1);
  EXPECT_EQ(CountOf(problems_, Severity::kNote, "this parameter has no effect here"), 1);
  ASSERT_FALSE(problems_.all().empty());
  EXPECT_NE(problems_.all()[0].advice.find("wheel_separation"), std::string::npos);
  Drives(File("some_controllers/StrangeController", List("joints", {"left"})));
  EXPECT_EQ(CountOf(problems_, Severity::kWarning, "unknown type of controller"), 1);
}

TEST_F(ControllerParameters, GivenFilesOverrideDrives) {
  world::Model model = test::MakeTwoWheels();
  test::AddTag(
      "<surefoot:drive name=\"own\" type=\"diff_drive\"><left_joint>left</left_joint>"
      "<right_joint>right</right_joint></surefoot:drive>",
      &model);
  world::Model named = model;
  test::AddTag(File(kDiffDrive, Wheels()), &named);
  ASSERT_EQ(DrivesOf(named, &problems_).size(), 1u);
  EXPECT_EQ(AttributeOf(DrivesOf(named, &problems_)[0], "name"), "own");
  test::AddTag(File(kDiffDrive, Wheels(), "", " override=\"true\""), &model);
  ASSERT_EQ(DrivesOf(model, &problems_).size(), 1u);
  EXPECT_EQ(AttributeOf(DrivesOf(model, &problems_)[0], "name"), "c");
}

TEST_F(ControllerParameters, NameTheBroadcaster) {
  world::Model model = test::MakeTwoWheels();
  const std::string joints =
      "<joint name=\"left\"><state_interface name=\"position\"/></joint>"
      "<joint name=\"right\"><state_interface name=\"position\"/></joint>";
  test::AddTag("<ros2_control name=\"r\" type=\"system\">" + joints + "</ros2_control>", &model);
  test::AddTag(File("joint_state_broadcaster/JointStateBroadcaster",
                    List("joints", {"right"}) + List("interfaces", {"position"})),
               &model);
  const std::vector<PlacedSensor> sensors = SensorsOf(model, {}, &problems_);
  ASSERT_EQ(sensors.size(), 1u);
  EXPECT_EQ(sensors[0].sensor.name, "c");
  EXPECT_EQ(At(sensors[0].sensor.element, "joint"), "right");
  EXPECT_EQ(At(sensors[0].sensor.element, "dynamic_topic"), "dynamic_joint_states");
}

}  // namespace
}  // namespace surefoot::plugins
