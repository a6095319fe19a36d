/// Drives that are systems of Gazebo Sim, in Ignition and gz spellings. One row for each.

#include "surefoot/plugins/drive_rows.h"

namespace surefoot::plugins {
namespace {

using Parameters = std::vector<DriveParameter>;
using world::Element;

/// The parameters that all systems with a Twist command have, after their own.
Parameters With(Parameters own) {
  const Parameters common = {
      {"topic", "cmd_topic", Copy::kTopic, "cmd_vel"},
      {"odom_topic", "odom_topic", Copy::kTopic, "odometry"},
      {"frame_id odom_frame", "odom_frame", Copy::kFrame},
      {"child_frame_id robot_base_frame", "base_frame", Copy::kFrame},
      {"odom_publish_frequency", "publish_rate"},
      {"wheel_radius", "wheel_radius"},
      {"wheel_separation", "wheel_separation"},
      {"max_linear_velocity max_velocity", "linear/max_velocity", Copy::kNumber},
      {"min_linear_velocity min_velocity", "linear/min_velocity", Copy::kNumber},
      {"max_linear_acceleration max_acceleration", "linear/max_acceleration", Copy::kNumber},
      {"min_linear_acceleration min_acceleration", "linear/min_acceleration", Copy::kNumber},
      {"max_linear_jerk max_jerk", "linear/max_jerk", Copy::kNumber},
      {"min_linear_jerk min_jerk", "linear/min_jerk", Copy::kNumber},
  };
  own.insert(own.end(), common.begin(), common.end());
  return own;
}

/// max_velocity and the like limit both the linear and the angular velocity in Gazebo.
Parameters WithAngularLimits(Parameters own) {
  own = With(std::move(own));
  const Parameters turning = {
      {"max_angular_velocity max_velocity", "angular/max_velocity", Copy::kNumber},
      {"min_angular_velocity min_velocity", "angular/min_velocity", Copy::kNumber},
      {"max_angular_acceleration max_acceleration", "angular/max_acceleration", Copy::kNumber},
      {"min_angular_acceleration min_acceleration", "angular/min_acceleration", Copy::kNumber},
      {"max_angular_jerk max_jerk", "angular/max_jerk", Copy::kNumber},
      {"min_angular_jerk min_jerk", "angular/min_jerk", Copy::kNumber},
  };
  own.insert(own.end(), turning.begin(), turning.end());
  return own;
}

/// Limits in the wrong order mean no limits.
void AddBounds(const ForeignReader& reader, const std::string& name, double usual, Element* pid) {
  const double min = reader.Number(name + "_min").value_or(-usual);
  const double max = reader.Number(name + "_max").value_or(usual);
  if (min > max) return;
  AddChild(pid, name + "_min", NumberText(min), reader.element().source);
  AddChild(pid, name + "_max", NumberText(max), reader.element().source);
}

/// Adds p_gain, i_gain and so on as <pid> or <velocity_pid>; `p`, `i`, `d` are Gazebo's defaults.
void AddPid(const ForeignReader& reader, double p, double i, double d, const char* name,
            Element* joint) {
  const Source& source = reader.element().source;
  Element& pid = AddChild(joint, name, "", source);
  AddChild(&pid, "p", NumberText(reader.Number("p_gain").value_or(p)), source);
  AddChild(&pid, "i", NumberText(reader.Number("i_gain").value_or(i)), source);
  AddChild(&pid, "d", NumberText(reader.Number("d_gain").value_or(d)), source);
  AddBounds(reader, "i", 1.0, &pid);
  AddBounds(reader, "cmd", 1000.0, &pid);
  const auto offset = reader.Number("cmd_offset");
  if (offset) AddChild(&pid, "cmd_offset", NumberText(*offset), source);
}

/// Adds mode, topic and axis to each <joint> of a joint_controller.
void FinishJoints(const ForeignReader& reader, const char* mode, Element* drive,
                  const std::string& usual_topic) {
  const Source& source = reader.element().source;
  const auto axis = reader.Number("joint_index", 0.0, 1.0);
  for (Element& joint : drive->children) {
    if (joint.name != "joint") continue;
    AddChild(&joint, "mode", mode, source);
    const std::string topic = reader.Topic("topic sub_topic", joint.text + "/" + usual_topic);
    AddChild(&joint, "command_topic", topic, source);
    if (axis && *axis == 1.0) AddChild(&joint, "axis", "1", source);
  }
}

/// Without force commands Gazebo sets the joint's velocity directly, which is a velocity servo
/// here.
bool JointController(const ForeignReader& reader, Element* drive) {
  FinishJoints(reader, "velocity", drive, "cmd_vel");
  const auto start = reader.Number("initial_velocity");
  for (Element& joint : drive->children) {
    if (joint.name != "joint") continue;
    if (start) AddChild(&joint, "initial", NumberText(*start), reader.element().source);
    if (reader.Flag("use_force_commands", false)) {
      AddPid(reader, 1.0, 0.0, 0.0, "velocity_pid", &joint);
    }
  }
  return true;
}

/// The position controller of Gazebo starts at initial_position. It applies a force by a PID
/// controller unless use_velocity_commands is set.
bool JointPosition(const ForeignReader& reader, Element* drive) {
  FinishJoints(reader, "position", drive, "cmd_pos");
  const double start = reader.Number("initial_position").value_or(0.0);
  for (Element& joint : drive->children) {
    if (joint.name != "joint") continue;
    AddChild(&joint, "initial", NumberText(start), reader.element().source);
    if (!reader.Flag("use_velocity_commands", false)) {
      AddPid(reader, 1.0, 0.1, 0.01, "pid", &joint);
    }
  }
  return true;
}

/// A system that sets the effort of a joint.
bool JointForce(const ForeignReader& reader, Element* drive) {
  FinishJoints(reader, "effort", drive, "cmd_force");
  return true;
}

/// Runs without the motion sideways.
bool Mecanum(const ForeignReader& reader, Element*) {
  reader.Note(nullptr,
              "the robot drives forward and turns as commanded, but not sideways: friction "
              "directions in the frame of another link (gz:expressed_in) are not supported",
              "", "model the rollers");
  return true;
}

/// Without joint names the system commands all joints.
bool Trajectory(const ForeignReader& reader, Element* drive) {
  if (drive->Child("joint") != nullptr) return true;
  for (const world::Joint& joint : reader.model().joints) {
    if (world::VelocityCount(joint.type) == 1 && !joint.mimic) {
      AddChild(drive, "joint", joint.name, reader.element().source);
    }
  }
  return true;
}

}  // namespace

// Systems of Gazebo Sim by class.
const std::vector<DriveRow>& SystemDriveRows() {
  static const std::vector<DriveRow> rows = {
      {"gz:diffdrive", "diff_drive",
       WithAngularLimits({{"left_joint", "left_joint", Copy::kJoints},
                          {"right_joint", "right_joint", Copy::kJoints}})},
      {"gz:ackermannsteering", "ackermann",
       With({{"left_joint", "left_joint", Copy::kJoints},
             {"right_joint", "right_joint", Copy::kJoints},
             {"left_steering_joint", "left_steering_joint", Copy::kJoints},
             {"right_steering_joint", "right_steering_joint", Copy::kJoints},
             {"kingpin_width", "kingpin_width"},
             {"wheel_base", "wheel_base"},
             {"steering_limit", "max_steering_angle"}})},
      {"gz:mecanumdrive", "mecanum",
       WithAngularLimits({{"front_left_joint", "front_left_joint", Copy::kJoints},
                          {"front_right_joint", "front_right_joint", Copy::kJoints},
                          {"back_left_joint", "rear_left_joint", Copy::kJoints},
                          {"back_right_joint", "rear_right_joint", Copy::kJoints},
                          {"wheelbase", "wheel_base"}}),
       Mecanum},
      {"gz:jointcontroller",
       "joint_controller",
       {{"joint_name", "joint", Copy::kJoints}},
       JointController},
      {"gz:jointpositioncontroller",
       "joint_controller",
       {{"joint_name", "joint", Copy::kJoints}},
       JointPosition},
      {"gz:applyjointforce",
       "joint_controller",
       {{"joint_name", "joint", Copy::kJoints}},
       JointForce},
      {"gz:jointtrajectorycontroller",
       "joint_trajectory",
       {{"joint_name", "joint", Copy::kOptionalJoints},
        {"topic", "command_topic", Copy::kTopic, "joint_trajectory"}},
       Trajectory},
  };
  return rows;
}

}  // namespace surefoot::plugins
