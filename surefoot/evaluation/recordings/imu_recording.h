#pragma once

/// Recordings of an IMU from CSV tables or MCAP files, in SI units.

#include <array>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/recordings/csv_file.h"

namespace surefoot::gap {

/// Names of an IMU's axes in the order of ImuRecording::axes.
constexpr std::array<const char*, 6> kImuAxes = {"wx", "wy", "wz", "ax", "ay", "az"};

/// The samples of an IMU: angular velocities (rad/s) and specific forces, that is accelerations
/// including gravity (m/s2), in the sensor's frame.
///
///   const ImuRecording imu = SUREFOOT_TRY(LoadImu("drive.mcap", "/imu/data"));
///   const SeriesStats yaw_rate = StatsOf(imu.axes[2]);
struct ImuRecording {
  std::string file;
  /// Time of the first sample on the recording's clock (s); 0 for tables.
  double start = 0.0;
  /// Seconds since the first sample; never falling.
  std::vector<double> time;
  /// wx, wy, wz, ax, ay, az, each as long as `time`, which has at least one sample.
  std::array<std::vector<double>, 6> axes;
};

/// Reads an MCAP file with sensor_msgs/Imu messages, or a CSV table (also .csv.gz) with a column of
/// time and six of the IMU: time,wx,...,az or angular_velocity.x, gyro_x, acc_x and similar names,
/// including those of Surefoot's recorder. The kind of file is detected by its content. `topic`:
/// for MCAP files with several IMUs.
Result<ImuRecording> LoadImu(const std::string& path, const std::string& topic = "");

/// The same for a table that is open.
Result<ImuRecording> ReadImu(const CsvFile& file);

/// Whether the table has the columns of an IMU.
bool HasImu(const CsvFile& file);

}  // namespace surefoot::gap
