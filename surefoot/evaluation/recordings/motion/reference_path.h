#pragma once

/// The recorded drive as poses of the robot's base in the frame of the simulated world, so that it
/// can be compared with a simulated drive directly.

#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/recordings/motion/motion_log.h"

namespace surefoot::gap {

/// How the frame and clock of a recording relate to those of a world.
struct PathAlignment {
  /// Frame R of the recording in the world W; rotated about the vertical only.
  RigidTransform X_WR;
  /// The tracked point P on the base B.
  RigidTransform X_BP;
  /// Delay of the pose stamps relative to the command stamps (s); it is subtracted from pose times.
  double time_offset = 0.0;
};

class ReferencePath {
 public:
  /// The log must outlive the path and have at least two poses.
  ReferencePath(const MotionLog& log, const PathAlignment& alignment);

  const PathAlignment& alignment() const { return alignment_; }
  double begin() const { return time_.front(); }
  double end() const { return time_.back(); }

  /// Linear interpolation; beyond the ends, the pose there. Yaw is unwrapped.
  PlanarPose At(double moment) const;
  /// The same with height, roll and pitch (slerp).
  RigidTransform PoseAt(double moment) const;
  /// Velocity of the base in its own axes: from the messages, or from a parabola fitted to the
  /// poses within 0.15 s (at least five), since differences of neighbours amplify the tracker's
  /// noise.
  PlanarMotion VelocityAt(double moment) const;
  /// Interval between the poses around that moment (s).
  double GapAt(double moment) const;
  /// Path length (m) and sum of absolute turns (rad) between two moments.
  double WayBetween(double from, double to) const;
  double TurnBetween(double from, double to) const;

  /// Noise of the poses: root mean square distance from the parabola through the two neighbours on
  /// each side, corrected for the noise of those (m, rad).
  PlanarMotion Scatter() const;

 private:
  std::size_t After(double moment) const;
  PlanarMotion FittedVelocity(double moment) const;

  PathAlignment alignment_;
  std::vector<double> time_;
  std::vector<RigidTransform> X_WB_;
  std::vector<PlanarPose> planar_;
  /// Empty when the messages have no velocities.
  std::vector<PlanarMotion> velocity_B_;
};

/// The transform X_WR, rotated about the vertical only, that maps `X_RP` to `X_WP` in position and
/// yaw.
RigidTransform AlignPlanar(const RigidTransform& X_WP, const RigidTransform& X_RP);

double YawOf(const Quaterniond& q);

/// Removes outliers, and records the times at which poses jump and continue elsewhere
/// (relocalisation): MotionLog::jumps. An outlier implies more than three times the 95 % quantile
/// of the robot's speed or turn rate. The log's notes report what was removed.
void CleanPoses(MotionLog* log);

/// Whether the poses are wheel odometry by their content: they are flat, never move sideways and,
/// where wheel speeds were recorded, move exactly as these. Real wheels slip and trackers have
/// noise, so measured poses never look like this.
bool IsWheelOdometry(const MotionLog& log);

/// An error for such poses, unless they are of a Surefoot run or the topic's name says that they
/// are the truth (of a simulator without slip, for example).
Status CheckReferenceContent(const MotionLog& log);

}  // namespace surefoot::gap
