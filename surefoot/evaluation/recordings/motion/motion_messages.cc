#include "surefoot/evaluation/recordings/motion/motion_messages.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "surefoot/evaluation/recordings/message_time.h"
#include "surefoot/msgs/convert.h"

namespace surefoot::gap {
namespace {

using msgs::geometry_msgs::PoseStamped;
using msgs::geometry_msgs::PoseWithCovarianceStamped;
using msgs::geometry_msgs::TransformStamped;
using msgs::geometry_msgs::TwistStamped;
using msgs::nav_msgs::Odometry;
using msgs::sensor_msgs::Imu;
using msgs::sensor_msgs::JointState;
using msgs::surefoot_msgs::BodyStates;
using msgs::tf2_msgs::TFMessage;
using TwistMessage = msgs::geometry_msgs::Twist;

constexpr double kMostWheelSpeed = 1000.0;
/// Stamps that are this far from when the message was recorded are of another clock.
constexpr double kSameClock = 1.0;
constexpr std::size_t kMostImus = 4;

/// "husky::front_left_wheel_joint" is the wheel "front_left_wheel".
std::string PlainJoint(const std::string& name) {
  const std::size_t scope = name.find_last_of(":/");
  std::string plain = scope == std::string::npos ? name : name.substr(scope + 1);
  constexpr std::size_t kSuffix = 6;
  if (plain.size() > kSuffix && plain.compare(plain.size() - kSuffix, kSuffix, "_joint") == 0) {
    plain.resize(plain.size() - kSuffix);
  }
  return plain;
}

/// The wheel of the model that the recording calls so; empty when it is none.
std::string WheelOf(const std::string& recorded, const std::vector<std::string>& wheels) {
  const std::string plain = PlainJoint(recorded);
  for (const std::string& wheel : wheels) {
    if (PlainJoint(wheel) == plain) return wheel;
  }
  return "";
}

bool EndsWith(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

RigidTransform ToTransform(const msgs::geometry_msgs::Transform& t) {
  const Quaterniond q(t.rotation.w, t.rotation.x, t.rotation.y, t.rotation.z);
  return RigidTransform(q, Vector3d(t.translation.x, t.translation.y, t.translation.z));
}

PlanarMotion ToMotion(const TwistMessage& twist) {
  return {twist.linear.x, twist.linear.y, twist.angular.z};
}

bool IsFinite(const PlanarMotion& motion) {
  return std::isfinite(motion.ahead) && std::isfinite(motion.left) && std::isfinite(motion.turn);
}

double Median(std::vector<double> values) {
  if (values.empty()) return 0.0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

bool HasWheels(const record::TypedMessage& message, const std::vector<std::string>& wheels) {
  const auto* joints = message.As<JointState>();
  if (joints == nullptr || joints->velocity.size() != joints->name.size()) return false;
  return std::any_of(joints->name.begin(), joints->name.end(),
                     [&](const std::string& name) { return !WheelOf(name, wheels).empty(); });
}

MotionCollector::MotionCollector(const MotionNames& names, bool is_run, MotionLog* log)
    : names_(names), is_run_(is_run), log_(log) {}

double MotionCollector::TimeOf(const msgs::std_msgs::Header& header, SimTimeNs log_time_ns) {
  const double stamp = MessageTime(header, log_time_ns);
  const double logged = ToSeconds(log_time_ns);
  if (!decided_) {
    decided_ = true;
    by_stamps_ = std::abs(stamp - logged) < kSameClock;
    if (!by_stamps_) {
      log_->notes.push_back(
          "stamps of the messages are of another clock than the recorder's; the times when they "
          "were recorded are used");
    }
  }
  return by_stamps_ ? stamp : logged;
}

void MotionCollector::Add(const record::TypedMessage& message) {
  if (message.topic() == log_->pose_topic) AddPose(message);
  if (message.topic() == log_->command_topic) AddCommand(message);
  if (message.topic() == log_->wheel_topic) {
    if (const auto* joints = message.As<JointState>()) {
      AddWheels(*joints, TimeOf(joints->header, message.time_ns()));
    }
  }
  if (const auto* imu = message.As<Imu>()) {
    AddImu(message.topic(), *imu, TimeOf(imu->header, message.time_ns()));
  }
}

bool MotionCollector::Keep(double time, const msgs::geometry_msgs::Pose& pose) {
  if (!log_->pose_time.empty() && !(time > log_->pose_time.back())) return false;
  const auto& o = pose.orientation;
  Quaterniond q(o.w, o.x, o.y, o.z);
  const Vector3d p(pose.position.x, pose.position.y, pose.position.z);
  if (!p.allFinite() || !(q.norm() > 1e-6) || !std::isfinite(q.norm()) || !std::isfinite(time)) {
    return false;
  }
  log_->pose_time.push_back(time);
  log_->X_RP.emplace_back(q.normalized(), p);
  return true;
}

void MotionCollector::KeepDeviation(const std::array<double, 36>& covariance) {
  const double across = 0.5 * (covariance[0] + covariance[7]);
  if (std::isfinite(across) && across >= 0.0) position_deviations_.push_back(std::sqrt(across));
  if (std::isfinite(covariance[35]) && covariance[35] >= 0.0) {
    heading_deviations_.push_back(std::sqrt(covariance[35]));
  }
}

void MotionCollector::AddPose(const record::TypedMessage& message) {
  if (const auto* odometry = message.As<Odometry>()) {
    const double time = TimeOf(odometry->header, message.time_ns());
    if (!Keep(time, odometry->pose.pose)) return;
    KeepDeviation(odometry->pose.covariance);
    log_->pose_frame = odometry->child_frame_id;
    log_->in_world_frame = is_run_ && odometry->header.frame_id == "world";
    if (log_->in_world_frame) log_->velocity_P.push_back(ToMotion(odometry->twist.twist));
  } else if (const auto* stamped = message.As<PoseStamped>()) {
    Keep(TimeOf(stamped->header, message.time_ns()), stamped->pose);
  } else if (const auto* covered = message.As<PoseWithCovarianceStamped>()) {
    if (Keep(TimeOf(covered->header, message.time_ns()), covered->pose.pose)) {
      KeepDeviation(covered->pose.covariance);
    }
  } else if (const auto* states = message.As<BodyStates>()) {
    AddBody(*states, ToSeconds(message.time_ns()));
  } else if (const auto* frames = message.As<TFMessage>()) {
    AddFrames(*frames, message.time_ns());
  }
}

void MotionCollector::AddBody(const BodyStates& message, double time) {
  const std::string prefix = names_.robot + "::";
  for (std::size_t i = 0; i < message.names.size() && i < message.poses.size(); ++i) {
    if (message.names[i].compare(0, prefix.size(), prefix) != 0) continue;
    if (!Keep(time, message.poses[i])) return;
    log_->in_world_frame = true;
    log_->pose_frame = message.names[i];
    if (i >= message.twists.size()) return;
    const auto& twist = message.twists[i];
    const Vector3d v_P = log_->X_RP.back().q.conjugate() * msgs::FromVector3(twist.linear);
    log_->velocity_P.push_back({v_P.x(), v_P.y(), twist.angular.z});
    return;
  }
}

void MotionCollector::AddFrames(const TFMessage& message, SimTimeNs log_time_ns) {
  for (const TransformStamped& frame : message.transforms) {
    const std::string& parent = frame.header.frame_id;
    const bool is_map = EndsWith(parent, "map") || EndsWith(parent, "world");
    const bool is_base = EndsWith(frame.child_frame_id, "base_link") ||
                         EndsWith(frame.child_frame_id, "base_footprint");
    if (is_map && EndsWith(frame.child_frame_id, "odom")) {
      X_MO_ = ToTransform(frame.transform);
      has_map_ = true;
    }
    if (!is_base) continue;
    RigidTransform X_RP = ToTransform(frame.transform);
    if (EndsWith(parent, "odom")) {
      has_odometry_ = true;
      if (!has_map_) continue;
      X_RP = X_MO_ * X_RP;
    } else if (!is_map) {
      continue;
    }
    log_->pose_frame = frame.child_frame_id;
    Keep(TimeOf(frame.header, log_time_ns), msgs::ToPose(X_RP));
  }
}

void MotionCollector::AddCommand(const record::TypedMessage& message) {
  PlanarMotion command;
  double time = ToSeconds(message.time_ns());
  if (const auto* twist = message.As<TwistMessage>()) {
    command = ToMotion(*twist);
  } else if (const auto* stamped = message.As<TwistStamped>()) {
    command = ToMotion(stamped->twist);
    time = TimeOf(stamped->header, message.time_ns());
  } else {
    return;
  }
  if (!IsFinite(command)) return;
  if (!log_->command_time.empty() && time < log_->command_time.back()) return;
  log_->command_time.push_back(time);
  log_->command.push_back(command);
}

void MotionCollector::AddWheels(const JointState& message, double time) {
  const std::size_t size = std::min(message.name.size(), message.velocity.size());
  for (std::size_t i = 0; i < size; ++i) {
    const std::string wheel = WheelOf(message.name[i], names_.wheels);
    const double speed = message.velocity[i];
    if (wheel.empty() || !(std::abs(speed) < kMostWheelSpeed)) continue;
    const auto [place, is_new] = wheels_.emplace(wheel, log_->wheels.size());
    if (is_new) log_->wheels.push_back({wheel, {}});
    TimedValues& values = log_->wheels[place->second].speed;
    if (!values.time.empty() && !(time > values.time.back())) continue;
    values.time.push_back(time);
    values.value.push_back(speed);
  }
}

void MotionCollector::AddImu(const std::string& topic, const Imu& message, double time) {
  struct Axis {
    const char* field;
    const char* unit;
    double value;
  };
  const auto& w = message.angular_velocity;
  const auto& a = message.linear_acceleration;
  const Axis axes[] = {
      {"angular_velocity.x", "rad/s", w.x},   {"angular_velocity.y", "rad/s", w.y},
      {"angular_velocity.z", "rad/s", w.z},   {"linear_acceleration.x", "m/s2", a.x},
      {"linear_acceleration.y", "m/s2", a.y}, {"linear_acceleration.z", "m/s2", a.z}};
  const auto found = signals_.find(topic);
  if (found == signals_.end() && signals_.size() >= kMostImus) return;
  const std::size_t first =
      found != signals_.end() ? found->second : (signals_[topic] = log_->signals.size());
  if (found == signals_.end()) {
    for (const Axis& axis : axes) log_->signals.push_back({topic, axis.field, axis.unit, {}});
  }
  for (std::size_t i = 0; i < std::size(axes); ++i) {
    TimedValues& values = log_->signals[first + i].values;
    if (!std::isfinite(axes[i].value)) continue;
    if (!values.time.empty() && !(time > values.time.back())) continue;
    values.time.push_back(time);
    values.value.push_back(axes[i].value);
  }
}

Status MotionCollector::Finish() {
  log_->position_deviation = Median(position_deviations_);
  log_->heading_deviation = Median(heading_deviations_);
  if (log_->velocity_P.size() != log_->pose_time.size()) log_->velocity_P.clear();
  if (log_->pose_time.empty() && has_odometry_) {
    return Error{log_->file + ": " + log_->pose_topic +
                 " tells the robot's place in the frame of its odometry only; that is what the "
                 "wheels say, which cannot judge how they slip. Give a topic of a tracker or of "
                 "localisation in a map (--truth), or record map -> odom, too"};
  }
  return Status();
}

}  // namespace surefoot::gap
