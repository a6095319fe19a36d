#pragma once

/// Where a vehicle was over time, in the plane, and how fast its wheels turned.

#include <vector>

#include "surefoot/math/planar_odometry.h"

namespace surefoot::gap {

/// How fast the wheels of both sides turned (rad/s) over time (s, rising).
struct WheelSpeeds {
  std::vector<double> time;
  std::vector<double> left;
  std::vector<double> right;

  struct Pair {
    double left = 0.0;
    double right = 0.0;
  };
  /// Straight lines between samples; before the first and after the last sample, that one. There
  /// must be one.
  Pair At(double moment) const;
};

/// X_AB of two poses in one frame.
PlanarPose RelativeTo(const PlanarPose& X_WA, const PlanarPose& X_WB);

/// Pose of a point that is `lever` ahead of C and turns with it.
PlanarPose Ahead(const PlanarPose& X_WC, double lever);

/// The angle that differs from `yaw` by whole turns and is nearest to `before`, so that turns are
/// counted.
double NearestTurn(double yaw, double before);

/// Poses at equal intervals from `start` on.
struct PoseTrack {
  double start = 0.0;
  double interval = 0.01;
  std::vector<PlanarPose> X_WC;

  double end() const { return start + interval * static_cast<double>(X_WC.size() - 1); }
  /// Straight between two of them; at the ends, the last one. There must be one.
  PlanarPose At(double moment) const;
};

/// A vehicle with two sides of wheels.
struct SideGeometry {
  double radius = 0.0;
  double track = 0.0;
};

/// How a differential drive whose wheels never slip moves by these wheel speeds: the baseline that
/// a simulator has to beat.
PoseTrack IdealTrack(const WheelSpeeds& wheels, const SideGeometry& geometry, double from,
                     double to);

}  // namespace surefoot::gap
