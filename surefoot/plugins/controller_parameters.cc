/// Parameters of controllers whose names contain those of joints, and the names of all parameters
/// of ros2_controllers, so that misspelt ones are found.

#include <algorithm>

#include "surefoot/base/index.h"
#include "surefoot/plugins/controller_file.h"
#include "surefoot/plugins/drive_rows.h"
#include "surefoot/world/parse.h"

namespace surefoot::plugins {
namespace {

using world::Element;

/// Parameters of controllers of the listed classes: those that have an effect here, and those that
/// have none. A name that ends in "." stands for all that begin with it.
struct KnownParameters {
  const char* classes;
  const char* used;
  const char* unused;
};

constexpr const char* kOfAll = "type update_rate use_sim_time";
constexpr const char* kUnusedOfAll =
    "is_async async_parameters. qos_overrides. fallback_controllers params_file node_options_args "
    "start_type_description_service thread_priority cpu_affinity";
constexpr const char* kOfBases =
    "odom_frame_id base_frame_id publish_rate enable_odom_tf open_loop cmd_vel_timeout "
    "reference_timeout pose_covariance_diagonal twist_covariance_diagonal "
    "velocity_rolling_window_size publish_limited_velocity linear.x.max_velocity "
    "linear.x.min_velocity linear.x.max_acceleration linear.x.min_acceleration linear.x.max_jerk "
    "linear.x.min_jerk angular.z.max_velocity angular.z.min_velocity angular.z.max_acceleration "
    "angular.z.min_acceleration angular.z.max_jerk angular.z.min_jerk linear.x.has_velocity_limits "
    "linear.x.has_acceleration_limits linear.x.has_jerk_limits angular.z.has_velocity_limits "
    "angular.z.has_acceleration_limits angular.z.has_jerk_limits linear.x.max_deceleration "
    "angular.z.max_deceleration";
constexpr const char* kUnusedOfBases =
    "position_feedback use_stamped_vel tf_frame_prefix_enable tf_frame_prefix "
    "linear.x.max_acceleration_reverse linear.x.max_deceleration_reverse "
    "angular.z.max_acceleration_reverse angular.z.max_deceleration_reverse wheels_per_side "
    "in_chained_mode twist_input";

constexpr KnownParameters kKnown[] = {
    {"DiffDriveController",
     "left_wheel_names right_wheel_names left_wheel right_wheel wheel_separation wheel_radius "
     "wheel_separation_multiplier left_wheel_radius_multiplier right_wheel_radius_multiplier",
     ""},
    {"AckermannSteeringController BicycleSteeringController TricycleSteeringController "
     "AckermannController TricycleController",
     "traction_joints_names rear_wheels_names traction_joint_name steering_joints_names "
     "front_wheels_names steering_joint_name wheelbase traction_wheels_radius rear_wheels_radius "
     "rear_wheel_radius traction_wheel_radius wheel_radius traction_track_width rear_wheel_track "
     "wheel_track steering_track_width front_wheel_track",
     "front_steering front_wheels_state_names rear_wheels_state_names front_wheels_radius "
     "front_wheel_radius traction_joints_state_names steering_joints_state_names "
     "reduce_wheel_speed_until_steering_reached traction. steering."},
    {"MecanumDriveController",
     "front_left_wheel_command_joint_name front_right_wheel_command_joint_name "
     "rear_left_wheel_command_joint_name rear_right_wheel_command_joint_name "
     "kinematics.wheels_radius",
     "interface_name kinematics. front_left_wheel_state_joint_name "
     "front_right_wheel_state_joint_name rear_left_wheel_state_joint_name "
     "rear_right_wheel_state_joint_name"},
    {"JointTrajectoryController",
     "joints command_interfaces allow_partial_joints_goal constraints. gains.",
     "command_joints state_interfaces state_publish_rate action_monitor_rate open_loop_control "
     "interpolate_from_desired_state allow_integration_in_goal_trajectories interpolation_method "
     "allow_nonzero_velocity_at_trajectory_end cmd_timeout speed_scaling. "
     "set_last_command_interface_value_as_state_on_activation"},
    {"ForwardCommandController MultiInterfaceForwardCommandController "
     "JointGroupPositionController JointGroupVelocityController JointGroupEffortController",
     "joints interface_name interface_names command_interfaces interface", ""},
};

bool Matches(const std::string& name, const char* list) {
  for (const std::string& entry : world::SplitWords(list)) {
    if (entry == name || (entry.back() == '.' && name.starts_with(entry))) return true;
  }
  return false;
}

const KnownParameters* KnownOf(const std::string& class_name) {
  for (const KnownParameters& known : kKnown) {
    if (Matches(class_name, known.classes)) return &known;
  }
  return nullptr;
}

bool IsBase(const KnownParameters& known) {
  return known.used != nullptr && !Matches("joints", known.used);
}

/// <constraint joint="elbow" trajectory="0.1" goal="0.02"/>
void AddConstraint(const ForeignReader& reader, const std::string& joint, Element* drive) {
  const auto path = reader.Number("constraints." + joint + ".trajectory", 0.0);
  const auto goal = reader.Number("constraints." + joint + ".goal", 0.0);
  if (!path && !goal) return;
  Element& constraint = AddChild(drive, "constraint", "", drive->source);
  constraint.attributes = {{"joint", joint}};
  if (path) constraint.attributes.emplace_back("trajectory", NumberText(*path));
  if (goal) constraint.attributes.emplace_back("goal", NumberText(*goal));
}

/// <joint_pid joint="elbow" p="100" d="5"/>
void AddGains(const ForeignReader& reader, const std::string& joint, Element* drive) {
  Element gains;
  gains.attributes = {{"joint", joint}};
  for (const char* name : {"p", "i", "d"}) {
    const auto gain = reader.Number("gains." + joint + "." + name, 0.0);
    if (gain) gains.attributes.emplace_back(name, NumberText(*gain));
  }
  const auto clamp = reader.Number("gains." + joint + ".i_clamp", 0.0);
  if (clamp && *clamp > 0.0) {
    gains.attributes.emplace_back("i_min", NumberText(-*clamp));
    gains.attributes.emplace_back("i_max", NumberText(*clamp));
  }
  if (gains.attributes.size() == 1) return;
  gains.name = "joint_pid";
  gains.source = drive->source;
  drive->children.push_back(std::move(gains));
}

}  // namespace

void CheckParameters(const Controller& controller, const ForeignReader& reader) {
  const KnownParameters* known = KnownOf(controller.ClassName());
  if (known == nullptr) return;
  const std::string used =
      std::string(known->used) + " " + kOfAll + (IsBase(*known) ? std::string(" ") + kOfBases : "");
  const std::string unused = std::string(known->unused) + " " + kUnusedOfAll +
                             (IsBase(*known) ? std::string(" ") + kUnusedOfBases : "");
  std::string last;
  for (const Element& parameter : controller.parameters.children) {
    // The items of a list have the same name.
    if (parameter.name == last || Matches(parameter.name, used.c_str())) continue;
    last = parameter.name;
    if (Matches(parameter.name, unused.c_str())) {
      reader.Note(&parameter, "this parameter has no effect here", parameter.name);
      continue;
    }
    const std::string nearest = world::NearestName(parameter.name, world::SplitWords(used));
    reader.Warn(&parameter, "unknown parameter, ignored", parameter.name,
                nearest.empty() ? "" : "did you mean \"" + nearest + "\"?");
  }
}

void DropUnusedLimits(const ForeignReader& reader, Element* drive) {
  for (const auto& [axis, limits] : {std::pair{"linear.x.", "linear"}, {"angular.z.", "angular"}}) {
    for (const char* kind : {"velocity", "acceleration", "jerk"}) {
      if (reader.Flag(std::string(axis) + "has_" + kind + "_limits", true)) continue;
      for (Element& child : drive->children) {
        if (child.name != limits) continue;
        std::erase_if(child.children, [&](const Element& limit) {
          return limit.name.ends_with(std::string("_") + kind);
        });
      }
    }
  }
}

bool SetTrajectoryParameters(const ForeignReader& reader, Element* drive) {
  const std::vector<Element> children = drive->children;
  for (const Element& child : children) {
    if (child.name != "joint") continue;
    AddConstraint(reader, child.text, drive);
    AddGains(reader, child.text, drive);
    const auto gain = reader.Number("gains." + child.text + ".p", 0.0);
    if (gain && drive->Child("mode")->text == "velocity") {
      SetChild(drive, "position_gain", NumberText(*gain), drive->source);
    }
  }
  return true;
}

}  // namespace surefoot::plugins
