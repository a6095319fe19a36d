#include "surefoot/evaluation/recordings/motion/motion_log.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "surefoot/base/try.h"
#include "surefoot/evaluation/recordings/imu_message.h"
#include "surefoot/evaluation/recordings/motion/motion_topics.h"
#include "surefoot/evaluation/recordings/motion/reference_path.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/msgs/tf2_msgs.h"
#include "surefoot/record/message_reader.h"

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

constexpr double kMaxWheelSpeed = 1000.0;
/// Stamps that differ by more than this (s) from the time of recording are of another clock.
constexpr double kSameClock = 1.0;
constexpr std::size_t kMaxImus = 4;

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

/// The wheel of the model with this name in the recording; empty when there is none.
std::string WheelOf(const std::string& recorded, const std::vector<std::string>& wheels) {
  const std::string plain = PlainJoint(recorded);
  for (const std::string& wheel : wheels) {
    if (PlainJoint(wheel) == plain) return wheel;
  }
  return "";
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

/// Whether the message has the speed of one of these joints.
bool HasWheels(const record::TypedMessage& message, const std::vector<std::string>& wheels) {
  const auto* joints = message.As<JointState>();
  if (joints == nullptr || joints->velocity.size() != joints->name.size()) return false;
  return std::any_of(joints->name.begin(), joints->name.end(),
                     [&](const std::string& name) { return !WheelOf(name, wheels).empty(); });
}
/// Collects the messages of a recording into a MotionLog.
class MotionCollector {
 public:
  /// `is_run`: the recording is of a Surefoot run.
  MotionCollector(const MotionNames& names, bool is_run, MotionLog* log)
      : names_(names), is_run_(is_run), log_(log) {}

  /// Uses messages on the topics of the log; those that go back in time are dropped.
  void Add(const record::TypedMessage& message) {
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

  /// An error when tf has the pose relative to odometry only.
  Status Finish() {
    log_->position_deviation = Median(position_deviations_);
    log_->heading_deviation = Median(heading_deviations_);
    if (log_->velocity_P.size() != log_->pose_time.size()) log_->velocity_P.clear();
    if (log_->pose_time.empty() && has_odometry_) {
      return Error{
          log_->file + ": " + log_->pose_topic +
          " has the robot's pose in the frame of its odometry only, which is computed "
          "from its wheels and so does not show how they slip. Give a topic of a tracker or of "
          "localisation in a map (--truth), or record map -> odom, too"};
    }
    return Status();
  }

 private:
  void AddPose(const record::TypedMessage& message) {
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

  void AddBody(const msgs::surefoot_msgs::BodyStates& message, double time) {
    const std::string prefix = names_.robot + "::";
    for (std::size_t i = 0; i < message.names.size() && i < message.poses.size(); ++i) {
      if (!message.names[i].starts_with(prefix)) continue;
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

  void AddFrames(const msgs::tf2_msgs::TFMessage& message, SimTimeNs log_time_ns) {
    for (const TransformStamped& frame : message.transforms) {
      const std::string& parent = frame.header.frame_id;
      const bool is_map = parent.ends_with("map") || parent.ends_with("world");
      const bool is_base = frame.child_frame_id.ends_with("base_link") ||
                           frame.child_frame_id.ends_with("base_footprint");
      if (is_map && frame.child_frame_id.ends_with("odom")) {
        X_MO_ = ToTransform(frame.transform);
        has_map_ = true;
      }
      if (!is_base) continue;
      RigidTransform X_RP = ToTransform(frame.transform);
      if (parent.ends_with("odom")) {
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

  void AddCommand(const record::TypedMessage& message) {
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

  void AddWheels(const msgs::sensor_msgs::JointState& message, double time) {
    const std::size_t size = std::min(message.name.size(), message.velocity.size());
    for (std::size_t i = 0; i < size; ++i) {
      const std::string wheel = WheelOf(message.name[i], names_.wheels);
      const double speed = message.velocity[i];
      if (wheel.empty() || !(std::abs(speed) < kMaxWheelSpeed)) continue;
      const auto [place, is_new] = wheels_.emplace(wheel, log_->wheels.size());
      if (is_new) log_->wheels.push_back({wheel, {}});
      TimedValues& values = log_->wheels[place->second].speed;
      if (!values.time.empty() && !(time > values.time.back())) continue;
      values.time.push_back(time);
      values.value.push_back(speed);
    }
  }

  void AddImu(const std::string& topic, const msgs::sensor_msgs::Imu& message, double time) {
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
    if (found == signals_.end() && signals_.size() >= kMaxImus) return;
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

  /// False when the pose was dropped.
  bool Keep(double time, const msgs::geometry_msgs::Pose& pose) {
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

  void KeepDeviation(const std::array<double, 36>& covariance) {
    const double across = 0.5 * (covariance[0] + covariance[7]);
    if (std::isfinite(across) && across >= 0.0) position_deviations_.push_back(std::sqrt(across));
    if (std::isfinite(covariance[35]) && covariance[35] >= 0.0) {
      heading_deviations_.push_back(std::sqrt(covariance[35]));
    }
  }

  /// Time by the stamps, unless they are of another clock than the recorder's.
  double TimeOf(const msgs::std_msgs::Header& header, SimTimeNs log_time_ns) {
    const double stamp = MessageTime(header, log_time_ns);
    const double logged = ToSeconds(log_time_ns);
    if (!decided_) {
      decided_ = true;
      by_stamps_ = std::abs(stamp - logged) < kSameClock;
      if (!by_stamps_) {
        log_->notes.push_back(
            "the stamps of the messages are from another clock than the recorder's, so the times "
            "of recording are used");
      }
    }
    return by_stamps_ ? stamp : logged;
  }

  const MotionNames& names_;
  const bool is_run_;
  MotionLog* log_;
  /// Decided by the first stamped message.
  bool decided_ = false;
  bool by_stamps_ = true;
  std::vector<double> position_deviations_;
  std::vector<double> heading_deviations_;
  /// The latest transform from map to odom.
  bool has_map_ = false;
  bool has_odometry_ = false;
  RigidTransform X_MO_;
  std::map<std::string, std::size_t> wheels_;
  std::map<std::string, std::size_t> signals_;
};

/// Result of the first pass over a recording.
struct Survey {
  TopicsOfLog topics;
  std::string wheel_topic;
  bool is_run = false;
};

Result<Survey> Look(const std::string& path, const MotionNames& names) {
  auto reader = SUREFOOT_TRY(record::MessageReader::Open(path));
  Survey survey;
  survey.is_run = reader->is_run();
  record::TypedMessage message;
  while (reader->Next(&message)) {
    TopicOfLog& topic = survey.topics[message.topic()];
    topic.type = message.type().name;
    if (++topic.messages > 1 || !survey.wheel_topic.empty()) continue;
    if (HasWheels(message, names.wheels)) survey.wheel_topic = message.topic();
  }
  if (!reader->status().ok() && survey.topics.empty()) return reader->status().error();
  return survey;
}

void Shift(double start, std::vector<double>* times) {
  for (double& time : *times) time -= start;
}

/// Shifts all times so that the first pose is at 0.
void Rebase(MotionLog* log) {
  log->start = log->pose_time.front();
  Shift(log->start, &log->pose_time);
  Shift(log->start, &log->command_time);
  for (RecordedWheel& wheel : log->wheels) Shift(log->start, &wheel.speed.time);
  for (RecordedSignal& signal : log->signals) Shift(log->start, &signal.values.time);
}

Status CheckComplete(const MotionLog& log, bool poses_only) {
  if (log.pose_time.size() < 2) {
    return Error{log.file + ": " + log.pose_topic + " has fewer than two poses of the robot"};
  }
  const bool has_commands = poses_only || log.command.size() > 0 || !log.wheels.empty();
  if (!has_commands) {
    return Error{log.file + ": no message on " + log.command_topic + " could be read"};
  }
  return Status();
}

}  // namespace

double TimedValues::MeanBetween(double from, double to) const {
  const auto first = std::upper_bound(time.begin(), time.end(), from);
  const auto last = std::upper_bound(first, time.end(), to);
  if (first == last) return std::numeric_limits<double>::quiet_NaN();
  double sum = 0.0;
  for (auto i = first; i != last; ++i) sum += value[static_cast<std::size_t>(i - time.begin())];
  return sum / static_cast<double>(last - first);
}

double TimedValues::At(double moment) const {
  if (time.empty()) return std::numeric_limits<double>::quiet_NaN();
  const auto after = std::upper_bound(time.begin(), time.end(), moment) - time.begin();
  if (after == 0) return value.front();
  const auto i = static_cast<std::size_t>(after);
  if (i == time.size()) return value.back();
  const double part = (moment - time[i - 1]) / (time[i] - time[i - 1]);
  return value[i - 1] + part * (value[i] - value[i - 1]);
}

Result<MotionLog> LoadMotionLog(const std::string& path, const MotionNames& names) {
  const Survey survey = SUREFOOT_TRY(Look(path, names));
  MotionLog log;
  log.file = path;
  log.pose_topic = SUREFOOT_TRY(ChoosePoseTopic(path, survey.topics, names));
  SUREFOOT_TRY(CheckReferenceTopic(path, log.pose_topic));
  if (const std::string note = ReferenceNote(log.pose_topic); !note.empty()) {
    log.notes.push_back(note);
  }
  if (!names.poses_only) {
    log.command_topic =
        SUREFOOT_TRY(ChooseCommandTopic(path, survey.topics, survey.wheel_topic, names));
  }
  log.wheel_topic = survey.wheel_topic;
  auto reader = SUREFOOT_TRY(record::MessageReader::Open(path));
  MotionCollector collector(names, survey.is_run, &log);
  record::TypedMessage message;
  while (reader->Next(&message)) collector.Add(message);
  if (!reader->status().ok()) {
    log.notes.push_back(reader->status().error().message + "; the part before it is used");
  }
  SUREFOOT_TRY(collector.Finish());
  SUREFOOT_TRY(CheckComplete(log, names.poses_only));
  Rebase(&log);
  CleanPoses(&log);
  SUREFOOT_TRY(CheckReferenceContent(log));
  return log;
}

}  // namespace surefoot::gap
