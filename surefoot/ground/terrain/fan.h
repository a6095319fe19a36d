#pragma once

/// The fan of rays with which a wheel senses the ground: from the axle to the tread, in slices
/// across the width.

#include <algorithm>
#include <array>
#include <cstddef>

#include "surefoot/ground/wheel_law.h"

namespace surefoot::ground {

constexpr int kSlices = 3;
/// Rays below the axle, and rays ahead and behind for obstacles. The slot after the first group is
/// unused, so that rays can be processed in fours.
constexpr int kFanRays = 15;
constexpr int kSideRays = 17;
constexpr int kRays = kFanRays + 1 + 2 * kSideRays;
/// Number of slots: a multiple of four.
constexpr int kRaySlots = (kRays + 3) / 4 * 4;
/// First ray of the parts: below, ahead, behind.
constexpr int kFirstRay[3] = {0, kFanRays + 1, kFanRays + 1 + kSideRays};
constexpr int kRayCount[3] = {kFanRays, kSideRays, kSideRays};

/// The rays of a slice. Direction i is cos[i] * down + sin[i] * forward. Angles increase from ray
/// to ray within a part; in the part behind they decrease.
struct Fan {
  Fan(double radius, double half_angle);

  double radius = 0.0;
  double half_angle = 0.0;
  /// Unused slots point upwards and have no weight.
  alignas(32) std::array<double, kRaySlots> cos;
  alignas(32) std::array<double, kRaySlots> sin;
  /// Angle that a ray represents (rad).
  alignas(32) std::array<double, kRaySlots> weight;

  /// Height in the air (m) above which a neighbouring ray is taken to be beyond a step, whose edge
  /// may be anywhere between the two rays.
  double Gap(int part, double tread_radius) const {
    return kSteepest * tread_radius * weight[static_cast<std::size_t>(kFirstRay[part] + 1)];
  }

 private:
  /// Slope between rays above which the ground counts as a step.
  static constexpr double kSteepest = 0.5;
};

/// Axes in which a wheel is upright: those of the hub, or rotated about the axle when the hub is
/// upside down.
struct FanFrame {
  Vector3d p_WC;
  Vector3d forward_W;
  Vector3d axle_W;
  Vector3d down_W;
};
FanFrame MakeFanFrame(const HubMotion& motion);

/// Depth of the undeformed tread in the ground along each ray (m); negative: in the air.
struct SliceDepths {
  alignas(32) std::array<double, kRays> depth;
  /// True when the rays ahead and behind are valid as well.
  bool sides = false;
  /// Deepest ray of the parts below, ahead and behind: its depth (0: none is in the ground) and
  /// index for Terrain::ground().
  std::array<double, 3> deepest = {0.0, 0.0, 0.0};
  std::array<int, 3> ground = {0, 0, 0};

  /// Resets all rays below to `air` (< 0).
  void Clear(double air) {
    std::fill_n(depth.begin(), kFanRays + 1, air);
    sides = false;
    deepest = {0.0, 0.0, 0.0};
  }
  void UseSides(double air) {
    if (sides) return;
    std::fill(depth.begin() + kFirstRay[1], depth.end(), air);
    sides = true;
  }
  void Deepen(int part, double found, int its_ground) {
    const auto i = static_cast<std::size_t>(part);
    if (!(found > deepest[i])) return;
    deepest[i] = found;
    ground[i] = its_ground;
  }
};

/// Pose of a slice: rays start at p.
struct FanSlice {
  Vector3d p_W;
  Vector3d forward_W;
  Vector3d down_W;
  double radius = 0.0;
};

/// Offset of a slice's centre from the wheel's centre, along the axle.
inline double SliceOffset(int slice, double width) {
  return (slice - (kSlices - 1) / 2) * width / kSlices;
}

/// Surfaces whose normal is closer to the axle than this (cosine, 45 degrees) touch the flank
/// instead of the tread.
constexpr double kFlankCosine = 0.7;
/// For normals of any length; avoids a square root.
inline bool FacesFlank(const Vector3d& normal_W, const FanFrame& frame) {
  const double along = normal_W.dot(frame.axle_W);
  return along * along > kFlankCosine * kFlankCosine * normal_W.squaredNorm();
}

}  // namespace surefoot::ground
