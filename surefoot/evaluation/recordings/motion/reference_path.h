#pragma once

/// Where the recorded robot was, told as the simulated one is: its base in the world's frame.

#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/recordings/motion/motion_log.h"

namespace surefoot::gap {

/// How a recording fits into a world.
struct PathAlignment {
  /// Of the recording's frame R in the world W. Only turned about the vertical.
  RigidTransform X_WR;
  /// Of the followed point P on the base B.
  RigidTransform X_BP;
  /// Poses are told for moments this much earlier than commands have them (s).
  double time_offset = 0.0;
};

class ReferencePath {
 public:
  /// The log must outlive it and have two poses at least.
  ReferencePath(const MotionLog& log, const PathAlignment& alignment);

  const PathAlignment& alignment() const { return alignment_; }
  double begin() const { return time_.front(); }
  double end() const { return time_.back(); }

  /// Straight between two poses; at the ends, the last one. Turns are counted.
  PlanarPose At(double moment) const;
  /// The same with height and tilt.
  RigidTransform PoseAt(double moment) const;
  /// How fast the base goes in its own axes: as the messages tell, or by a parabola through the
  /// poses around.
  PlanarMotion VelocityAt(double moment) const;
  /// Seconds without a pose around that moment.
  double GapAt(double moment) const;
  /// Length of the way and sum of all turns between two moments.
  double WayBetween(double from, double to) const;
  double TurnBetween(double from, double to) const;

  /// Root mean square distance of poses from parabolas through those around them (m, rad): how
  /// much they scatter.
  PlanarMotion Scatter() const;

 private:
  std::size_t After(double moment) const;
  PlanarMotion FittedVelocity(double moment) const;

  PathAlignment alignment_;
  std::vector<double> time_;
  std::vector<RigidTransform> X_WB_;
  std::vector<PlanarPose> planar_;
  /// Empty where the messages tell none.
  std::vector<PlanarMotion> velocity_B_;
};

/// Turned about the vertical only, so that `X_RP` comes to lie at `X_WP` in x, y and yaw; heights
/// are shifted alike.
RigidTransform AlignPlanar(const RigidTransform& X_WP, const RigidTransform& X_RP);

double YawOf(const Quaterniond& q);

/// Takes poses out that lie off the way between their neighbours, and notes when poses jump and go
/// on from there (localisation that finds itself anew): MotionLog::jumps. Off means faster than
/// three times what the robot is on its fast ways. What was done is told in the notes.
void CleanPoses(MotionLog* log);

/// Whether the poses are what turned wheels say and nothing else: they are flat, never go sideways,
/// and, where speeds of the wheels were recorded, go and turn as these do. Wheels of real robots
/// slip and trackers scatter, so that a place that was measured is never so.
bool IsWheelOdometry(const MotionLog& log);

/// An error for such poses, unless they are of a run of ours or their topic's name says that they
/// are the truth (a simulator's without slip, say).
Status CheckReferenceContent(const MotionLog& log);

}  // namespace surefoot::gap
