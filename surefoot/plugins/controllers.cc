#include <algorithm>

#include "surefoot/plugins/controller_file.h"
#include "surefoot/plugins/drive_rows.h"
#include "surefoot/plugins/wheels.h"

// Controllers of ros2_control and their YAML parameters, converted to Surefoot's drives.

namespace surefoot::plugins {
namespace {

using world::Element;

/// The parameters that all mobile bases have, after their own.
std::vector<DriveParameter> Base(std::vector<DriveParameter> own) {
  const std::vector<DriveParameter> common = {
      {"odom_frame_id", "odom_frame", Copy::kFrame},
      {"base_frame_id", "base_frame", Copy::kFrame},
      {"publish_rate", "publish_rate"},
      {"enable_odom_tf", "enable_odom_tf", Copy::kFlag},
      {"open_loop", "open_loop", Copy::kFlag},
      {"cmd_vel_timeout reference_timeout", "cmd_vel_timeout"},
      {"pose_covariance_diagonal", "pose_covariance_diagonal", Copy::kNumbers},
      {"twist_covariance_diagonal", "twist_covariance_diagonal", Copy::kNumbers},
      {"velocity_rolling_window_size", "velocity_rolling_window_size"},
      {"publish_limited_velocity", "publish_cmd", Copy::kFlag},
      {"linear.x.max_velocity", "linear/max_velocity", Copy::kNumber},
      {"linear.x.min_velocity", "linear/min_velocity", Copy::kNumber},
      {"linear.x.max_acceleration", "linear/max_acceleration", Copy::kNumber},
      {"linear.x.min_acceleration linear.x.max_deceleration", "linear/min_acceleration",
       Copy::kNumber},
      {"linear.x.min_jerk", "linear/min_jerk", Copy::kNumber},
      {"linear.x.max_jerk", "linear/max_jerk", Copy::kNumber},
      {"angular.z.max_velocity", "angular/max_velocity", Copy::kNumber},
      {"angular.z.min_velocity", "angular/min_velocity", Copy::kNumber},
      {"angular.z.max_acceleration", "angular/max_acceleration", Copy::kNumber},
      {"angular.z.min_acceleration angular.z.max_deceleration", "angular/min_acceleration",
       Copy::kNumber},
      {"angular.z.min_jerk", "angular/min_jerk", Copy::kNumber},
      {"angular.z.max_jerk", "angular/max_jerk", Copy::kNumber},
  };
  own.insert(own.end(), common.begin(), common.end());
  return own;
}

/// With several wheels on a side, the wheels slip in turns.
bool NameBySides(const ForeignReader&, Element* drive) {
  int left = 0;
  for (const Element& child : drive->children) left += child.name == "left_joint" ? 1 : 0;
  if (left > 1) drive->attributes[1].second = "skid_steer";
  return true;
}

/// These controllers do not distinguish left and right joints; their positions do.
bool SortSteering(const ForeignReader& reader, Element* drive) {
  std::vector<std::string> steered;
  for (const Element& child : drive->children) {
    if (child.name == "steering_joint") steered.push_back(child.text);
  }
  const auto y = [&](const std::string& name) {
    const auto wheel = WheelAt(reader.model(), FindJoint(reader.model(), name));
    return wheel ? wheel->p_MW.y() : 0.0;
  };
  for (Element& child : drive->children) {
    const bool left = y(child.text) >= 0.0;
    if (child.name == "steering_joint" && steered.size() > 1) {
      child.name = left ? "left_steering_joint" : "right_steering_joint";
    } else if (child.name == "left_joint" && !left) {
      child.name = "right_joint";
    }
  }
  return true;
}

/// The mode is the kind of interface: from a parameter, else from the name of the type.
bool SetMode(const ForeignReader& reader, Element* drive) {
  std::string mode = reader.Text("interface_name command_interfaces interface");
  const std::string type = AttributeOf(*drive, "controller");
  for (const char* kind : {"position", "velocity", "effort"}) {
    if (mode.empty() && type.compare(0, std::string(kind).size(), kind) == 0) mode = kind;
  }
  if (mode.empty()) mode = "position";
  SetChild(drive, "mode", mode, drive->source);
  return true;
}

/// Goals of these controllers name all joints by default.
bool SetTrajectory(const ForeignReader& reader, Element* drive) {
  SetMode(reader, drive);
  if (drive->Child("allow_partial_joints") == nullptr) {
    AddChild(drive, "allow_partial_joints", "false", drive->source);
  }
  return SetTrajectoryParameters(reader, drive);
}

// Controllers of ros2_controllers by class, as in their parameter files.
const std::vector<DriveRow>& ControllerRows() {
  static const std::vector<DriveRow> rows = {
      {"DiffDriveController", "diff_drive",
       Base({{"left_wheel_names left_wheel", "left_joint", Copy::kJoints},
             {"right_wheel_names right_wheel", "right_joint", Copy::kJoints},
             {"wheel_separation", "wheel_separation"},
             {"wheel_radius", "wheel_radius"},
             {"wheel_separation_multiplier", "wheel_separation_multiplier"},
             {"left_wheel_radius_multiplier", "left_wheel_radius_multiplier"},
             {"right_wheel_radius_multiplier", "right_wheel_radius_multiplier"}}),
       NameBySides},
      {"AckermannSteeringController BicycleSteeringController TricycleSteeringController "
       "AckermannController TricycleController",
       "ackermann",
       Base({{"traction_joints_names rear_wheels_names traction_joint_name", "left_joint",
              Copy::kJoints},
             {"steering_joints_names front_wheels_names steering_joint_name", "steering_joint",
              Copy::kJoints},
             {"wheelbase", "wheel_base"},
             {"traction_wheels_radius rear_wheels_radius rear_wheel_radius traction_wheel_radius "
              "wheel_radius",
              "wheel_radius"},
             {"traction_track_width rear_wheel_track wheel_track", "wheel_separation"},
             {"steering_track_width front_wheel_track", "kingpin_width"}}),
       SortSteering},
      {"MecanumDriveController", "mecanum",
       Base({{"front_left_wheel_command_joint_name", "front_left_joint", Copy::kJoints},
             {"front_right_wheel_command_joint_name", "front_right_joint", Copy::kJoints},
             {"rear_left_wheel_command_joint_name", "rear_left_joint", Copy::kJoints},
             {"rear_right_wheel_command_joint_name", "rear_right_joint", Copy::kJoints},
             {"kinematics.wheels_radius", "wheel_radius"}})},
      {"JointTrajectoryController",
       "joint_trajectory",
       {{"joints", "joint", Copy::kJoints},
        {"allow_partial_joints_goal", "allow_partial_joints", Copy::kFlag},
        {"constraints.goal_time", "goal_time"},
        {"constraints.stopped_velocity_tolerance", "stopped_velocity_tolerance", Copy::kNumber}},
       SetTrajectory},
      {"ForwardCommandController MultiInterfaceForwardCommandController "
       "JointGroupPositionController JointGroupVelocityController JointGroupEffortController",
       "joint_group",
       {{"joints", "joint", Copy::kJoints}},
       SetMode},
  };
  return rows;
}

/// The topics of the controller with that name; a mobile base also listens to cmd_vel.
void AddTopics(const std::string& name, const std::string& type, Element* drive) {
  const Source source = drive->source;
  if (type == "joint_trajectory") {
    AddChild(drive, "command_topic", name + "/joint_trajectory", source);
  } else if (type == "joint_group") {
    AddChild(drive, "command_topic", name + "/commands", source);
  } else {
    AddChild(drive, "cmd_topic", "cmd_vel", source);
    AddChild(drive, "cmd_topic", name + "/cmd_vel_unstamped", source);
    AddChild(drive, "stamped_cmd_topic", name + "/cmd_vel", source);
    AddChild(drive, "odom_topic", name + "/odom", source);
  }
}

/// Controllers that publish what Surefoot's sensors measure; they move nothing.
constexpr const char* kBroadcasters =
    "JointStateBroadcaster IMUSensorBroadcaster ForceTorqueSensorBroadcaster "
    "RangeSensorBroadcaster PoseBroadcaster GPSSensorBroadcaster";

/// nullptr for controllers that move nothing, or are unknown.
const DriveRow* RowOf(const Controller& controller) {
  for (const DriveRow& row : ControllerRows()) {
    if (IsListed({controller.ClassName()}, row.plugins)) return &row;
  }
  return nullptr;
}

/// The update_rate of the controller, or else of its manager (Hz): bases are updated at this rate,
/// and the state of a trajectory is published at it.
void SetRate(const std::vector<Controller>& all, const ForeignReader& reader,
             const std::string& type, Element* drive) {
  const char* ours = type == "joint_trajectory" ? "state_publish_rate" : "update_rate";
  if (type == "joint_group") return;
  const auto set = [&](const Element& parameters) {
    const ForeignReader source(parameters, reader.what(), reader.model(), reader.problems());
    const auto rate = source.Number("update_rate", 0.0, 1e6);
    if (!rate || *rate == 0.0) return false;
    SetChild(drive, ours, NumberText(*rate), source.Find("update_rate")->source);
    return true;
  };
  if (set(reader.element())) return;
  for (const Controller& node : all) {
    if (node.name == "controller_manager" && set(node.parameters)) return;
  }
}

}  // namespace

// Drives for the controllers in the parameter files that the model names.
std::vector<Element> ControllerDrives(const world::Model& model, Problems* problems) {
  const std::vector<Controller> controllers = ControllersOf(model);
  std::vector<Element> drives;
  for (const Controller& controller : controllers) {
    if (controller.type.empty()) continue;
    const ForeignReader reader(controller.parameters,
                               controller.name + " (" + controller.type + ")", model, problems);
    const DriveRow* row = RowOf(controller);
    if (row == nullptr) {
      if (!IsListed({controller.ClassName()}, kBroadcasters)) {
        reader.Warn(nullptr, "unknown type of controller; it does not run", controller.type);
      }
      continue;
    }
    CheckParameters(controller, reader);
    auto drive = TranslateDrive(*row, reader, controller.name, controller.parameters.source,
                                {{"controller", controller.type}});
    if (!drive) continue;
    AddTopics(controller.name, row->type, &*drive);
    DropUnusedLimits(reader, &*drive);
    SetRate(controllers, reader, row->type, &*drive);
    drives.push_back(std::move(*drive));
  }
  return drives;
}

}  // namespace surefoot::plugins
