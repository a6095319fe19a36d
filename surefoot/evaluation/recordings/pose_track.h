#pragma once

/// Planar poses and wheel speeds over time, interpolated linearly.

#include <vector>

#include "surefoot/math/planar_odometry.h"

namespace surefoot::gap {

/// Wheel speeds of the left and the right side (rad/s) over time (s, increasing).
struct WheelSpeeds {
  std::vector<double> time;
  std::vector<double> left;
  std::vector<double> right;

  struct Pair {
    double left = 0.0;
    double right = 0.0;
  };
  /// Interpolates linearly; before the first and after the last sample, that sample. There must be
  /// at least one.
  Pair At(double moment) const;
};

/// X_AB of two poses in one frame.
PlanarPose RelativeTo(const PlanarPose& X_WA, const PlanarPose& X_WB);

/// Pose of a point that is `lever` ahead of C and turns with it.
PlanarPose Ahead(const PlanarPose& X_WC, double lever);

/// Unwraps an angle: the angle that differs from `yaw` by whole turns and is nearest to `before`.
double NearestTurn(double yaw, double before);

/// Poses at equal intervals from `start` on.
struct PoseTrack {
  double start = 0.0;
  double interval = 0.01;
  std::vector<PlanarPose> X_WC;

  double end() const { return start + interval * static_cast<double>(X_WC.size() - 1); }
  /// Interpolates linearly; beyond the ends, the pose at that end. There must be at least one pose.
  PlanarPose At(double moment) const;
};

/// A skid-steered vehicle: wheel radius and distance of the left from the right wheels (m).
struct SideGeometry {
  double radius = 0.0;
  double track = 0.0;
};

/// Motion of a differential drive without slip under these wheel speeds: the baseline that a
/// simulator has to beat.
PoseTrack IdealTrack(const WheelSpeeds& wheels, const SideGeometry& geometry, double from,
                     double to);

}  // namespace surefoot::gap
