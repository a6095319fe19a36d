#include "surefoot/evaluation/recordings/drive_recording.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <utility>

#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/evaluation/recordings/imu_message.h"
#include "surefoot/evaluation/recordings/pose_track.h"
#include "surefoot/evaluation/statistics/intervals.h"
#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/record/message_reader.h"

namespace surefoot::gap {
namespace {

/// Columns of a DRIVE file.
const std::vector<std::string>& Columns() {
  static const std::vector<std::string> names = {"window",   "k",         "calib_step", "steady",
                                                 "enc_left", "enc_right", "icp_x",      "icp_y",
                                                 "icp_yaw",  "icp_fresh", "imu_wz"};
  return names;
}

/// Plausibility limits (rad/s, m): above the speed of any such wheel, and the way of any window.
constexpr double kMaxSpeed = 200.0;
constexpr double kMaxDistance = 1000.0;

bool IsWhole(double value) { return std::abs(value) < 1e9 && value == std::round(value); }

/// Refuses rows that no DRIVE file contains, with file and line.
Status CheckRow(const RecordedSeries& series, std::size_t row) {
  const auto refuse = [&](const char* column, const char* accepted) {
    const std::string value = StrFormat("%g", series[column][row]);
    return Error{series.Place(row) + ": column " + column + ": " + value + " is not " + accepted};
  };
  for (const char* column : {"window", "k", "calib_step", "steady", "icp_fresh"}) {
    if (!IsWhole(series[column][row])) return refuse(column, "a whole number below 1e9");
  }
  for (const char* column : {"enc_left", "enc_right", "imu_wz", "icp_yaw"}) {
    if (std::abs(series[column][row]) > kMaxSpeed) return refuse(column, "within 200 rad(/s)");
  }
  for (const char* column : {"icp_x", "icp_y"}) {
    if (std::abs(series[column][row]) > kMaxDistance) return refuse(column, "within 1000 m");
  }
  return Status();
}

void AddRow(const RecordedSeries& series, std::size_t row, DriveWindow* window) {
  window->left.push_back(series["enc_left"][row]);
  window->right.push_back(series["enc_right"][row]);
  window->X_SP.push_back({series["icp_x"][row], series["icp_y"][row], series["icp_yaw"][row]});
  window->fresh.push_back(series["icp_fresh"][row] != 0.0);
  window->gyro.push_back(series["imu_wz"][row]);
}

Status AddRows(const RecordedSeries& series, std::vector<DriveWindow>* windows) {
  for (std::size_t row = 0; row < series.rows(); ++row) {
    SUREFOOT_TRY(CheckRow(series, row));
    const int id = static_cast<int>(series["window"][row]);
    const int k = static_cast<int>(series["k"][row]);
    if (windows->empty() || windows->back().id != id) {
      DriveWindow window;
      window.id = id;
      window.step = static_cast<int>(series["calib_step"][row]);
      window.steady = series["steady"][row] != 0.0;
      windows->push_back(window);
    }
    if (static_cast<std::size_t>(std::max(k, 0)) != windows->back().rows() || k < 0) {
      return Error{series.Place(row) + ": column k: row " + std::to_string(k) + " of window " +
                   std::to_string(id) + " where row " + std::to_string(windows->back().rows()) +
                   " is due; rows of a window count from 0"};
    }
    AddRow(series, row, &windows->back());
  }
  return Status();
}

std::size_t FirstFreshAfterStart(const DriveWindow& window) {
  const auto first = std::find(window.fresh.begin() + 1, window.fresh.end(), true);
  return static_cast<std::size_t>(first - window.fresh.begin());
}

/// Median number of rows between fresh poses.
double UsualGap(const std::vector<DriveWindow>& windows) {
  std::vector<double> gaps;
  for (const DriveWindow& window : windows) {
    std::size_t last = FirstFreshAfterStart(window);
    for (std::size_t i = last + 1; i < window.rows(); ++i) {
      if (!window.fresh[i]) continue;
      gaps.push_back(static_cast<double>(i - last));
      last = i;
    }
  }
  return gaps.empty() ? 1.0 : Quantile(gaps, 0.5);
}

/// The first row of a window counts as fresh, but its pose is from the row in which the rhythm of
/// the other fresh rows puts it, possibly before the window.
void SetAges(DriveRecording* recording) {
  const double gap = UsualGap(recording->windows);
  for (DriveWindow& window : recording->windows) {
    const double first = static_cast<double>(FirstFreshAfterStart(window));
    window.age = recording->interval * std::max(0.0, std::round(gap) - first);
  }
}

bool Follows(const DriveWindow& before, const DriveWindow& after) {
  // rad/s; twice the 99.9 % quantile of the differences inside windows.
  constexpr double kWheelJump = 3.5;
  constexpr double kGyroJump = 0.5;
  return after.id == before.id + 1 &&
         std::abs(after.left.front() - before.left.back()) < kWheelJump &&
         std::abs(after.right.front() - before.right.back()) < kWheelJump &&
         std::abs(after.gyro.front() - before.gyro.back()) < kGyroJump;
}

using msgs::nav_msgs::Odometry;
using msgs::sensor_msgs::Imu;
using msgs::sensor_msgs::JointState;

constexpr double kWindow = 2.0;
/// Neighbouring windows are correlated, so three of them form a step, as in DRIVE; the bootstrap
/// resamples whole steps.
constexpr int kWindowsPerStep = 3;

bool IsOneOf(const std::string& joint, const std::vector<std::string>& names) {
  const std::size_t scope = joint.rfind("::");
  const std::string plain = scope == std::string::npos ? joint : joint.substr(scope + 2);
  return std::find(names.begin(), names.end(), plain) != names.end();
}

/// Mean speed of the named joints; false when the message has none of them.
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
  return std::isfinite(*speed) && std::abs(*speed) < kMaxSpeed;
}

/// Yaw of a quaternion (Z-Y-X Euler angles), rad.
double YawOf(const msgs::geometry_msgs::Quaternion& q) {
  return std::atan2(2.0 * (q.w * q.z + q.x * q.y), 1.0 - 2.0 * (q.y * q.y + q.z * q.z));
}

/// Collects wheel speeds and poses; messages that go back in time are dropped.
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

/// Pose at a moment, interpolated between recorded ones.
PlanarPose PoseAt(const DriveLog& log, double moment) {
  const auto after = std::upper_bound(log.pose_time.begin(), log.pose_time.end(), moment);
  const auto i = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(
      after - log.pose_time.begin(), 1, static_cast<std::ptrdiff_t>(log.pose_time.size()) - 1));
  const double part = (moment - log.pose_time[i - 1]) / (log.pose_time[i] - log.pose_time[i - 1]);
  const PoseTrack two{0.0, 1.0, {log.X_WP[i - 1], log.X_WP[i]}};
  return two.At(part);
}

