#pragma once

/// Recordings of the BorealTC data set (LaRocque et al., 2024): IMU and wheel speeds of a Husky on
/// a named terrain.

#include <string>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/recordings/csv_file.h"
#include "surefoot/evaluation/recordings/imu_recording.h"
#include "surefoot/evaluation/recordings/pose_track.h"

namespace surefoot::gap {

/// Offset between the clocks of the two files of a run.
struct Alignment {
  /// Time t in the file of wheels is t + offset in the file of the IMU (s).
  double offset = 0.0;
  /// Correlation of the turn rate with the difference of the wheel speeds at that offset.
  double correlation = 0.0;
  /// False when the turn rate follows the wheels at no offset: their speeds hardly change (then the
  /// offset does not matter), or the robot did not follow them. The offset is then 0.
  bool known = false;
};

/// One drive, both series on the clock of the IMU.
struct TerrainRun {
  /// Name of the folder: "ASPHALT"; for a user's recordings, whose terrain has no name, that of the
  /// file.
  std::string terrain;
  bool is_named = true;
  /// "02".
  std::string number;
  ImuRecording imu;
  WheelSpeeds wheels;
  Alignment alignment;

  std::string name() const { return terrain + "_" + number; }
  /// The interval that both series cover.
  double begin() const;
  double end() const;
};

/// Whether the table has BorealTC's wheel speeds and motor currents.
bool IsWheelLog(const CsvFile& file);

/// Reads BorealTC's wheel speeds, which were logged as rim speeds for a radius of 0.13 m, as wheel
/// speeds (rad/s).
Result<WheelSpeeds> ReadWheelLog(const CsvFile& file);

/// Finds the offset within 2.5 s that maximizes the correlation of the turn rate with right minus
/// left wheel speed. A difference of 0.01 s in the result is below the resolution of the search.
Alignment AlignTurnRate(const ImuRecording& imu, const WheelSpeeds& wheels);

/// An error when wheels and IMU overlap by less than 2 s.
Status CheckOverlap(const TerrainRun& run);

/// Both files of a run. An error when the two do not overlap.
Result<TerrainRun> LoadTerrainRun(const std::string& imu_file, const std::string& wheel_file);

/// The samples within [begin, end]; times are unchanged.
ImuRecording Cut(const ImuRecording& imu, double begin, double end);

/// Sampling rate (Hz) by the median interval; 0 for fewer than two samples.
double RateOf(const ImuRecording& imu);

/// Resamples at equal intervals of 1 / rate by linear interpolation, as spectra need it.
ImuRecording Resampled(const ImuRecording& imu, double rate);

/// Regression slope through the origin of the turned angle over that of an ideal differential
/// drive, in blocks of 2 s: sum(angle ideal) / sum(ideal^2). NaN when the wheel speeds hardly
/// differ.
double YawRateGain(const ImuRecording& imu, const WheelSpeeds& wheels, double radius, double track);

}  // namespace surefoot::gap
