#pragma once

/// Which grounds are under one wheel where shapes have maps.

#include <vector>

#include "surefoot/ground/terrain/wheel_fan.h"

namespace surefoot::ground {

/// How much of a patch stands on which ground, by depth times angle.
struct GroundMix {
  static constexpr int kMost = 4;

  void Clear() { count = 0, carried = all = 0.0; }
  /// What does not fit any more goes to the last.
  void Add(int ground, double load);
  /// The ground with the largest load, leaving out `but`; -1: none.
  int Heaviest(int but = -1) const;
  /// Of what is carried; 0 for a ground that is not there.
  double ShareOf(int ground) const;

  int count = 0;
  int grounds[kMost] = {};
  double loads[kMost] = {};
  /// The sum of the loads, and that with what is not carried.
  double carried = 0.0;
  double all = 0.0;
};

class NearMaps {
 public:
  /// The terrain must outlive it; `reach` is how far from its centre the wheel may touch.
  NearMaps(const Terrain* terrain, double reach);

  /// Looks around a wheel's centre, before Measure. False: no border within reach; the fan does
  /// then not see what is not carried.
  bool Look(const Vector3d& p_W, WheelFan* fan);
  /// Away from borders: the grounds of what Measure found.
  void Resolve(SliceDepths* slice) const;

  /// In place of Measure near borders: depths are made smaller by the share of each ray's part of
  /// the tread that is not carried, so that forces fade as the border passes. `mixes` by slice and
  /// part; roughness is in it.
  void Measure(const FanFrame& frame, double radius, WheelFan* fan, SliceDepths* slices,
               GroundMix (*mixes)[3]);
  /// Near borders, for a slice that was measured with all to be seen: adds roughness, and to `mix`
  /// what the rays below stand on.
  void AddMix(const FanFrame& frame, int index, const WheelFan& fan, SliceDepths* slice,
              GroundMix* mix) const;
  /// Makes the fan see everything.
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
