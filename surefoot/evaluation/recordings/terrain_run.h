#pragma once

/// Recordings of the BorealTC project: an IMU and the wheel speeds on a named terrain.

#include <string>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/recordings/csv_file.h"
#include "surefoot/evaluation/recordings/imu_recording.h"
#include "surefoot/evaluation/recordings/pose_track.h"

namespace surefoot::gap {

/// How the clocks of two files of one run agree.
struct Alignment {
  /// What is at `t` in the file of wheels is at `t + offset` in that of the IMU (s).
  double offset = 0.0;
  /// Of the turn rate with the difference of the wheels, at that offset.
  double correlation = 0.0;
  /// False when the turn rate does not follow the wheels at any offset: their speeds hardly change
  /// (then it does not matter), or the robot did not do what they did. The offset is then 0.
  bool known = false;
};

/// One drive, both series by the clock of the IMU.
struct TerrainRun {
  /// Name of the folder: "ASPHALT"; of recordings of one's own, whose terrain nobody named, the
  /// file's.
  std::string terrain;
  bool is_named = true;
  /// "02".
  std::string number;
  ImuRecording imu;
  WheelSpeeds wheels;
  Alignment alignment;

  std::string name() const { return terrain + "_" + number; }
  /// The moments that both series cover.
  double begin() const;
  double end() const;
};

/// Whether the table is one of wheel speeds and motor currents.
bool IsWheelLog(const CsvFile& file);

/// Reads a table of the project's wheel speeds, which were logged as rim speeds with a radius of
/// 0.13 m, into those of the wheels (rad/s).
Result<WheelSpeeds> ReadWheelLog(const CsvFile& file);

/// Finds the offset within 2.5 s at which the turn rate goes best with right minus left wheels.
Alignment AlignTurnRate(const ImuRecording& imu, const WheelSpeeds& wheels);

/// An error when wheels and IMU have less than 2 s in common.
Status CheckOverlap(const TerrainRun& run);

/// Both files of a run. An error when the two do not overlap.
Result<TerrainRun> LoadTerrainRun(const std::string& imu_file, const std::string& wheel_file);

/// The samples within [begin, end], times kept.
ImuRecording Cut(const ImuRecording& imu, double begin, double end);

/// Samples per second, by the median distance of samples; 0 for less than two.
double RateOf(const ImuRecording& imu);

/// The same at equal intervals of 1 / rate, straight between samples.
ImuRecording Resampled(const ImuRecording& imu, double rate);

/// Slope of turned angle over what an ideal differential drive would turn by its wheels, in blocks
/// of 2 s: sum(angle ideal) / sum(ideal ideal). Not a number when the wheels hardly differ.
double YawRateGain(const ImuRecording& imu, const WheelSpeeds& wheels, double radius, double track);

}  // namespace surefoot::gap
