#pragma once

/// How one robot moved and what it was told, as a recording has it.

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/math/planar_odometry.h"
#include "surefoot/math/rigid_transform.h"

namespace surefoot::gap {

/// What to look for. Empty topics are chosen (motion_topics.h).
struct MotionNames {
  /// Poses that tell where the robot really was.
  std::string truth;
  /// Speeds that it was told (geometry_msgs/Twist), or speeds of its wheels
  /// (sensor_msgs/JointState).
  std::string commands;
  /// The simulated robot's name, and the topics with Twists that it listens to: their names come
  /// first when topics are chosen.
  std::string robot;
  std::vector<std::string> listened;
  /// Its joints with a wheel, by their names in the model.
  std::vector<std::string> wheels;
  /// What it was told is of no interest: it need not be there.
  bool poses_only = false;
};

/// Numbers over time (s, rising).
struct TimedValues {
  std::vector<double> time;
  std::vector<double> value;

  /// Mean over (from, to]; NaN when nothing is there.
  double MeanBetween(double from, double to) const;
  /// Straight between two of them, at the ends the last one; NaN when there are none.
  double At(double moment) const;
};

/// A number that the robot measured: "/imu/data", "angular_velocity.z".
struct RecordedSignal {
  std::string topic;
  std::string field;
  std::string unit;
  TimedValues values;
};

/// A wheel as sensor_msgs/JointState tells it.
struct RecordedWheel {
  std::string joint;
  TimedValues speed;
};

struct MotionLog {
  std::string file;
  std::string pose_topic;
  std::string command_topic;
  /// Where speeds of wheels come from; empty when there are none.
  std::string wheel_topic;
  /// The poses are of a run of ours, in its world's frame.
  bool in_world_frame = false;
  /// The body that a run of ours tells the poses of, or the frame; "base_link".
  std::string pose_frame;
  /// Poses of the followed point P in the frame R of the recording; times rise.
  std::vector<double> pose_time;
  std::vector<RigidTransform> X_RP;
  /// Velocities in P's own axes, where messages tell them and can be believed; else empty.
  std::vector<PlanarMotion> velocity_P;
  /// When poses jump and go on from there.
  std::vector<double> jumps;
  /// Standard deviations that the messages themselves tell (m, rad); 0: they do not.
  double position_deviation = 0.0;
  double heading_deviation = 0.0;
  /// What the robot was told (m/s, rad/s): each holds until the next. Empty when wheels lead.
  std::vector<double> command_time;
  std::vector<PlanarMotion> command;
  std::vector<RecordedWheel> wheels;
  std::vector<RecordedSignal> signals;
  /// By the recording's clock (s): all times above count from here, the first pose.
  double start = 0.0;
  std::vector<std::string> notes;

  double end() const { return pose_time.empty() ? 0.0 : pose_time.back(); }
  bool led_by_wheels() const { return command.empty(); }
};

/// Reads a recording. An error says which topic is missing and which there are.
Result<MotionLog> LoadMotionLog(const std::string& path, const MotionNames& names);

}  // namespace surefoot::gap
