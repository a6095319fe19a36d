#pragma once

/// Poses of one robot, its commands and its signals from a recording:
///
///   const MotionLog log = SUREFOOT_TRY(LoadMotionLog("drive.mcap", {.truth = "/mocap/pose"}));

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/math/planar_odometry.h"
#include "surefoot/math/rigid_transform.h"

namespace surefoot::gap {

/// Names of topics, robot and wheels. Empty topics are chosen automatically (motion_topics.h).
struct MotionNames {
  /// Topic of the true poses.
  std::string truth;
  /// Topic of the commanded velocities (geometry_msgs/Twist), or of wheel speeds
  /// (sensor_msgs/JointState).
  std::string commands;
  /// Name of the simulated robot, and the Twist topics that it subscribes to: these are preferred
  /// when topics are chosen.
  std::string robot;
  std::vector<std::string> listened;
  /// Its wheel joints, by their names in the model.
  std::vector<std::string> wheels;
  /// Only poses are needed: commands may be missing.
  bool poses_only = false;
};

/// Numbers over time (s, increasing).
struct TimedValues {
  std::vector<double> time;
  std::vector<double> value;

  /// Mean of the samples in (from, to]; NaN when there are none.
  double MeanBetween(double from, double to) const;
  /// Linear interpolation; beyond the ends, the sample there; NaN without samples.
  double At(double moment) const;
};

/// A measured number: "/imu/data", "angular_velocity.z".
struct RecordedSignal {
  std::string topic;
  std::string field;
  std::string unit;
  TimedValues values;
};

/// A wheel of sensor_msgs/JointState messages.
struct RecordedWheel {
  std::string joint;
  TimedValues speed;
};

struct MotionLog {
  std::string file;
  std::string pose_topic;
  std::string command_topic;
  /// Topic of the wheel speeds; empty when there are none.
  std::string wheel_topic;
  /// The poses are of a Surefoot run, in the frame of its world.
  bool in_world_frame = false;
  /// The body whose poses a Surefoot run recorded, or the frame: "base_link".
  std::string pose_frame;
  /// Poses of the tracked point P in the frame R of the recording; times increase.
  std::vector<double> pose_time;
  std::vector<RigidTransform> X_RP;
  /// Velocities in the axes of P, from simulated runs, whose messages are exact; otherwise empty.
  std::vector<PlanarMotion> velocity_P;
  /// Times at which the poses jump to another place (relocalisation).
  std::vector<double> jumps;
  /// Standard deviations from the covariances in the messages (m, rad); 0: none given.
  double position_deviation = 0.0;
  double heading_deviation = 0.0;
  /// Commands (m/s, rad/s), each valid until the next one. Empty when wheel speeds lead.
  std::vector<double> command_time;
  std::vector<PlanarMotion> command;
  std::vector<RecordedWheel> wheels;
  std::vector<RecordedSignal> signals;
  /// Time of the first pose on the recording's clock (s); all times above are relative to it.
  double start = 0.0;
  std::vector<std::string> notes;

  double end() const { return pose_time.empty() ? 0.0 : pose_time.back(); }
  bool led_by_wheels() const { return command.empty(); }
};

/// Reads a recording in two passes: the first lists the topics, the second reads those chosen. The
/// error names the missing topic and those that exist.
Result<MotionLog> LoadMotionLog(const std::string& path, const MotionNames& names);

}  // namespace surefoot::gap
