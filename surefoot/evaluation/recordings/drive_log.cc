#include "surefoot/evaluation/recordings/drive_log.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <utility>

#include "surefoot/evaluation/recordings/imu_message.h"
#include "surefoot/evaluation/recordings/pose_track.h"
#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/record/message_reader.h"

namespace surefoot::gap {
namespace {

using msgs::nav_msgs::Odometry;
using msgs::sensor_msgs::Imu;
using msgs::sensor_msgs::JointState;

constexpr double kWindow = 2.0;
/// Neighbours depend on each other, as windows of one step of DRIVE do.
constexpr int kWindowsPerStep = 3;
constexpr double kMostSpeed = 200.0;

bool IsOneOf(const std::string& joint, const std::vector<std::string>& names) {
  const std::size_t scope = joint.rfind("::");
  const std::string plain = scope == std::string::npos ? joint : joint.substr(scope + 2);
  return std::find(names.begin(), names.end(), plain) != names.end();
}

/// Mean speed of those joints that are named; false when the message has none of them.
bool MeanSpeed(const JointState& message, const std::vector<std::string>& names, double* speed) {
  double sum = 0.0, count = 0.0;
  const std::size_t size = std::min(message.name.size(), message.velocity.size());
  for (std::size_t i = 0; i < size; ++i) {
    if (!IsOneOf(message.name[i], names)) continue;
    sum += message.velocity[i];
    count += 1.0;
  }
  if (count == 0.0) return false;
  *speed = sum / count;
  return std::isfinite(*speed) && std::abs(*speed) < kMostSpeed;
}

double YawOf(const msgs::geometry_msgs::Quaternion& q) {
  return std::atan2(2.0 * (q.w * q.z + q.x * q.y), 1.0 - 2.0 * (q.y * q.y + q.z * q.z));
}

/// Takes what it needs of each message; what goes back in time is left out.
class Collector {
 public:
  Collector(const LogNames& names, DriveLog* log) : names_(names), log_(log) {}

  void Add(const record::TypedMessage& message) {
    if (const auto* joints = message.As<JointState>()) {
      AddWheels(*joints, MessageTime(joints->header, message.time_ns()));
    } else if (const auto* odometry = message.As<Odometry>()) {
      if (message.topic() == names_.truth) {
        AddPose(*odometry, MessageTime(odometry->header, message.time_ns()));
      }
    } else if (message.As<Imu>() != nullptr) {
      has_imu_ = true;
    }
  }

  bool has_imu() const { return has_imu_; }

 private:
  void AddWheels(const JointState& message, double time) {
    double left = 0.0, right = 0.0;
    if (!MeanSpeed(message, names_.left, &left) || !MeanSpeed(message, names_.right, &right)) {
      return;
    }
    WheelSpeeds& wheels = log_->wheels;
    if (!wheels.time.empty() && time <= wheels.time.back()) return;
    wheels.time.push_back(time);
    wheels.left.push_back(left);
    wheels.right.push_back(right);
  }

  void AddPose(const Odometry& message, double time) {
    if (!log_->pose_time.empty() && time <= log_->pose_time.back()) return;
    const auto& pose = message.pose.pose;
    const double before = log_->X_WP.empty() ? 0.0 : log_->X_WP.back().yaw;
    const double yaw = NearestTurn(YawOf(pose.orientation), before);
    if (!std::isfinite(pose.position.x + pose.position.y + yaw)) return;
    log_->pose_time.push_back(time);
    log_->X_WP.push_back({pose.position.x, pose.position.y, yaw});
  }

  const LogNames& names_;
  DriveLog* log_;
  bool has_imu_ = false;
};

PlanarPose PoseAt(const DriveLog& log, double moment) {
  const auto after = std::upper_bound(log.pose_time.begin(), log.pose_time.end(), moment);
  const auto i = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(
      after - log.pose_time.begin(), 1, static_cast<std::ptrdiff_t>(log.pose_time.size()) - 1));
  const double part = (moment - log.pose_time[i - 1]) / (log.pose_time[i] - log.pose_time[i - 1]);
  const PoseTrack two{0.0, 1.0, {log.X_WP[i - 1], log.X_WP[i]}};
  return two.At(part);
}

/// From now on times count from the first wheel speeds.
void Rebase(double imu_start, DriveLog* log) {
  const double first = log->wheels.time.front();
  for (double& time : log->wheels.time) time -= first;
  for (double& time : log->pose_time) time -= first;
  for (double& time : log->imu.time) time += imu_start - first;
}

}  // namespace

Result<DriveLog> LoadDriveLog(const std::string& path, const LogNames& names) {
  Result<std::unique_ptr<record::MessageReader>> reader = record::MessageReader::Open(path);
  if (!reader.ok()) return reader.error();
  DriveLog log;
  log.file = path;
  Collector collector(names, &log);
  record::TypedMessage message;
  while ((*reader)->Next(&message)) collector.Add(message);
  if (!(*reader)->status().ok()) return (*reader)->status().error();
  if (log.wheels.time.size() < 2) {
    return Error{path + ": no sensor_msgs/JointState messages with speeds of " +
                 names.left.front() + " and " + names.right.front() + " (and the others)"};
  }
  if (!names.truth.empty() && log.pose_time.size() < 2) {
    return Error{path + ": no nav_msgs/Odometry messages on " + names.truth};
  }
  double imu_start = 0.0;
  if (collector.has_imu()) {
    Result<ImuRecording> imu = LoadImu(path, names.imu);
    if (!imu.ok()) return imu.error();
    log.imu = std::move(imu).value();
    imu_start = log.imu.start;
  }
  if (log.imu.time.empty() && log.pose_time.empty()) {
    return Error{path +
                 ": neither sensor_msgs/Imu messages nor a topic of poses (--truth) to compare "
                 "with"};
  }
  Rebase(imu_start, &log);
  return log;
}

DriveRecording WindowsOf(const DriveLog& log, const std::string& robot) {
  DriveRecording recording;
  recording.file = log.file;
  recording.robot = robot;
  if (log.pose_time.empty()) return recording;
  const double begin = std::max(log.wheels.time.front(), log.pose_time.front());
  const double end = std::min(log.wheels.time.back(), log.pose_time.back());
  const int rows = static_cast<int>(std::lround(kWindow / recording.interval));
  for (int id = 0; begin + kWindow * (id + 1) <= end; ++id) {
    DriveWindow window;
    window.id = id;
    window.step = id / kWindowsPerStep;
    window.steady = true;
    const PlanarPose X_WS = PoseAt(log, begin + kWindow * id);
    for (int row = 0; row < rows; ++row) {
      const double moment = begin + kWindow * id + recording.interval * row;
      const WheelSpeeds::Pair speeds = log.wheels.At(moment);
      window.left.push_back(speeds.left);
      window.right.push_back(speeds.right);
      window.X_SP.push_back(RelativeTo(X_WS, PoseAt(log, moment)));
      window.fresh.push_back(true);
      window.gyro.push_back(0.0);
    }
    recording.windows.push_back(std::move(window));
  }
  return recording;
}

TerrainRun TerrainRunOf(const DriveLog& log) {
  TerrainRun run;
  run.terrain = std::filesystem::path(log.file).stem().string();
  run.is_named = false;
  run.number = "0";
  run.imu = log.imu;
  run.wheels = log.wheels;
  run.alignment.known = true;
  return run;
}

}  // namespace surefoot::gap
