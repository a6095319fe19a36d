#include <algorithm>
#include <map>

#include "surefoot/base/items.h"
#include "surefoot/plugins/drive_rows.h"
#include "surefoot/plugins/wheels.h"

// Controllers of ros2_control and their YAML parameters, converted to Surefoot's drives.

namespace surefoot::plugins {
namespace {

using world::Element;

std::string NameOf(const Element& element) { return AttributeOf(element, "name"); }

/// Parameters are nested by name.
const Element* ChildNamed(const Element& element, const std::string& name) {
  return FindIf(element.children, [&](const Element& child) { return NameOf(child) == name; });
}

/// Converts parameters to children with dotted names, <linear.x.max_velocity>; lists become
/// repeated children.
void Flatten(const Element& from, const std::string& prefix, Element* to) {
  for (const Element& child : from.children) {
    if (child.name == "item") {
      AddChild(to, prefix, child.text, child.source);
      continue;
    }
    const std::string name = prefix.empty() ? NameOf(child) : prefix + "." + NameOf(child);
    if (child.children.empty()) {
      AddChild(to, name, child.text, child.source);
    } else {
      Flatten(child, name, to);
    }
  }
}

/// A controller of ros2_control: its name, plugin type and parameters.
struct Controller {
  std::string name;
  std::string type;
  /// Flattened.
  Element parameters;
};

/// Collects the controllers with their types and parameters, at any depth (namespaces, "/**").
/// Type and parameters of a controller are in different places of the file.
void Collect(const Element& element, std::vector<Controller>* controllers) {
  const auto entry = [&](const std::string& name) -> Controller& {
    for (Controller& controller : *controllers) {
      if (controller.name == name) return controller;
    }
    controllers->push_back({name, "", {}});
    return controllers->back();
  };
  for (const Element& child : element.children) {
    if (child.name == "item") continue;
    const Element* type = ChildNamed(child, "type");
    const Element* parameters = ChildNamed(child, "ros__parameters");
    if (type != nullptr && type->text.find('/') != std::string::npos) {
      Controller& controller = entry(NameOf(child));
      controller.type = type->text;
      Flatten(child, "", &controller.parameters);
    }
    if (parameters != nullptr) {
      Controller& controller = entry(NameOf(child));
      Flatten(*parameters, "", &controller.parameters);
      controller.parameters.source = child.source;
    }
    Collect(child, controllers);
  }
}

/// The parameters that all mobile bases have, after their own.
std::vector<DriveParameter> Base(std::vector<DriveParameter> own) {
  const std::vector<DriveParameter> common = {
      {"odom_frame_id", "odom_frame", Copy::kFrame},
      {"base_frame_id", "base_frame", Copy::kFrame},
      {"publish_rate", "publish_rate"},
      {"enable_odom_tf", "enable_odom_tf", Copy::kFlag},
      {"open_loop", "open_loop", Copy::kFlag},
      {"cmd_vel_timeout reference_timeout", "cmd_vel_timeout"},
      {"linear.x.max_velocity", "linear/max_velocity", Copy::kNumber},
      {"linear.x.min_velocity", "linear/min_velocity", Copy::kNumber},
      {"linear.x.max_acceleration", "linear/max_acceleration", Copy::kNumber},
      {"linear.x.max_jerk", "linear/max_jerk", Copy::kNumber},
      {"angular.z.max_velocity", "angular/max_velocity", Copy::kNumber},
      {"angular.z.min_velocity", "angular/min_velocity", Copy::kNumber},
      {"angular.z.max_acceleration", "angular/max_acceleration", Copy::kNumber},
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
       {{"joints", "joint", Copy::kJoints}},
       SetMode},
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

}  // namespace

// Drives for the controllers in the parameter files that the model names.
std::vector<Element> ControllerDrives(const world::Model& model, Problems* problems) {
  std::vector<Controller> controllers;
  for (const Element& element : model.extensions) {
    if (element.name == "surefoot:ros_parameters") Collect(element, &controllers);
  }
  std::vector<Element> drives;
  for (const Controller& controller : controllers) {
    const std::size_t slash = controller.type.rfind('/');
    if (slash == std::string::npos) continue;
    const std::string last = controller.type.substr(slash + 1);
    for (const DriveRow& row : ControllerRows()) {
      if (!IsListed({last}, row.plugins)) continue;
      const ForeignReader reader(controller.parameters,
                                 controller.name + " (" + controller.type + ")", model, problems);
      auto drive = TranslateDrive(row, reader, controller.name, controller.parameters.source,
                                  {{"controller", controller.type}});
      if (!drive) continue;
      AddTopics(controller.name, row.type, &*drive);
      drives.push_back(std::move(*drive));
    }
  }
  return drives;
}

}  // namespace surefoot::plugins
