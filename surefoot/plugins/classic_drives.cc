/// Drives of Gazebo Classic and its ROS packages, in ROS 1 and ROS 2 spellings. One row for each.

#include "surefoot/plugins/drive_rows.h"
#include "surefoot/plugins/wheels.h"

namespace surefoot::plugins {
namespace {

using Parameters = std::vector<DriveParameter>;

/// The parameters that all of these plugins have, after their own.
Parameters With(Parameters own) {
  const Parameters common = {
      {"commandTopic command_topic", "cmd_topic", Copy::kTopic, "cmd_vel"},
      {"odometryTopic odometry_topic", "odom_topic", Copy::kTopic, "odom"},
      {"odometryFrame odometry_frame", "odom_frame", Copy::kFrame},
      {"robotBaseFrame robot_base_frame", "base_frame", Copy::kFrame},
      {"odometryRate odometry_rate updateRate update_rate", "publish_rate"},
      {"publishOdomTF publish_odom_tf broadcastTF", "enable_odom_tf", Copy::kFlag},
      {"wheelDiameter wheel_diameter actuatedWheelDiameter", "wheel_radius", Copy::kHalf},
      {"wheelTorque torque max_wheel_torque MaxForce actuatedWheelTorque", "motor/max_effort"},
      {"wheelAcceleration max_wheel_acceleration", "linear/max_acceleration"},
  };
  own.insert(own.end(), common.begin(), common.end());
  return own;
}

/// Drives with wheels on two sides.
Parameters TwoSides(const char* left, const char* right) {
  return With({{left, "left_joint", Copy::kJoints},
               {right, "right_joint", Copy::kJoints},
               {"wheelSeparation wheel_separation", "wheel_separation"}});
}

/// These plugins interpret angular.z as the steering angle of the wheels.
bool NoteYawRateCommand(const ForeignReader& reader, world::Element*) {
  reader.Note(nullptr, "angular.z of the command is the yaw rate, not the steering angle", "",
              "send steering angles on ackermann_cmd");
  return true;
}

}  // namespace

// Names of plugins in files, the drive that replaces them, and how their parameters are copied.
const std::vector<DriveRow>& ClassicDriveRows() {
  static const std::vector<DriveRow> rows = {
      {"gazebo_ros_diff_drive diffdriveplugin gazebo_ros_differential_drive", "diff_drive",
       TwoSides("leftJoint left_joint", "rightJoint right_joint"), PutSidesRight},
      {"gazebo_ros_skid_steer_drive skidsteerdriveplugin", "skid_steer",
       TwoSides("leftFrontJoint leftMidJoint leftRearJoint left_front left_rear left_joint",
                "rightFrontJoint rightMidJoint rightRearJoint right_front right_rear right_joint"),
       PutSidesRight},
      {"gazebo_ros_ackermann_drive", "ackermann",
       With({{"rear_left_joint", "left_joint", Copy::kJoints},
             {"rear_right_joint", "right_joint", Copy::kJoints},
             {"left_steering_joint", "left_steering_joint", Copy::kJoints},
             {"right_steering_joint", "right_steering_joint", Copy::kJoints},
             {"max_steer", "max_steering_angle"},
             {"max_speed", "linear/max_velocity"}}),
       NoteYawRateCommand},
      {"gazebo_ros_tricycle_drive", "ackermann",
       With({{"steeringJoint steering_joint", "steering_joint", Copy::kJoints},
             {"actuatedWheelJoint actuated_wheel_joint", "left_joint", Copy::kJoints}}),
       NoteYawRateCommand},
  };
  return rows;
}

}  // namespace surefoot::plugins
