#pragma once

/// A drive of one's own robot, recorded in one MCAP file: wheels, and what there is to compare
/// with.

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/recordings/drive_recording.h"
#include "surefoot/evaluation/recordings/imu_recording.h"
#include "surefoot/evaluation/recordings/pose_track.h"
#include "surefoot/evaluation/recordings/terrain_run.h"

namespace surefoot::gap {

/// What to look for.
struct LogNames {
  /// Joints of the wheels in sensor_msgs/JointState messages; "husky::front_left_wheel" is one of
  /// "front_left_wheel", too.
  std::vector<std::string> left;
  std::vector<std::string> right;
  /// Topic of the IMU; empty: the only one.
  std::string imu;
  /// Topic of nav_msgs/Odometry messages that tell where the robot really was; empty: none.
  std::string truth;
};

struct DriveLog {
  std::string file;
  WheelSpeeds wheels;
  /// Empty when the file has none.
  ImuRecording imu;
  /// As the truth tells; empty when none was named.
  std::vector<double> pose_time;
  std::vector<PlanarPose> X_WP;
};

/// Times are seconds since the first wheel speeds, by the stamps of the messages. An error when
/// there are no wheel speeds, or neither IMU nor truth.
Result<DriveLog> LoadDriveLog(const std::string& path, const LogNames& names);

/// Windows of 2 s with rows 0.05 s apart, all poses fresh. None when the log has no truth or is
/// shorter.
DriveRecording WindowsOf(const DriveLog& log, const std::string& robot);

/// The IMU with the wheels, on a terrain with the name of the file.
TerrainRun TerrainRunOf(const DriveLog& log);

}  // namespace surefoot::gap
