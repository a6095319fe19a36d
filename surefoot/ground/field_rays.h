#pragma once

#include <cstdint>

#include "surefoot/ground/fan_depths.h"

namespace surefoot::ground {

/// Height maps as the rays below of all slices see them, side by side: over which triangle each ray
/// ends, then where its plane is met, then those few that meet another triangle. Triangles are kept
/// from step to step, as a wheel moves by a small part of a cell; the answers do not depend on what
/// was kept.
class FieldRays {
 public:
  /// Makes depths larger where the field is met earlier. True: rays ahead or behind, which are not
  /// measured, end in the ground. Near the wheel the field is nowhere higher than `highest`.
  bool Measure(const GroundField& field, double highest, const Fan& fan, const FanSlice* at,
               SliceDepths* slices);

 private:
  /// Below, with the free place after the last ray, and all.
  static constexpr int kBelow = kFanRays + 1;
  static constexpr int kPlaces = kRayRoom;

  /// Where the rays of a slice start and which way they go, in cells and metres.
  struct Rays {
    double u, v, z;
    double radius;
    double last_u, last_v;
    alignas(32) double du[kPlaces], dv[kPlaces], dz[kPlaces];
  };
  /// The triangles under their ends: column and row of the cell, 1 below its diagonal and 0 above
  /// it, the height of its first corner and how it grows.
  struct Triangles {
    alignas(32) double col[kPlaces], row[kPlaces], lower[kPlaces];
    alignas(32) double low[kPlaces], gu[kPlaces], gv[kPlaces];
  };

  /// The same code for any machine, and for one that does four numbers at once; the results are the
  /// same bit for bit.
  bool MeasurePlain(double highest, const Fan& fan, const FanSlice* at, SliceDepths* slices);
  bool MeasureWide(double highest, const Fan& fan, const FanSlice* at, SliceDepths* slices);
  bool MeasureSlices(double highest, const Fan& fan, const FanSlice* at, SliceDepths* slices);
  void MeasureSlice(const Rays& rays, const Triangles& triangles, SliceDepths* slice) const;
  void Aim(const Fan& fan, const FanSlice& at, int first, int end, Rays* rays) const;
  void Start(const FanSlice& at, Rays* rays) const;
  void Follow(const Rays& rays, int first, int end, Triangles* triangles) const;
  void Renew(const Rays& rays, int place, Triangles* triangles) const;
  static bool Meet(const Rays& rays, const Triangles& triangles, double* distances,
                   std::int64_t* others);
  bool EndsBeside(double highest, const FanSlice* at, Rays* rays);
  double Correct(const Rays& rays, int place, double distance) const;

  const GroundField* field_ = nullptr;
  Triangles triangles_[kSlices];
};

}  // namespace surefoot::ground
