#include "surefoot/ground/field_rays.h"

#include <algorithm>
#include <limits>

#include "surefoot/ground/wide.h"

namespace surefoot::ground {
namespace {

constexpr double kSmall = 1e-9;

/// Height of a triangle's first corner, and how it grows along u and v.
struct Plane {
  double low, gu, gv;
};

Plane PlaneOf(const HeightField& grid, int col, int row, bool lower) {
  const float* heights = grid.heights.data() + static_cast<std::ptrdiff_t>(row) * grid.cols + col;
  const double low = heights[0];
  const double middle = heights[lower ? 1 : grid.cols];
  const double high = heights[grid.cols + 1];
  return lower ? Plane{low, middle - low, high - middle} : Plane{low, high - middle, middle - low};
}

}  // namespace

/// Directions, which all slices share.
SUREFOOT_INLINE void FieldRays::Aim(const Fan& fan, const FanSlice& at, int first, int end,
                                    Rays* rays) const {
  const Vector3d down_G = field_->R_WG.transpose() * at.down_W;
  const Vector3d forward_G = field_->R_WG.transpose() * at.forward_W;
  const double down_u = down_G.x() * field_->columns_per_metre;
  const double down_v = down_G.y() * field_->rows_per_metre;
  const double forward_u = forward_G.x() * field_->columns_per_metre;
  const double forward_v = forward_G.y() * field_->rows_per_metre;
  for (int i = first; i < end; i += 4) {
    const Four cos = Load(fan.cos.data() + i);
    const Four sin = Load(fan.sin.data() + i);
    Store(cos * down_u + sin * forward_u, rays->du + i);
    Store(cos * down_v + sin * forward_v, rays->dv + i);
    Store(cos * down_G.z() + sin * forward_G.z(), rays->dz + i);
  }
}

SUREFOOT_INLINE void FieldRays::Start(const FanSlice& at, Rays* rays) const {
  const Vector3d p_G = field_->R_WG.transpose() * (at.p_W - field_->X_WG.p);
  rays->u = (p_G.x() + 0.5 * field_->field->size_x) * field_->columns_per_metre;
  rays->v = (p_G.y() + 0.5 * field_->field->size_y) * field_->rows_per_metre;
  rays->z = p_G.z();
  rays->radius = at.radius;
  rays->last_u = field_->field->cols - 1;
  rays->last_v = field_->field->rows - 1;
}

void FieldRays::Renew(const Rays& rays, int i, Triangles* triangles) const {
  const double fu = rays.u + rays.radius * rays.du[i];
  const double fv = rays.v + rays.radius * rays.dv[i];
  // Cells that exist, whatever the place is.
  const int col = static_cast<int>(std::min(std::max(fu, 0.0), rays.last_u - 0.5));
  const int row = static_cast<int>(std::min(std::max(fv, 0.0), rays.last_v - 0.5));
  const bool lower = fu - col >= fv - row;
  const Plane plane = PlaneOf(*field_->field, col, row, lower);
  triangles->col[i] = col;
  triangles->row[i] = row;
  triangles->lower[i] = lower ? 1.0 : 0.0;
  triangles->low[i] = plane.low;
  triangles->gu[i] = plane.gu;
  triangles->gv[i] = plane.gv;
}

/// Finds the triangles of the rays that do not end over theirs any more.
SUREFOOT_INLINE void FieldRays::Follow(const Rays& rays, int first, int end,
                                       Triangles* triangles) const {
  for (int i = first; i < end; i += 4) {
    const Four u = rays.u + rays.radius * Load(rays.du + i) - Load(triangles->col + i);
    const Four v = rays.v + rays.radius * Load(rays.dv + i) - Load(triangles->row + i);
    const Four lower = u >= v ? All(1.0) : All(0.0);
    const FourBits here =
        (u >= 0.0) & (v >= 0.0) & (u < 1.0) & (v < 1.0) & (lower == Load(triangles->lower + i));
    if (!Any(~here)) continue;
    for (int k = 0; k < 4; ++k) {
      if (here[k] == 0) Renew(rays, i + k, triangles);
    }
  }
}

/// Where the planes are met; marks the rays for which that is in another triangle, and not far
/// away. False: there are none.
SUREFOOT_INLINE bool FieldRays::Meet(const Rays& rays, const Triangles& triangles,
                                     double* distances, std::int64_t* others) {
  FourBits any = {};
  for (int i = 0; i < kBelow; i += 4) {
    const Four du = Load(rays.du + i);
    const Four dv = Load(rays.dv + i);
    const Four col = Load(triangles.col + i);
    const Four row = Load(triangles.row + i);
    const Four gu = Load(triangles.gu + i);
    const Four gv = Load(triangles.gv + i);
    const Four height =
        rays.z - (Load(triangles.low + i) + (rays.u - col) * gu + (rays.v - row) * gv);
    const Four closing = gu * du + gv * dv - Load(rays.dz + i);
    const Four distance = height / Most(closing, All(kSmall));
    const Four r = Most(distance, All(0.0));
    const Four u = rays.u + r * du;
    const Four v = rays.v + r * dv;
    const FourBits beside = (u < 0.0) | (v < 0.0) | (u > rays.last_u) | (v > rays.last_v);
    Store(beside ? All(2.0 * rays.radius) : distance, distances + i);
    // In the triangle: in the cell, and on its side of the diagonal.
    const FourBits lower = Load(triangles.lower + i) != 0.0;
    const Four su = u - col;
    const Four sv = v - row;
    const Four above = lower ? sv : su;
    const Four below = lower ? su : sv;
    const FourBits within = (above >= 0.0) & (below >= above) & (below <= 1.0);
    const FourBits other = ~within & ~beside & (distance < 2.0 * rays.radius);
    any |= other;
    Store(other, others + i);
  }
  return Any(any);
}

/// The triangle under the end of a ray is not the one that the ray meets: from plane to plane, and
/// halfway where that leads out of what is left.
double FieldRays::Correct(const Rays& rays, int i, double distance) const {
  constexpr int kMost = 8;
  double above = 0.0;
  double below = 2.0 * rays.radius;
  int last_col = -1;
  int last_row = -1;
  bool last_lower = false;
  for (int again = 0; again < kMost; ++again) {
    const double r = std::max(distance, 0.0);
    const double u = rays.u + r * rays.du[i];
    const double v = rays.v + r * rays.dv[i];
    if (!(u >= 0.0 && v >= 0.0 && u < rays.last_u && v < rays.last_v)) break;
    const int col = static_cast<int>(u);
    const int row = static_cast<int>(v);
    const bool lower = u - col >= v - row;
    if (col == last_col && row == last_row && lower == last_lower) break;
    last_col = col;
    last_row = row;
    last_lower = lower;
    const Plane plane = PlaneOf(*field_->field, col, row, lower);
    const double height =
        rays.z - (plane.low + (rays.u - col) * plane.gu + (rays.v - row) * plane.gv);
    const double closing = plane.gu * rays.du[i] + plane.gv * rays.dv[i] - rays.dz[i];
    distance = height / std::max(closing, kSmall);
    (distance > r ? above : below) = r;
    if (r > 0.0 && !(distance >= above && distance <= below)) distance = 0.5 * (above + below);
  }
  return distance;
}

/// Whether a ray ahead or behind ends below its triangle; few can, unless there is an obstacle.
SUREFOOT_INLINE bool FieldRays::EndsBeside(double highest, const FanSlice* at, Rays* rays) {
  FourBits any = {};
  for (int i = kBelow; i < kPlaces; i += 4) {
    for (int s = 0; s < kSlices; ++s) {
      Start(at[s], rays);
      const Four z = rays->z + rays->radius * Load(rays->dz + i);
      if (!Any(z < highest)) continue;
      Follow(*rays, i, i + 4, &triangles_[s]);
      const Triangles& triangles = triangles_[s];
      const Four u = rays->u + rays->radius * Load(rays->du + i);
      const Four v = rays->v + rays->radius * Load(rays->dv + i);
      const Four height = Load(triangles.low + i) +
                          (u - Load(triangles.col + i)) * Load(triangles.gu + i) +
                          (v - Load(triangles.row + i)) * Load(triangles.gv + i);
      any |= (z < height) & (u >= 0.0) & (v >= 0.0) & (u <= rays->last_u) & (v <= rays->last_v);
    }
  }
  return Any(any);
}

SUREFOOT_INLINE void FieldRays::MeasureSlice(const Rays& rays, const Triangles& triangles,
                                             SliceDepths* slice) const {
  alignas(32) double distances[kBelow];
  alignas(32) std::int64_t others[kBelow];
  if (Meet(rays, triangles, distances, others)) {
    for (int i = 0; i < kBelow; ++i) {
      if (others[i] != 0) distances[i] = Correct(rays, i, distances[i]);
    }
  }
  double* depth = slice->depth.data();
  Four deepest = All(0.0);
  for (int i = 0; i < kBelow; i += 4) {
    const Four found = rays.radius - Load(distances + i);
    Store(Most(Load(depth + i), found), depth + i);
    deepest = Most(deepest, found);
  }
  slice->Deepen(0, MostOf(deepest), field_->ground);
}

SUREFOOT_INLINE bool FieldRays::MeasureSlices(double highest, const Fan& fan, const FanSlice* at,
                                              SliceDepths* slices) {
  Rays rays;
  Aim(fan, at[0], 0, kBelow, &rays);
  double lowest = std::numeric_limits<double>::infinity();
  for (int s = 0; s < kSlices; ++s) {
    Start(at[s], &rays);
    Follow(rays, 0, kBelow, &triangles_[s]);
    MeasureSlice(rays, triangles_[s], &slices[s]);
    lowest = std::min(lowest, rays.z);
  }
  Aim(fan, at[0], kBelow, kPlaces, &rays);
  Four down = All(0.0);
  for (int i = kBelow; i < kPlaces; i += 4) down = Least(down, Load(rays.dz + i));
  if (lowest - rays.radius * MostOf(-down) >= highest) return false;
  return EndsBeside(highest, at, &rays);
}

bool FieldRays::MeasurePlain(double highest, const Fan& fan, const FanSlice* at,
                             SliceDepths* slices) {
  return MeasureSlices(highest, fan, at, slices);
}

SUREFOOT_WIDE bool FieldRays::MeasureWide(double highest, const Fan& fan, const FanSlice* at,
                                          SliceDepths* slices) {
  return MeasureSlices(highest, fan, at, slices);
}

bool FieldRays::Measure(const GroundField& field, double highest, const Fan& fan,
                        const FanSlice* at, SliceDepths* slices) {
  if (field_ != &field) {
    field_ = &field;
    // Nowhere.
    for (Triangles& triangles : triangles_) {
      std::fill_n(triangles.col, kPlaces, std::numeric_limits<double>::quiet_NaN());
    }
  }
  return IsWide() ? MeasureWide(highest, fan, at, slices) : MeasurePlain(highest, fan, at, slices);
}

}  // namespace surefoot::ground
