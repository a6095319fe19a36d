#pragma once

/// Drives a robot of a running world to a target, by its own sensors.

#include <memory>
#include <string>
#include <vector>

#include "surefoot/autonomy/navigate/localizer.h"
#include "surefoot/autonomy/navigate/settings.h"
#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/session/session.h"

namespace surefoot::navigate {

class Guide {
 public:
  /// From where the robot stands now. The session must outlive this. The error says what it needs
  /// and the world does not have: a model, a LIDAR, a soil.
  static Result<std::unique_ptr<Guide>> Make(const Settings& settings, Session* session);

  /// Before each step.
  Status Update();
  /// Arrived, or there is no way.
  bool done() const { return done_; }
  const std::string& phase() const { return command_.phase; }
  const plan::Navigator& navigator() const { return *navigator_; }

 private:
  Guide(const Settings& settings, Session* session) : settings_(settings), session_(session) {}
  Status Prepare();
  Status FindLidar();
  Status PredictSlip();
  Status MakeNavigator();
  void Listen();
  Status Advertise();

  void Take(const msgs::nav_msgs::Odometry& odometry);
  void Take(const msgs::sensor_msgs::Imu& imu);
  void Take(const msgs::sensor_msgs::PointCloud2& cloud);
  void Take(const msgs::surefoot_msgs::WheelGrounds& wheels);

  std::string Topic(const std::string& name) const;
  RigidTransform BasePose() const;
  estimate::Pose2 TruePose() const;
  estimate::Pose2 Pose() const;
  /// Uphill along the heading.
  double Slope() const;
  Status PublishCommand();
  Status PublishStatus();
  Status PublishPath();

  Settings settings_;
  Session* session_;
  int base_link_ = -1;
  int lidar_link_ = -1;
  RigidTransform X_LS_;
  std::unique_ptr<rover::SlipPrediction> slip_;
  std::unique_ptr<plan::Navigator> navigator_;
  std::unique_ptr<Localizer> localizer_;
  std::vector<graph::Subscription> subscriptions_;

  plan::NavigatorCommand command_;
  bool done_ = false;
  SimTimeNs command_due_ns_ = 0;
  SimTimeNs status_due_ns_ = 0;
  int told_plans_ = 0;

  /// Of the last odometry: the pose it told; turned by the gyroscope since.
  bool has_odometry_ = false;
  estimate::Pose2 odometry_ = estimate::Pose2::Zero();
  SimTimeNs imu_time_ns_ = -1;
  double turned_ = 0.0;

  /// Sums since the last status.
  double slip_sum_ = 0.0;
  double power_sum_ = 0.0;
  double predicted_slip_sum_ = 0.0;
  double predicted_power_sum_ = 0.0;
  double slope_sum_ = 0.0;
  int count_ = 0;
  /// Of where the wheels touch, as they last told.
  double ground_z_ = 0.0;
};

/// The points of a cloud, x, y and z, in its own frame; empty when it has no such fields of
/// float32.
std::vector<Eigen::Vector3f> PointsOf(const msgs::sensor_msgs::PointCloud2& cloud);

}  // namespace surefoot::navigate
