#pragma once

/// Messages of a recording into a MotionLog. Private to this folder.

#include <map>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/recordings/motion/motion_log.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/msgs/tf2_msgs.h"
#include "surefoot/record/message_reader.h"

namespace surefoot::gap {

/// Whether it tells the speed of one of these joints.
bool HasWheels(const record::TypedMessage& message, const std::vector<std::string>& wheels);

class MotionCollector {
 public:
  /// `is_run`: the recording is of a run of ours.
  MotionCollector(const MotionNames& names, bool is_run, MotionLog* log);

  /// Takes what belongs to the log's topics; what goes back in time is left out.
  void Add(const record::TypedMessage& message);
  /// An error when frames alone tell no place.
  Status Finish();

 private:
  void AddPose(const record::TypedMessage& message);
  void AddBody(const msgs::surefoot_msgs::BodyStates& message, double time);
  void AddFrames(const msgs::tf2_msgs::TFMessage& message, SimTimeNs log_time_ns);
  void AddCommand(const record::TypedMessage& message);
  void AddWheels(const msgs::sensor_msgs::JointState& message, double time);
  void AddImu(const std::string& topic, const msgs::sensor_msgs::Imu& message, double time);
  /// False when it was left out.
  bool Keep(double time, const msgs::geometry_msgs::Pose& pose);
  void KeepDeviation(const std::array<double, 36>& covariance);
  /// By stamps, unless the recorder's clock is another one.
  double TimeOf(const msgs::std_msgs::Header& header, SimTimeNs log_time_ns);

  const MotionNames& names_;
  const bool is_run_;
  MotionLog* log_;
  /// Known with the first stamped message.
  bool decided_ = false;
  bool by_stamps_ = true;
  std::vector<double> position_deviations_;
  std::vector<double> heading_deviations_;
  /// X_map_odom as it was told last.
  bool has_map_ = false;
  bool has_odometry_ = false;
  RigidTransform X_MO_;
  std::map<std::string, std::size_t> wheels_;
  std::map<std::string, std::size_t> signals_;
};

}  // namespace surefoot::gap
