#pragma once

/// Wheel speeds and poses in windows of two seconds: recordings of the DRIVE data set (Baril et
/// al., 2024), and drives of a user's robot in one MCAP file, cut into such windows.

#include <cstddef>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/recordings/csv_file.h"
#include "surefoot/evaluation/recordings/imu_recording.h"
#include "surefoot/evaluation/recordings/pose_track.h"
#include "surefoot/evaluation/recordings/terrain_run.h"
#include "surefoot/math/planar_odometry.h"

namespace surefoot::gap {

/// One window: rows at equal intervals, poses relative to its own first row.
struct DriveWindow {
  int id = 0;
  /// The step of commanded wheel speeds that the window belongs to; not steady: the first after a
  /// change.
  int step = 0;
  bool steady = false;
  /// Wheel speeds by the encoders (rad/s).
  std::vector<double> left;
  std::vector<double> right;
  /// Pose of the tracked point P by localisation, in the frame of the first row (S: start).
  std::vector<PlanarPose> X_SP;
  /// Rows with a new pose; localisation is slower than the rows, which repeat the last pose.
  std::vector<bool> fresh;
  std::vector<double> gyro;
  /// Age of the pose in the first row (s), from the usual interval of fresh rows.
  double age = 0.0;

  std::size_t rows() const { return left.size(); }
  /// The last row whose pose is new.
  std::size_t last_fresh() const;
};

/// Properties of the recording, not of the vehicle.
struct DriveNuisance {
  /// Delay of the encoder log relative to the poses (s).
  double encoder_lag = 0.0;
  /// Distance of the tracked point ahead of the vehicle's centre (m).
  double lever = 0.0;
};

struct DriveRecording {
  std::string file;
  /// "husky" or "warthog", by the name of the file.
  std::string robot;
  DriveNuisance nuisance;
  /// Seconds between rows.
  double interval = 0.05;
  std::vector<DriveWindow> windows;

  double window_length() const;
};

/// Consecutive windows of one uninterrupted drive.
struct WindowRun {
  std::size_t first = 0;
  std::size_t count = 0;
};

bool IsDrive(const CsvFile& file);
Result<DriveRecording> ReadDrive(const CsvFile& file);

/// Groups windows into the longest runs: consecutive ids without a jump of encoders or gyro between
/// them.
std::vector<WindowRun> WindowRuns(const DriveRecording& recording);

/// The wheel speeds of a run on the clock of the poses; time 0 is its first row.
WheelSpeeds WheelsOf(const DriveRecording& recording, const WindowRun& run);

/// Topics and joints to read from a log.
struct LogNames {
  /// Joints of the wheels in sensor_msgs/JointState messages; "husky::front_left_wheel" is one of
  /// "front_left_wheel", too.
  std::vector<std::string> left;
  std::vector<std::string> right;
  /// Topic of the IMU; empty: the only one.
  std::string imu;
  /// Topic of nav_msgs/Odometry messages with the true pose; empty: none.
  std::string truth;
};

struct DriveLog {
  std::string file;
  WheelSpeeds wheels;
  /// Empty when the file has no IMU.
  ImuRecording imu;
  /// From the topic of the truth; empty when none was named.
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
