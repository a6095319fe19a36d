#pragma once

/// A recorded drive, repeated by the simulator.

#include <cstdint>
#include <string>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/gap/drives/gap_robot.h"
#include "surefoot/evaluation/recordings/imu_recording.h"
#include "surefoot/evaluation/recordings/pose_track.h"

namespace surefoot::experiment {

/// From standing still the wheels come up to the first recorded speeds and hold them until the
/// robot moves steadily, as nobody knows how it moved before.
struct GapDriveSpec {
  gap::WheelSpeeds wheels;
  double from = 0.0;
  double to = 0.0;
  std::uint64_t seed = 0;
  bool with_imu = false;
};

/// Seconds before `from` at which it begins to stand.
constexpr double kGapLead = 3.0;

/// What the wheels are told at a moment, lead included.
gap::WheelSpeeds::Pair ToldSpeeds(const GapDriveSpec& spec, double moment);

struct GapDriveResult {
  /// Of the robot's base, by the clock of the wheel speeds.
  gap::PoseTrack track;
  /// Empty when not asked for.
  gap::ImuRecording imu;
  /// Root mean square of turned minus told wheel speed (rad/s).
  double wheel_error = 0.0;
  /// Highest minus lowest place of the base (m).
  double height_range = 0.0;
};

/// Makes and ends simulations under a lock, so it may be called from several threads.
Result<GapDriveResult> SimulateDrive(const Parts& parts, const std::string& engine,
                                     const GapWorld& world, const GapDriveSpec& spec);

}  // namespace surefoot::experiment
