#pragma once

/// IMU statistics of the comparison of simulators (Farley, Wang and Marshall, 2022): equations (5)
/// to (7) on six axes.

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

/// Expresses measurements in the frame of the study, whose z axis points down (it reads gravity as
/// negative z): rotates them by half a turn about x when their mean z is positive.
ImuStats ZDown(ImuStats stats);
ImuRecording ZDown(ImuRecording recording);

/// Equation (7) for one test: distance of the ranges plus distance of the means.
struct ImuError {
  std::array<SeriesError, 3> gyro;
  std::array<SeriesError, 3> accel;
  /// Sums over the axes (rad/s, m/s^2).
  double angular_velocity() const;
  double linear_acceleration() const;
};
ImuError ErrorOf(const ImuStats& simulated, const ImuStats& real);

}  // namespace surefoot::gap
