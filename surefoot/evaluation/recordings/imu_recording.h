#pragma once

#include <array>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/recordings/csv_file.h"

namespace surefoot::gap {

/// Names of an IMU's axes in the order of ImuRecording::axes.
constexpr std::array<const char*, 6> kImuAxes = {"wx", "wy", "wz", "ax", "ay", "az"};

/// What an IMU measured: turn rates (rad/s) and accelerations with gravity's share (m/s2).
struct ImuRecording {
  std::string file;
  /// When the first sample was taken by the recording's own clock (s); 0 for tables.
  double start = 0.0;
  /// Seconds since the first sample; never falling.
  std::vector<double> time;
  /// wx, wy, wz, ax, ay, az, each as long as `time`, which has one sample at least.
  std::array<std::vector<double>, 6> axes;
};

/// Reads an MCAP file with sensor_msgs/Imu messages, or a CSV table (.csv.gz, too) with a column of
/// time and six of the IMU: time,wx,...,az or angular_velocity.x, gyro_x, acc_x and the like, also
/// tables of our own recorder. Known by content. `topic`: of an MCAP file with several IMUs.
Result<ImuRecording> LoadImu(const std::string& path, const std::string& topic = "");

/// The same of a table that is open.
Result<ImuRecording> ReadImu(const CsvFile& file);

/// Whether the table has the columns of an IMU.
bool HasImu(const CsvFile& file);

}  // namespace surefoot::gap
