#pragma once

/// The grounds under one wheel where shapes have maps.

#include <vector>

#include "surefoot/ground/terrain/wheel_fan.h"

namespace surefoot::ground {

/// Loads of a patch by ground, in units of depth times angle.
struct GroundMix {
  static constexpr int kMaxGrounds = 4;

  void Clear() { count = 0, carried = all = 0.0; }
  /// When all kMaxGrounds entries are used, further grounds count as the last one.
  void Add(int ground, double load);
  /// The ground with the largest load, except `but`; -1: none.
  int Heaviest(int but = -1) const;
  /// Share of the carried load; 0 for a ground without load.
  double ShareOf(int ground) const;

  int count = 0;
  int grounds[kMaxGrounds] = {};
  double loads[kMaxGrounds] = {};
  /// Sum of the loads, and the same including load that is not carried.
  double carried = 0.0;
  double all = 0.0;
};

/// Decides for one wheel which parts of mapped shapes its law carries. At a border every part of
/// the footprint is carried by exactly one law, with forces that fade as the border passes.
class NearMaps {
 public:
  /// The terrain must outlive it; `reach` is the largest distance (m) from its centre at which the
  /// wheel may touch.
  NearMaps(const Terrain* terrain, double reach);

  /// Call before Measure() with the wheel's centre. False: no border within reach; shapes that are
  /// not carried are then hidden from the fan.
  bool Look(const Vector3d& p_W, WheelFan* fan);
  /// Away from borders: replaces map indices of a measured slice by grounds.
  void Resolve(SliceDepths* slice) const;

  /// Replaces WheelFan::Measure near borders: depths are reduced by the share of each ray's part of
  /// the tread that is not carried, so that forces fade as the border passes. `mixes` by slice and
  /// part. Roughness is included.
  void Measure(const FanFrame& frame, double radius, WheelFan* fan, SliceDepths* slices,
               GroundMix (*mixes)[3]);
  /// Near borders, for a slice measured with everything visible: adds roughness, and to `mix` the
  /// grounds under the rays below.
  void AddMix(const FanFrame& frame, int index, const WheelFan& fan, SliceDepths* slice,
              GroundMix* mix) const;
  /// Makes everything visible to the fan.
  void ShowAll(WheelFan* fan) const;

 private:
  struct Seen {
    bool known = false;
    Vector3d p_W = Vector3d::Zero();
    double clearance = 0.0;
    int ground = 0;
  };
  /// The rays of one part of a slice on one map.
  struct Rays;
  void MarkRays(const Rays& rays, double* share, GroundMix* mix) const;
  double BorderOn(const Rays& rays, int ray, const Vector3d& way_W, int* beyond) const;
  double ShareAtEnd(const Rays& rays, int ray, int next, int* beyond) const;
  void AddRoughness(Rays* rays) const;

  const Terrain* terrain_;
  double reach_;
  std::vector<Seen> seen_;
};

}  // namespace surefoot::ground
