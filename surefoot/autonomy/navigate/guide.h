#pragma once

/// Drives a robot of a running world to a target, using its own sensors: wheel odometry, gyroscope
/// and LIDAR. The true state is used only where Settings say so, and to report the error of the
/// pose.

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

/// Connects a plan::Navigator with a session: topics in, velocity commands out.
///   const auto guide = Guide::Make(settings, &session).value();
///   while (!guide->done()) { guide->Update(); session.Step(); }
class Guide {
 public:
  /// Starts at the robot's current pose. The session must outlive this. An error states what the
  /// world lacks: the model, a LIDAR, the soil.
  static Result<std::unique_ptr<Guide>> Make(const Settings& settings, Session* session);

  /// Call before each step.
  Status Update();
  /// Whether it has arrived or is stuck without a path.
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
  /// Inclination along the heading, positive uphill (rad).
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
  int published_plans_ = 0;

  /// Pose of the last odometry message, and the rotation by the gyroscope since then (rad).
  bool has_odometry_ = false;
  estimate::Pose2 odometry_ = estimate::Pose2::Zero();
  SimTimeNs imu_time_ns_ = -1;
  double turned_ = 0.0;

  /// Sums since the last status message, for its means.
  double slip_sum_ = 0.0;
  double power_sum_ = 0.0;
  double predicted_slip_sum_ = 0.0;
  double predicted_power_sum_ = 0.0;
  double slope_sum_ = 0.0;
  int count_ = 0;
  /// Mean height of the wheels' contact points at the last message (m).
  double ground_z_ = 0.0;
};

/// The finite points of a cloud in its own frame; empty if it has no float32 fields x, y and z.
std::vector<Eigen::Vector3f> PointsOf(const msgs::sensor_msgs::PointCloud2& cloud);

}  // namespace surefoot::navigate
