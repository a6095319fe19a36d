#pragma once

#include <cstdint>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/ground/fan_depths.h"

namespace surefoot::ground {

/// Height maps as the rays of all slices see them, side by side: over which triangle each ray ends,
/// then where its plane is met, then those few that meet another triangle. Triangles are kept from
/// step to step, as a wheel moves by a small part of a cell. Where a ray goes through the field
/// more than once, it depends on what was kept which place is found.
class FieldRays {
 public:
  /// Makes depths larger where the field is met earlier. Near the wheel the field is nowhere higher
  /// than `highest`.
  void Measure(const GroundField& field, double highest, const Fan& fan, const FanSlice* at,
               SliceDepths* slices);

  /// What was kept for the rays below; `fields` are those that Measure is called with.
  void Save(const std::vector<GroundField>& fields, ByteWriter* writer) const;
  bool Restore(const std::vector<GroundField>& fields, ByteReader* reader);

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
  void MeasurePlain(double highest, const Fan& fan, const FanSlice* at, SliceDepths* slices);
  void MeasureWide(double highest, const Fan& fan, const FanSlice* at, SliceDepths* slices);
  void MeasureSlices(double highest, const Fan& fan, const FanSlice* at, SliceDepths* slices);
  void MeasureSlice(const Rays& rays, Triangles* triangles, SliceDepths* slice) const;
  void Forget(const GroundField* field);
  void Aim(const Fan& fan, const FanSlice& at, int first, int end, Rays* rays) const;
  void Start(const FanSlice& at, Rays* rays) const;
  void Follow(const Rays& rays, int first, int end, Triangles* triangles) const;
  void Renew(const Rays& rays, int place, Triangles* triangles) const;
  void Put(int place, int col, int row, bool lower, Triangles* triangles) const;
  void Meet(const Rays& rays, Triangles* triangles, double* distances) const;
  void MeasureBeside(double highest, const Rays& rays, Triangles* triangles,
                     SliceDepths* slice) const;
  bool EndsIn(double highest, const Rays& rays, int first, Triangles* triangles) const;
  double Find(const Rays& rays, int place, Triangles* triangles) const;
  double Beside(double highest, const Rays& rays, const Triangles& triangles, int place) const;
  double March(double highest, const Rays& rays, int place) const;
  double MeetTriangle(const Rays& rays, int place, int col, int row, double from, double to) const;

  const GroundField* field_ = nullptr;
  Triangles triangles_[kSlices];
};

}  // namespace surefoot::ground
