#include "surefoot/evaluation/recordings/imu_stats.h"

namespace surefoot::gap {
namespace {

/// Statistics of the negated series: top and bottom change places.
SeriesStats Negated(const SeriesStats& stats) { return {-stats.mean, -stats.bottom, -stats.top}; }

double SumOf(const std::array<SeriesError, 3>& axes) {
  return axes[0].total() + axes[1].total() + axes[2].total();
}

}  // namespace

ImuStats StatsOf(const ImuRecording& recording) {
  ImuStats stats;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    stats.gyro[axis] = StatsOf(recording.axes[axis]);
    stats.accel[axis] = StatsOf(recording.axes[3 + axis]);
  }
  return stats;
}

ImuStats ZDown(ImuStats stats) {
  if (stats.accel[2].mean <= 0.0) return stats;
  for (std::size_t axis : {1, 2}) {
    stats.gyro[axis] = Negated(stats.gyro[axis]);
    stats.accel[axis] = Negated(stats.accel[axis]);
  }
  return stats;
}

ImuRecording ZDown(ImuRecording recording) {
  double sum = 0.0;
  for (double value : recording.axes[5]) sum += value;
  if (sum <= 0.0) return recording;
  for (std::size_t axis : {1, 2, 4, 5}) {
    for (double& value : recording.axes[axis]) value = -value;
  }
  return recording;
}

double ImuError::angular_velocity() const { return SumOf(gyro); }
double ImuError::linear_acceleration() const { return SumOf(accel); }

ImuError ErrorOf(const ImuStats& simulated, const ImuStats& real) {
  ImuError error;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    error.gyro[axis] = ErrorOf(simulated.gyro[axis], real.gyro[axis]);
    error.accel[axis] = ErrorOf(simulated.accel[axis], real.accel[axis]);
  }
  return error;
}

}  // namespace surefoot::gap
