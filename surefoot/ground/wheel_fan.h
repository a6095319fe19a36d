#pragma once

/// Where a wheel's tread would be if the ground were not there: rays from the axle to the tread, in
/// slices across the width, against the terrain.

#include <algorithm>
#include <array>
#include <vector>

#include "surefoot/ground/terrain.h"
#include "surefoot/ground/wheel_law.h"

namespace surefoot::ground {

constexpr int kSlices = 3;
/// Below the axle; then, for obstacles, ahead and behind. One place after the first is left free,
/// so that pairs of rays fit.
constexpr int kFanRays = 15;
constexpr int kSideRays = 17;
constexpr int kRays = kFanRays + 1 + 2 * kSideRays;
/// The first ray of the parts: below, ahead, behind.
constexpr int kFirstRay[3] = {0, kFanRays + 1, kFanRays + 1 + kSideRays};
constexpr int kRayCount[3] = {kFanRays, kSideRays, kSideRays};

/// The rays of a slice. Direction i is cos[i] down + sin[i] forward. Angles grow from ray to ray
/// within a part, but those behind fall.
struct Fan {
  Fan(double radius, double half_angle);

  double radius = 0.0;
  double half_angle = 0.0;
  alignas(32) std::array<double, kRays> cos;
  alignas(32) std::array<double, kRays> sin;
  /// The part of the angle that a ray stands for (rad).
  alignas(32) std::array<double, kRays> weight;
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
};

/// What the flank of a wheel touches: how far, on which side and where.
struct FlankTouch {
  double depth = 0.0;
  /// 1: on the left, where the axle points; -1: on the right; 0: nothing.
  int side = 0;
  /// Along down and forward from the centre.
  double down = 0.0;
  double forward = 0.0;
  int ground = 0;
};

/// The ground around one wheel. What is near is looked up again only when the wheel has moved on,
/// so that a step costs the same whatever the size of the world; the answers do not depend on when.
class WheelFan {
 public:
  /// The terrain must outlive it.
  WheelFan(const Terrain* terrain, double radius, double width, double half_angle);

  /// Before Measure: looks up what is near. False: nothing, the wheel is in the air.
  bool MoveTo(const FanFrame& frame);
  /// The slice whose middle is `offset` along the axle from the centre; `radius` is that of the
  /// tread now.
  void Measure(const FanFrame& frame, double offset, double radius, SliceDepths* slice) const;
  /// After Measure: the unevenness that the ground has beside its shape, for the rays below.
  void AddRoughness(const FanFrame& frame, double offset, double radius, SliceDepths* slice) const;
  /// Walls and kerbs beside the wheel.
  FlankTouch MeasureFlank(const FanFrame& frame) const;

  /// What Measure does not see from now on: shapes without a map, and those with one.
  void HidePlain(bool hidden) { plain_hidden_ = hidden; }
  void HideMap(int map, bool hidden) { map_hidden_[static_cast<std::size_t>(map)] = hidden; }

  const Fan& fan() const { return fan_; }
  double width() const { return width_; }

 private:
  void LookUp(const FanFrame& frame);
  bool IsHidden(int ground) const {
    if (ground < kFirstMap) return plain_hidden_;
    return map_hidden_[static_cast<std::size_t>(ground - kFirstMap)] != 0;
  }
  bool IsSmooth(const GroundField& field, const FanFrame& frame) const;
  void KeepNear(const FanFrame& frame);
  void FindFlanks(const FanFrame& frame);
  void MeasureTriangles(double offset, double radius, SliceDepths* slice) const;

  const Terrain* terrain_;
  Fan fan_;
  double width_;
  double slack_;
  bool plain_hidden_ = false;
  std::vector<char> map_hidden_;
  /// Where LookUp was.
  bool looked_up_ = false;
  FanFrame seen_;
  std::vector<int> planes_;
  std::vector<int> fields_;
  std::vector<int> solids_;
  std::vector<GroundTriangle> triangles_;
  /// The triangles from the centre of the wheel, along axle, down and forward.
  struct WheelTriangle {
    double across[3];
    double down[3];
    double forward[3];
    int ground;
  };
  void PlaceTriangles(const FanFrame& frame);
  std::vector<WheelTriangle> placed_;
  /// Those that stand beside the wheel.
  std::vector<GroundTriangle> flanks_;
  bool has_flank_ = false;
};

}  // namespace surefoot::ground
