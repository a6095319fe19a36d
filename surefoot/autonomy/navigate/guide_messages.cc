#include "surefoot/autonomy/navigate/guide.h"
#include "surefoot/msgs/convert.h"

namespace surefoot::navigate {

using estimate::Pose2;

Status Guide::Update() {
  const SimTimeNs now = session_->simulation().time_ns();
  if (done_ || now < command_due_ns_) return Status();
  command_due_ns_ = now + ToNanoseconds(settings_.period);
  command_ = navigator_->Step(Pose());
  done_ = command_.phase == "arrived" || command_.phase == "stuck";
  Status status = PublishCommand();
  if (status.ok() && navigator_->plans() != told_plans_) status = PublishPath();
  if (status.ok() && (done_ || now >= status_due_ns_)) {
    status_due_ns_ = now + ToNanoseconds(settings_.status_period);
    status = PublishStatus();
  }
  return status;
}

Status Guide::PublishCommand() {
  msgs::geometry_msgs::Twist twist;
  twist.linear.x = command_.speed;
  twist.angular.z = command_.turn;
  return session_->Publish(Topic(settings_.cmd_topic), twist);
}

Status Guide::PublishStatus() {
  const Pose2 pose = Pose();
  msgs::surefoot_msgs::NavigationStatus status;
  status.header.stamp = msgs::ToTime(session_->simulation().time_ns());
  status.header.frame_id = "world";
  status.phase = command_.phase;
  status.distance = (settings_.rules.target - pose.head<2>()).norm();
  status.way_left = command_.way_left;
  status.x = pose[0];
  status.y = pose[1];
  status.yaw = pose[2];
  status.pose_error = (pose - TruePose()).head<2>().norm();
  status.rocks = static_cast<std::uint32_t>(navigator_->rocks());
  status.plans = static_cast<std::uint32_t>(navigator_->plans());
  const double count = count_ > 0 ? count_ : 1;
  status.slope = slope_sum_ / count;
  status.slip = slip_sum_ / count;
  status.power = power_sum_ / count;
  status.predicted_slip = predicted_slip_sum_ / count;
  status.predicted_power = predicted_power_sum_ / count;
  slip_sum_ = power_sum_ = slope_sum_ = predicted_slip_sum_ = predicted_power_sum_ = 0.0;
  count_ = 0;
  return session_->Publish(Topic("navigation/status"), status);
}

Status Guide::PublishPath() {
  told_plans_ = navigator_->plans();
  msgs::nav_msgs::Path path;
  path.header.stamp = msgs::ToTime(session_->simulation().time_ns());
  path.header.frame_id = "world";
  for (const Eigen::Vector2d& point : navigator_->path().points) {
    msgs::geometry_msgs::PoseStamped pose;
    pose.header = path.header;
    pose.pose = msgs::ToPose(RigidTransform(Vector3d(point.x(), point.y(), 0.0)));
    path.poses.push_back(pose);
  }
  return session_->Publish(Topic("navigation/path"), path);
}

}  // namespace surefoot::navigate
