#pragma once

#include <cstdint>
#include <vector>

#include "surefoot/base/archive.h"
#include "surefoot/ground/terrain/fan_depths.h"
#include "surefoot/ground/wide.h"

namespace surefoot::ground {

/// Rays of all slices against a height map, four at a time. Stores the triangle under the end of
/// each ray, intersects its plane, then handles the few rays that meet another triangle. Triangles
/// are kept from step to step, because a wheel moves by a small part of a cell. Where a ray crosses
/// the field several times, the intersection found depends on the stored triangle; therefore it is
/// part of snapshots.
class FieldRays {
 public:
  /// Increases depths where the field is met earlier. `highest` bounds the field's height near the
  /// wheel.
  void Measure(const GroundField& field, double highest, const Fan& fan, const FanSlice* at,
               SliceDepths* slices);

  /// Prefetches the stored triangles of the rays below, for a Measure() soon.
  void Prefetch() const;

  /// The stored triangles of the rays below; `fields` are those passed to Measure().
  void Archive(const std::vector<GroundField>& fields, StateArchive* archive);

 private:
  /// Number of slots below (with the unused one), and of all slots.
  static constexpr int kBelow = kFanRays + 1;
  static constexpr int kPlaces = kRaySlots;

  /// Origin and directions of a slice's rays, horizontally in cells and vertically in metres.
  struct Rays {
    double u, v, z;
    double radius;
    double last_u, last_v;
    alignas(32) double du[kPlaces], dv[kPlaces], dz[kPlaces];
  };
  /// Height of a triangle's first corner, and its slopes along u and v.
  template <typename Number>
  struct Plane {
    Number low, gu, gv;
  };
  /// Triangles under the ends of four rays: column and row of the cell, 1 below its diagonal and 0
  /// above it, and the heights of its corners. All values are exact in float. The size matters:
  /// with many wheels the data come from memory.
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

  /// Compiled twice, for any machine and for AVX2, with bit-identical results (wide.h).
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
