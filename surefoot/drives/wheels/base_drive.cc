#include "surefoot/drives/wheels/base_drive.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "surefoot/drives/joints.h"
#include "surefoot/msgs/ackermann_msgs.h"
#include "surefoot/msgs/convert.h"

// The common part of drives of wheeled bases: topics, timeouts, limits of speed and acceleration,
// odometry and its transform.

namespace surefoot::drives {
namespace {

constexpr double kMaxRate = 1e6;
constexpr int kMaxWindow = 100000;

/// Reads six numbers for the diagonal of a 6x6 covariance (x, y, z, roll, pitch, yaw).
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
int Advertise(const DriveArgs& args, const char* child, const std::string& topic,
              graph::TopicOptions options = {}) {
  const Result<int> id = args.graph->Advertise<T>(topic, options);
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

void ReadBounds(const world::ElementReader& element, const std::string& what, double* min,
                double* max) {
  *max = element.Number("max_" + what, world::kInfinity, 0.0, world::kInfinity);
  *min = element.Number("min_" + what, -*max, -world::kInfinity, 0.0);
}

/// Share of the desired speed that the limits leave; 1 when the desired speed is 0.
double ShareLeft(double desired, double limited) {
  return desired == 0.0 ? 1.0 : std::clamp(limited / desired, 0.0, 1.0);
}

}  // namespace

OdometryOutput::OdometryOutput(const DriveArgs& args)
    : clock_(args.element.Number("publish_rate", 50.0, 1e-6, kMaxRate)) {
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
  window_.resize(
      static_cast<std::size_t>(element.Integer("velocity_rolling_window_size", 10, 1, kMaxWindow)));
  const std::string odom_topic = element.Text("odom_topic", "odom");
  if (!odom_topic.empty()) {
    odometry_topic_ = Advertise<msgs::nav_msgs::Odometry>(args, "odom_topic",
                                                          graph::TopicName(args.scope, odom_topic));
  }
  if (element.Flag("enable_odom_tf", true)) {
    tf_topic_ = Advertise<msgs::tf2_msgs::TFMessage>(args, "enable_odom_tf", "/tf", {.open = true});
  }
  const std::string command_topic = element.Text("cmd_out_topic", "cmd_vel_out");
  if (element.Flag("publish_cmd", false)) {
    command_topic_ = Advertise<msgs::geometry_msgs::TwistStamped>(
        args, "cmd_out_topic", graph::TopicName(args.scope, command_topic));
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
  // Ticks are counted from the end of the step.
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

SpeedLimits ReadSpeedLimits(const world::ElementReader& element) {
  SpeedLimits limits;
  ReadBounds(element, "velocity", &limits.min_velocity, &limits.max_velocity);
  ReadBounds(element, "acceleration", &limits.min_acceleration, &limits.max_acceleration);
  ReadBounds(element, "jerk", &limits.min_jerk, &limits.max_jerk);
  element.WarnMisspelt();
  return limits;
}

double LimitSpeed(const SpeedLimits& limits, double desired, double last, double before_last,
                  double dt) {
  double v = desired;
  if (limits.max_jerk < world::kInfinity || limits.min_jerk > -world::kInfinity) {
    // The factor 2 is in ROS 1's speed limiter, so it allows twice the jerk; files are tuned to
    // that.
    const double unit = 2.0 * dt * dt;
    const double last_change = last - before_last;
    const double more =
        std::clamp(v - last - last_change, unit * limits.min_jerk, unit * limits.max_jerk);
    v = last + last_change + more;
  }
  v = last + std::clamp(v - last, dt * limits.min_acceleration, dt * limits.max_acceleration);
  return std::clamp(v, limits.min_velocity, limits.max_velocity);
}

DriveKind BaseKind(const std::string& help, const DriveMaker& make, const std::string& more) {
  DriveKind kind;
  kind.help = help;
  kind.takes = "geometry_msgs/msg/Twist on cmd_vel, TwistStamped on cmd_vel_stamped" + more;
  kind.gives = "nav_msgs/msg/Odometry on odom, tf2_msgs/msg/TFMessage on /tf";
  kind.make = make;
  return kind;
}

BaseDrive::BaseDrive(const DriveArgs& args, double update_rate)
    : twist_(args),
      odometry_(args),
      linear_(ReadSpeedLimits(args.element.Child("linear"))),
      angular_(ReadSpeedLimits(args.element.Child("angular"))),
      keep_turning_radius_(args.element.Flag("keep_turning_radius", false)),
      open_loop_(args.element.Flag("open_loop", false)),
      update_clock_(args.element.Number("update_rate", update_rate, 0.0, kMaxRate)),
      odometry_clock_(update_clock_.rate()) {}

void BaseDrive::Update(const DriveView& view, physics::Inputs* inputs) {
  const SimTimeNs step_ns = ToNanoseconds(view.step);
  if (called_ns_ < 0 || view.time_ns - called_ns_ > step_ns + 1) {
    // The drive was disengaged: continue from the current speed, so that limits apply to it.
    last_ = before_last_ = called_ns_ < 0 ? PlanarTwist() : Speed(view);
    updated_ns_ = -1;
  }
  called_ns_ = view.time_ns;
  if (update_clock_.Tick(view.time_ns, view.time_ns) || updated_ns_ < 0) UpdateCommand(view);
  Command(last_, view, inputs);
}

void BaseDrive::UpdateCommand(const DriveView& view) {
  double dt = update_clock_.rate() > 0.0 ? 1.0 / update_clock_.rate() : view.step;
  if (updated_ns_ >= 0 && view.time_ns > updated_ns_) dt = ToSeconds(view.time_ns - updated_ns_);
  updated_ns_ = view.time_ns;
  const PlanarTwist command = Limited(twist_.At(view.time_ns), dt);
  before_last_ = last_;
  last_ = command;
  if (open_loop_) odometry_.Add({dt * last_.x, dt * last_.y, dt * last_.turn}, dt);
}

PlanarTwist BaseDrive::Limited(const PlanarTwist& desired, double dt) const {
  const auto limited = [&](const PlanarTwist& speed) {
    return PlanarTwist{LimitSpeed(linear_, speed.x, last_.x, before_last_.x, dt),
                       LimitSpeed(linear_, speed.y, last_.y, before_last_.y, dt),
                       LimitSpeed(angular_, speed.turn, last_.turn, before_last_.turn, dt)};
  };
  const PlanarTwist each = limited(desired);
  if (!keep_turning_radius_) return each;
  const double share = std::min({ShareLeft(desired.x, each.x), ShareLeft(desired.y, each.y),
                                 ShareLeft(desired.turn, each.turn)});
  return limited({share * desired.x, share * desired.y, share * desired.turn});
}

void BaseDrive::Publish(const DriveView& view, graph::Graph* graph) {
  if (odometry_clock_.Tick(view.time_ns, view.time_ns)) {
    const double dt = measured_ns_ < 0 ? view.step : ToSeconds(view.time_ns - measured_ns_);
    measured_ns_ = view.time_ns;
    const PlanarMotion motion = TakeMotion(view);
    if (!open_loop_) odometry_.Add(motion, dt);
  }
  odometry_.Publish(view, last_, graph);
  PublishMore(view, graph);
}

void BaseDrive::OnActivate(const DriveView& view) {
  twist_.Clear();
  TakeMotion(view);
  measured_ns_ = view.time_ns;
}

void BaseDrive::Archive(StateArchive* archive) {
  archive->Items(&twist_, &odometry_, &update_clock_, &odometry_clock_, &last_, &before_last_,
                 &called_ns_, &updated_ns_, &measured_ns_);
  ArchiveMore(archive);
}

SteeredBase::SteeredBase(const DriveArgs& args, std::vector<DriveJoint> wheels,
                         std::vector<DriveJoint> pivots)
    : BaseDrive(args),
      max_rate_(args.element.Number("max_steering_rate", world::kInfinity, 0.0, world::kInfinity)),
      wheels_(args, std::move(wheels), "motor"),
      pivots_(args, std::move(pivots), "steering_motor"),
      axes_(AxesOf(wheels_.joints())) {
  for (int axis : AxesOf(pivots_.joints())) axes_.push_back(axis);
  for (const DriveJoint& wheel : wheels_.joints()) q_.push_back(InitialPosition(args, wheel));
}

void SteeredBase::ListenToAckermann(const DriveArgs& args) {
  using msgs::ackermann_msgs::AckermannDriveStamped;
  for (const std::string& topic : TopicNames(args, "ackermann_topic", "ackermann_cmd")) {
    twist().input().Listen<AckermannDriveStamped>(
        args, "ackermann_topic", topic,
        [this](const AckermannDriveStamped& message, SimTimeNs time_ns) -> std::string {
          const double speed = static_cast<double>(message.drive.speed);
          const double angle = static_cast<double>(message.drive.steering_angle);
          if (!std::isfinite(speed) || !std::isfinite(angle)) return "a number is not finite";
          return TakeAckermann(speed, angle, time_ns);
        });
  }
}

double SteeredBase::TakeTurned(std::size_t wheel, const DriveView& view) {
  const double q = wheels_.Reading(wheel, view).q;
  return q - std::exchange(q_[wheel], q);
}

void SteeredBase::PublishMore(const DriveView& view, graph::Graph* graph) {
  wheels_.PublishCurrents(view, graph);
  pivots_.PublishCurrents(view, graph);
}

void SteeredBase::ArchiveMore(StateArchive* archive) {
  archive->Items(&wheels_, &pivots_, &q_);
  ArchiveSteering(archive);
}

}  // namespace surefoot::drives
