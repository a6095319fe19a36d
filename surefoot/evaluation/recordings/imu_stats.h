#pragma once

/// The figures that the comparison of simulators keeps of an IMU: equations (5) to (7) on six axes.

#include <array>

#include "surefoot/evaluation/recordings/imu_recording.h"
#include "surefoot/evaluation/statistics/series_stats.h"

namespace surefoot::gap {

/// Axes are x, y, z; rad/s and m/s^2.
struct ImuStats {
  std::array<SeriesStats, 3> gyro;
  std::array<SeriesStats, 3> accel;
};

/// The recording must not be empty.
ImuStats StatsOf(const ImuRecording& recording);

/// The study's IMU looks down: gravity reads as a negative z. Turns what another measured half a
/// turn about x when its z is positive, so that means can be compared.
ImuStats ZDown(ImuStats stats);
ImuRecording ZDown(ImuRecording recording);

/// Equation (7) for one test.
struct ImuError {
  std::array<SeriesError, 3> gyro;
  std::array<SeriesError, 3> accel;
  /// Sums over the axes (rad/s, m/s^2).
  double angular_velocity() const;
  double linear_acceleration() const;
};
ImuError ErrorOf(const ImuStats& simulated, const ImuStats& real);

}  // namespace surefoot::gap