/// Shifts all times so that the first wheel speeds are at 0.
void Rebase(double imu_start, DriveLog* log) {
  const double first = log->wheels.time.front();
  for (double& time : log->wheels.time) time -= first;
  for (double& time : log->pose_time) time -= first;
  for (double& time : log->imu.time) time += imu_start - first;
}

}  // namespace

std::size_t DriveWindow::last_fresh() const {
  for (std::size_t i = rows(); i-- > 1;) {
    if (fresh[i]) return i;
  }
  return 0;
}

double DriveRecording::window_length() const {
  return windows.empty() ? 0.0 : interval * static_cast<double>(windows.front().rows());
}

bool IsDrive(const CsvFile& file) {
  return std::all_of(Columns().begin(), Columns().end(),
                     [&file](const std::string& name) { return file.Find(name) >= 0; });
}

Result<DriveRecording> ReadDrive(const CsvFile& file) {
  RecordedSeries series = SUREFOOT_TRY(file.Read(Columns()));
  DriveRecording recording;
  recording.file = file.path();
  const std::string name = std::filesystem::path(file.path()).filename().string();
  recording.robot = name.find("warthog") != std::string::npos ? "warthog" : "husky";
  // As the authors of the data set's description found them; one pair for each robot.
  recording.nuisance =
      recording.robot == "husky" ? DriveNuisance{0.13, 0.095} : DriveNuisance{-0.037, 0.01};
  SUREFOOT_TRY(AddRows(series, &recording.windows));
  for (const DriveWindow& window : recording.windows) {
    if (window.rows() != recording.windows.front().rows() || window.last_fresh() == 0) {
      return Error{file.path() + ": window " + std::to_string(window.id) + " has " +
                   std::to_string(window.rows()) + " rows, the first has " +
                   std::to_string(recording.windows.front().rows()) +
                   "; all must have the same number, and a fresh pose after the first row"};
    }
  }
  SetAges(&recording);
  return recording;
}

std::vector<WindowRun> WindowRuns(const DriveRecording& recording) {
  std::vector<WindowRun> runs;
  for (std::size_t i = 0; i < recording.windows.size(); ++i) {
    if (i > 0 && Follows(recording.windows[i - 1], recording.windows[i])) {
      ++runs.back().count;
    } else {
      runs.push_back({i, 1});
    }
  }
  return runs;
}

WheelSpeeds WheelsOf(const DriveRecording& recording, const WindowRun& run) {
  WheelSpeeds wheels;
  for (std::size_t i = run.first; i < run.first + run.count; ++i) {
    const DriveWindow& window = recording.windows[i];
    for (std::size_t k = 0; k < window.rows(); ++k) {
      wheels.time.push_back(static_cast<double>(wheels.left.size()) * recording.interval -
                            recording.nuisance.encoder_lag);
      wheels.left.push_back(window.left[k]);
      wheels.right.push_back(window.right[k]);
    }
  }
  return wheels;
}

Result<DriveLog> LoadDriveLog(const std::string& path, const LogNames& names) {
  std::unique_ptr<record::MessageReader> reader = SUREFOOT_TRY(record::MessageReader::Open(path));
  DriveLog log;
  log.file = path;
  Collector collector(names, &log);
  record::TypedMessage message;
  while (reader->Next(&message)) collector.Add(message);
  if (!reader->status().ok()) return reader->status().error();
  if (log.wheels.time.size() < 2) {
    return Error{path + ": no sensor_msgs/JointState messages with speeds of " +
                 names.left.front() + " and " + names.right.front() + " (and the others)"};
  }
  if (!names.truth.empty() && log.pose_time.size() < 2) {
    return Error{path + ": no nav_msgs/Odometry messages on " + names.truth};
  }
  double imu_start = 0.0;
  if (collector.has_imu()) {
    log.imu = SUREFOOT_TRY(LoadImu(path, names.imu));
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
