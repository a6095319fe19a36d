#pragma once

/// Where a wheel looks for the ground: rays from the axle to the tread, in slices across the width.

#include <algorithm>
#include <array>
#include <cstddef>

#include "surefoot/ground/wheel_law.h"

namespace surefoot::ground {

constexpr int kSlices = 3;
/// Below the axle; then, for obstacles, ahead and behind. One place after the first is left free,
/// so that fours of rays fit.
constexpr int kFanRays = 15;
constexpr int kSideRays = 17;
constexpr int kRays = kFanRays + 1 + 2 * kSideRays;
/// Four rays at a time, and no rest.
constexpr int kRayRoom = (kRays + 3) / 4 * 4;
/// The first ray of the parts: below, ahead, behind.
constexpr int kFirstRay[3] = {0, kFanRays + 1, kFanRays + 1 + kSideRays};
constexpr int kRayCount[3] = {kFanRays, kSideRays, kSideRays};

/// The rays of a slice. Direction i is cos[i] down + sin[i] forward. Angles grow from ray to ray
/// within a part, but those behind fall.
struct Fan {
  Fan(double radius, double half_angle);

  double radius = 0.0;
  double half_angle = 0.0;
  /// Places without a ray point upwards and stand for nothing.
  alignas(32) std::array<double, kRayRoom> cos;
  alignas(32) std::array<double, kRayRoom> sin;
  /// The part of the angle that a ray stands for (rad).
  alignas(32) std::array<double, kRayRoom> weight;

  /// Neighbours in a part that are higher in the air than this (m) are beyond a step, which may be
  /// anywhere between the two.
  double Gap(int part, double tread_radius) const {
    return kSteepest * tread_radius * weight[static_cast<std::size_t>(kFirstRay[part] + 1)];
  }

 private:
  /// Slope from ray to ray above which the ground counts as a step.
  static constexpr double kSteepest = 0.5;
};

/// Axes in which a wheel is upright: as the hub's, or turned about the axle when the hub lies on
/// its back.
struct FanFrame {
  Vector3d p_WC;
  Vector3d forward_W;
  Vector3d axle_W;
  Vector3d down_W;
};
FanFrame MakeFanFrame(const HubMotion& motion);

/// How far the free tread would be in the ground along each ray (m); negative: in the air.
struct SliceDepths {
  alignas(32) std::array<double, kRays> depth;
  /// True when the rays ahead and behind count as well.
  bool sides = false;
  /// Of the deepest ray below, ahead and behind: how deep (0: none is in the ground), and the index
  /// for Terrain::ground().
  std::array<double, 3> deepest = {0.0, 0.0, 0.0};
  std::array<int, 3> ground = {0, 0, 0};

  /// Everything is in the air, by `depth` < 0.
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

/// Where a slice is: rays start at p.
struct FanSlice {
  Vector3d p_W;
  Vector3d forward_W;
  Vector3d down_W;
  double radius = 0.0;
};

/// Of a slice's middle from the centre, along the axle.
inline double SliceOffset(int slice, double width) {
  return (slice - (kSlices - 1) / 2) * width / kSlices;
}

/// Surfaces that face the axle more than this touch the flank, not the tread.
constexpr double kFlankCosine = 0.7;
/// For normals of any length.
inline bool FacesFlank(const Vector3d& normal_W, const FanFrame& frame) {
  const double along = normal_W.dot(frame.axle_W);
  return along * along > kFlankCosine * kFlankCosine * normal_W.squaredNorm();
}

}  // namespace surefoot::ground
