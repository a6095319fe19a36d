#pragma once

#include <cstdint>
#include <vector>

#include "surefoot/base/archive.h"
#include "surefoot/ground/terrain/fan_depths.h"
#include "surefoot/ground/wide.h"

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

  /// Has what was kept for the rays below brought into the caches, for a Measure soon.
  void Prefetch() const;

  /// What was kept for the rays below; `fields` are those that Measure is called with.
  void Archive(const std::vector<GroundField>& fields, StateArchive* archive);

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
  /// Height of a triangle's first corner, and how it grows along u and v.
  template <typename Number>
  struct Plane {
    Number low, gu, gv;
  };
  /// The triangles under their ends, four rays at a time: column and row of the cell, 1 below its
  /// diagonal and 0 above it, and the heights of its corners. All fit into floats, and little room
  /// matters: of many wheels, none finds its own in the caches.
  struct FourTriangles {
    alignas(32) float col[4];
    float row[4], lower[4];
    float low[4], middle[4], high[4];
  };
  struct Triangles {
    FourTriangles fours[kPlaces / 4];

    const FourTriangles& Of(int place) const { return fours[place / 4]; }
    FourTriangles& Of(int place) { return fours[place / 4]; }
  };

  /// The same code for any machine, and for one that does four numbers at once; the results are the
  /// same bit for bit.
  void MeasureSlices(double highest, const Fan& fan, const FanSlice* at, SliceDepths* slices);
  void MeasureSlice(const Rays& rays, Triangles* triangles, SliceDepths* slice) const;
  void Forget(const GroundField* field);
  void Aim(const Fan& fan, const FanSlice& at, int first, int end, Rays* rays) const;
  void Start(const FanSlice& at, Rays* rays) const;
  void Follow(const Rays& rays, int first, int end, Triangles* triangles) const;
  void Renew(const Rays& rays, int place, Triangles* triangles) const;
  void Put(int place, int col, int row, bool lower, Triangles* triangles) const;
  static Plane<double> PlaneOf(const HeightField& grid, int col, int row, bool lower);
  static Plane<double> PlaneAt(const Triangles& triangles, int place);
  static Plane<Four> PlanesOf(const FourTriangles& of, const FourBits& lower);
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
