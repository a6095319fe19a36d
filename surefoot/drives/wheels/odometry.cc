#include "surefoot/drives/wheels/odometry.h"

#include <cmath>

#include "surefoot/drives/joints.h"
#include "surefoot/msgs/convert.h"

namespace surefoot::drives {
namespace {

constexpr double kMostRate = 1e6;
constexpr int kMostWindow = 100000;

/// Six numbers on the diagonal of a 6x6 matrix.
template <typename Matrix>
void FillCovariance(const world::ElementReader& element, const char* name, Matrix* covariance) {
  const std::vector<double> diagonal =
      element.Numbers(name, 6, {0.001, 0.001, 0.001, 0.001, 0.001, 0.03});
  for (std::size_t i = 0; i < 6; ++i) {
    if (!(diagonal[i] >= 0.0)) element.Error(name, "variances cannot be negative");
    (*covariance)[7 * i] = diagonal[i];
  }
}

template <typename T>
int Advertise(const DriveArgs& args, const char* child, const std::string& topic) {
  const Result<int> id = args.graph->Advertise<T>(topic);
  if (id.ok()) return id.value();
  args.element.Error(child, id.error().message, topic);
  return -1;
}

msgs::geometry_msgs::Quaternion YawQuaternion(double yaw) {
  msgs::geometry_msgs::Quaternion q;
  q.z = std::sin(0.5 * yaw);
  q.w = std::cos(0.5 * yaw);
  return q;
}

}  // namespace

OdometryOutput::OdometryOutput(const DriveArgs& args)
    : clock_(args.element.Number("publish_rate", 50.0, 1e-6, kMostRate)) {
  const world::ElementReader& element = args.element;
  const world::Model& model = args.world.model(args.model);
  const std::string first_link = model.links.empty() ? "base_link" : model.links[0].name;
  const std::string odom_frame = FrameName(args, element.Text("odom_frame", "odom"));
  const std::string base_frame = FrameName(args, element.Text("base_frame", first_link));
  odometry_.header.frame_id = odom_frame;
  odometry_.child_frame_id = base_frame;
  FillCovariance(element, "pose_covariance_diagonal", &odometry_.pose.covariance);
  FillCovariance(element, "twist_covariance_diagonal", &odometry_.twist.covariance);
  tf_.transforms.resize(1);
  tf_.transforms[0].header.frame_id = odom_frame;
  tf_.transforms[0].child_frame_id = base_frame;
  command_.header.frame_id = base_frame;
  window_.resize(static_cast<std::size_t>(
      element.Integer("velocity_rolling_window_size", 10, 1, kMostWindow)));
  const std::string odom_topic = element.Text("odom_topic", "odom");
  if (!odom_topic.empty()) {
    odometry_topic_ = Advertise<msgs::nav_msgs::Odometry>(args, "odom_topic",
                                                          graph::TopicName(args.scope, odom_topic));
  }
  if (element.Flag("enable_odom_tf", true)) {
    tf_topic_ = Advertise<msgs::tf2_msgs::TFMessage>(args, "enable_odom_tf", "/tf");
  }
  if (element.Flag("publish_cmd", false)) {
    command_topic_ = Advertise<msgs::geometry_msgs::TwistStamped>(
        args, "cmd_out_topic",
        graph::TopicName(args.scope, element.Text("cmd_out_topic", "cmd_vel_out")));
  }
}

void OdometryOutput::Add(const PlanarMotion& motion, double dt) {
  pose_ = Moved(pose_, motion);
  if (!(dt > 0.0)) return;
  window_[window_next_] = {motion.ahead / dt, motion.left / dt, motion.turn / dt};
  window_next_ = (window_next_ + 1) % static_cast<std::uint32_t>(window_.size());
  if (window_size_ < window_.size()) ++window_size_;
}

PlanarTwist OdometryOutput::twist() const {
  PlanarTwist sum;
  for (std::uint32_t i = 0; i < window_size_; ++i) {
    sum.x += window_[i].x;
    sum.y += window_[i].y;
    sum.turn += window_[i].turn;
  }
  const double share = window_size_ == 0 ? 0.0 : 1.0 / window_size_;
  return {share * sum.x, share * sum.y, share * sum.turn};
}

void OdometryOutput::FillOdometry(SimTimeNs time_ns) {
  odometry_.header.stamp = msgs::ToTime(time_ns);
  odometry_.pose.pose.position.x = pose_.x;
  odometry_.pose.pose.position.y = pose_.y;
  odometry_.pose.pose.orientation = YawQuaternion(pose_.yaw);
  const PlanarTwist mean = twist();
  odometry_.twist.twist.linear.x = mean.x;
  odometry_.twist.twist.linear.y = mean.y;
  odometry_.twist.twist.angular.z = mean.turn;
}

void OdometryOutput::FillTransform(SimTimeNs time_ns) {
  msgs::geometry_msgs::TransformStamped& stamped = tf_.transforms[0];
  stamped.header.stamp = msgs::ToTime(time_ns);
  stamped.transform.translation.x = pose_.x;
  stamped.transform.translation.y = pose_.y;
  stamped.transform.rotation = YawQuaternion(pose_.yaw);
}

void OdometryOutput::Publish(const DriveView& view, const PlanarTwist& command,
                             graph::Graph* graph) {
  // Ticks count from the step's end.
  if (!clock_.Tick(view.time_ns, view.time_ns)) return;
  if (odometry_topic_ >= 0) {
    FillOdometry(view.time_ns);
    graph->Publish(odometry_topic_, view.time_ns, odometry_);
  }
  if (tf_topic_ >= 0) {
    FillTransform(view.time_ns);
    graph->Publish(tf_topic_, view.time_ns, tf_);
  }
  if (command_topic_ >= 0) {
    command_.header.stamp = msgs::ToTime(view.time_ns);
    command_.twist.linear.x = command.x;
    command_.twist.linear.y = command.y;
    command_.twist.angular.z = command.turn;
    graph->Publish(command_topic_, view.time_ns, command_);
  }
}

void OdometryOutput::Archive(StateArchive* archive) {
  auto size = static_cast<std::uint32_t>(window_.size());
  archive->Items(&clock_, &pose_, &window_size_, &window_next_, &size);
  archive->Require(size == window_.size() && window_size_ <= size && window_next_ < size);
  archive->Each(&window_);
}

}  // namespace surefoot::drives
