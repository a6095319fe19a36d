#pragma once

/// Wheel speeds and poses in windows of two seconds, as in recordings of the DRIVE project, and of
/// drives of one's own robot that were recorded in one MCAP file.

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
  /// The step of commanded wheel speeds that it is a part of; not steady: the first after a change.
  int step = 0;
  bool steady = false;
  /// Turned by the wheels (rad/s), as the encoders told.
  std::vector<double> left;
  std::vector<double> right;
  /// What localisation told of the point P that it follows, in the frame of the first row; S start.
  std::vector<PlanarPose> X_SP;
  /// Rows whose pose is new; between them the last one is held.
  std::vector<bool> fresh;
  std::vector<double> gyro;
  /// How old the pose of the first row was (s), by the rhythm of the fresh rows.
  double age = 0.0;

  std::size_t rows() const { return left.size(); }
  /// The last row whose pose is new.
  std::size_t last_fresh() const;
};

/// What belongs to the recording, not to the vehicle.
struct DriveNuisance {
  /// Encoders were logged that much later than poses (s).
  double encoder_lag = 0.0;
  /// The point that localisation follows is that far ahead of the vehicle's centre (m).
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

/// Consecutive windows: the robot drove on from one to the next.
struct WindowRun {
  std::size_t first = 0;
  std::size_t count = 0;
};

bool IsDrive(const CsvFile& file);
Result<DriveRecording> ReadDrive(const CsvFile& file);

/// Windows in runs as long as possible: numbers that follow each other, without a jump of encoders
/// or gyro between them.
std::vector<WindowRun> WindowRuns(const DriveRecording& recording);

/// The wheel speeds of a run by the clock of the poses; time 0 is its first row.
WheelSpeeds WheelsOf(const DriveRecording& recording, const WindowRun& run);

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
