#include "surefoot/ground/terrain/field_rays.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "surefoot/base/prefetch.h"
#include "surefoot/ground/wide.h"

// Rays into a height field march from cell to cell, beginning where the wheel touched last. Planes
// of recently visited cells are kept.

namespace surefoot::ground {
namespace {

constexpr double kSmall = 1e-9;
constexpr double kNowhere = std::numeric_limits<double>::infinity();

SUREFOOT_INLINE Four LoadFloats(const float* p) {
  using FourFloats = float __attribute__((vector_size(16), aligned(4), may_alias));
  return __builtin_convertvector(*reinterpret_cast<const FourFloats*>(p), Four);
}

/// Plane through three corners: the lower triangle's second corner is along u, the upper one's
/// along v.
template <typename Plane>
SUREFOOT_INLINE Plane Through(double low, double middle, double high, bool lower) {
  return lower ? Plane{low, middle - low, high - middle} : Plane{low, high - middle, middle - low};
}

}  // namespace

FieldRays::Plane<double> FieldRays::PlaneOf(const HeightField& grid, int col, int row, bool lower) {
  const float* heights = grid.heights.data() + static_cast<std::ptrdiff_t>(row) * grid.cols + col;
  return Through<Plane<double>>(heights[0], heights[lower ? 1 : grid.cols], heights[grid.cols + 1],
                                lower);
}

FieldRays::Plane<double> FieldRays::PlaneAt(const Triangles& triangles, int i) {
  const FourTriangles& of = triangles.Of(i);
  return Through<Plane<double>>(of.low[i % 4], of.middle[i % 4], of.high[i % 4],
                                of.lower[i % 4] != 0.0F);
}

SUREFOOT_INLINE FieldRays::Plane<Four> FieldRays::PlanesOf(const FourTriangles& of,
                                                           const FourBits& lower) {
  const Four low = LoadFloats(of.low);
  const Four middle = LoadFloats(of.middle);
  const Four first = middle - low;
  const Four second = LoadFloats(of.high) - middle;
  return {low, lower ? first : second, lower ? second : first};
}

/// Directions of the rays, equal for all slices.
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

/// Finds the triangle under the end of a ray.
void FieldRays::Renew(const Rays& rays, int i, Triangles* triangles) const {
  const double fu = rays.u + rays.radius * rays.du[i];
  const double fv = rays.v + rays.radius * rays.dv[i];
  // Clamped to existing cells, wherever the ray ends.
  const int col = static_cast<int>(std::min(std::max(fu, 0.0), rays.last_u - 0.5));
  const int row = static_cast<int>(std::min(std::max(fv, 0.0), rays.last_v - 0.5));
  Put(i, col, row, fu - col >= fv - row, triangles);
}

void FieldRays::Put(int i, int col, int row, bool lower, Triangles* triangles) const {
  const HeightField& grid = *field_->field;
  const float* heights = grid.heights.data() + static_cast<std::ptrdiff_t>(row) * grid.cols + col;
  FourTriangles& of = triangles->Of(i);
  of.col[i % 4] = static_cast<float>(col);
  of.row[i % 4] = static_cast<float>(row);
  of.lower[i % 4] = lower ? 1.0F : 0.0F;
  of.low[i % 4] = heights[0];
  of.middle[i % 4] = heights[lower ? 1 : grid.cols];
  of.high[i % 4] = heights[grid.cols + 1];
}

/// Updates the triangles of rays whose ends have left theirs.
SUREFOOT_INLINE void FieldRays::Follow(const Rays& rays, int first, int end,
                                       Triangles* triangles) const {
  for (int i = first; i < end; i += 4) {
    const FourTriangles& of = triangles->Of(i);
    const Four u = rays.u + rays.radius * Load(rays.du + i) - LoadFloats(of.col);
    const Four v = rays.v + rays.radius * Load(rays.dv + i) - LoadFloats(of.row);
    const Four lower = u >= v ? All(1.0) : All(0.0);
    const FourBits here =
        (u >= 0.0) & (v >= 0.0) & (u < 1.0) & (v < 1.0) & (lower == LoadFloats(of.lower));
    if (!Any(~here)) continue;
    for (int k = 0; k < 4; ++k) {
      if (here[k] == 0) Renew(rays, i + k, triangles);
    }
  }
}

/// Iterates from plane to plane, starting with the one below the ray's end; bisects where that
/// leaves the remaining interval. Keeps the triangle where it ends.
double FieldRays::Find(const Rays& rays, int i, Triangles* triangles) const {
  constexpr int kMaxIterations = 9;
  Renew(rays, i, triangles);
  double above = 0.0;
  double below = 2.0 * rays.radius;
  double distance = rays.radius;
  for (int again = 0; again < kMaxIterations; ++again) {
    const double r = std::max(distance, 0.0);
    const double col = triangles->Of(i).col[i % 4];
    const double row = triangles->Of(i).row[i % 4];
    const auto [low, gu, gv] = PlaneAt(*triangles, i);
    const double height = rays.z - (low + (rays.u - col) * gu + (rays.v - row) * gv);
    const double closing = gu * rays.du[i] + gv * rays.dv[i] - rays.dz[i];
    distance = height / std::max(closing, kSmall);
    if (again > 0) {
      (distance > r ? above : below) = r;
      if (r > 0.0 && !(distance >= above && distance <= below)) distance = 0.5 * (above + below);
    }
    const double at = std::max(distance, 0.0);
    const double u = rays.u + at * rays.du[i];
    const double v = rays.v + at * rays.dv[i];
    if (!(u >= 0.0 && v >= 0.0 && u < rays.last_u && v < rays.last_v)) {
      return again > 0 ? distance : 2.0 * rays.radius;
    }
    if (again == 0 && !(distance < below)) return distance;
    const int next_col = static_cast<int>(u);
    const int next_row = static_cast<int>(v);
    const bool next_lower = u - next_col >= v - next_row;
    const bool lower = triangles->Of(i).lower[i % 4] != 0.0F;
    if (next_col == col && next_row == row && next_lower == lower) break;
    Put(i, next_col, next_row, next_lower, triangles);
  }
  return distance;
}

/// Intersects the rays below with the field: mostly in the triangle of the last step, so that one
/// plane suffices.
SUREFOOT_INLINE void FieldRays::Meet(const Rays& rays, Triangles* kept, double* distances) const {
  for (int i = 0; i < kBelow; i += 4) {
    const Four du = Load(rays.du + i);
    const Four dv = Load(rays.dv + i);
    const FourTriangles& of = kept->Of(i);
    const Four col = LoadFloats(of.col);
    const Four row = LoadFloats(of.row);
    const FourBits lower = LoadFloats(of.lower) != 0.0;
    const Plane<Four> plane = PlanesOf(of, lower);
    const Four gu = plane.gu;
    const Four gv = plane.gv;
    const Four height = rays.z - (plane.low + (rays.u - col) * gu + (rays.v - row) * gv);
    const Four closing = gu * du + gv * dv - Load(rays.dz + i);
    const Four distance = height / Max(closing, All(kSmall));
    const Four r = Max(distance, All(0.0));
    const Four u = rays.u + r * du;
    const Four v = rays.v + r * dv;
    Store(distance, distances + i);
    // Inside the triangle: in the cell, and on its side of the diagonal.
    const Four su = u - col;
    const Four sv = v - row;
    const Four above = lower ? sv : su;
    const Four below = lower ? su : sv;
    const FourBits within = (above >= 0.0) & (below >= above) & (below <= 1.0);
    if (!Any(~within)) continue;
    for (int k = 0; k < 4; ++k) {
      if (within[k] == 0) distances[i + k] = Find(rays, i + k, kept);
    }
  }
}

/// Distance along a ray ahead or behind. Beyond the tread, only the plane of the triangle under its
/// end is used.
double FieldRays::Beside(double highest, const Rays& rays, const Triangles& triangles,
                         int i) const {
  const double met = March(highest, rays, i);
  if (met < rays.radius) return met;
  const double u = rays.u + rays.radius * rays.du[i];
  const double v = rays.v + rays.radius * rays.dv[i];
  if (!(u >= 0.0 && v >= 0.0 && u <= rays.last_u && v <= rays.last_v)) return 2.0 * rays.radius;
  const auto [low, gu, gv] = PlaneAt(triangles, i);
  const double col = triangles.Of(i).col[i % 4];
  const double row = triangles.Of(i).row[i % 4];
  const double end = rays.z + rays.radius * rays.dz[i] - (low + (u - col) * gu + (v - row) * gv);
  const double closing = gu * rays.du[i] + gv * rays.dv[i] - rays.dz[i];
  const double more = std::max(end, 0.0) / std::max(closing, kSmall);
  return rays.radius + std::min(more, rays.radius);
}

/// Grid traversal (Amanatides and Woo 1987), starting where the ray is not above the whole field;
/// kNowhere when nothing is met.
double FieldRays::March(double highest, const Rays& rays, int i) const {
  const double du = rays.du[i];
  const double dv = rays.dv[i];
  const double dz = rays.dz[i];
  double r = 0.0;
  if (rays.z > highest) r = dz < 0.0 ? (highest - rays.z) / dz : kNowhere;
  if (!(r < rays.radius)) return kNowhere;
  int col = static_cast<int>(std::floor(rays.u + r * du));
  int row = static_cast<int>(std::floor(rays.v + r * dv));
  const auto next_line = [](double from, double along, int cell) {
    if (along == 0.0) return kNowhere;
    return (cell + (along > 0.0 ? 1 : 0) - from) / along;
  };
  while (r < rays.radius) {
    const double next_u = next_line(rays.u, du, col);
    const double next_v = next_line(rays.v, dv, row);
    const double out = std::min({next_u, next_v, rays.radius});
    if (col >= 0 && row >= 0 && col < rays.last_u && row < rays.last_v) {
      // Both sides of the cell's diagonal.
      const double diagonal = ((rays.v - row) - (rays.u - col)) / (du - dv);
      const bool both = diagonal > r && diagonal < out;
      double met = MeetTriangle(rays, i, col, row, r, both ? diagonal : out);
      if (met == kNowhere && both) met = MeetTriangle(rays, i, col, row, diagonal, out);
      if (met != kNowhere) return met;
    }
    r = out;
    if (next_u <= next_v) {
      col += du > 0.0 ? 1 : -1;
    } else {
      row += dv > 0.0 ? 1 : -1;
    }
  }
  return kNowhere;
}

/// Intersects a piece of a ray with one of the triangles of a cell.
double FieldRays::MeetTriangle(const Rays& rays, int i, int col, int row, double from,
                               double to) const {
  const double middle = 0.5 * (from + to);
  const double su = rays.u - col;
  const double sv = rays.v - row;
  const bool lower = su + middle * rays.du[i] >= sv + middle * rays.dv[i];
  const Plane<double> plane = PlaneOf(*field_->field, col, row, lower);
  const double height = rays.z - (plane.low + su * plane.gu + sv * plane.gv);
  const double closing = plane.gu * rays.du[i] + plane.gv * rays.dv[i] - rays.dz[i];
  if (!(height - to * closing <= 0.0)) return kNowhere;
  return height - from * closing <= 0.0 ? from : height / closing;
}

/// Whether any of four rays ends below the field.
SUREFOOT_INLINE bool FieldRays::EndsIn(double highest, const Rays& rays, int i,
                                       Triangles* triangles) const {
  const Four z = rays.z + rays.radius * Load(rays.dz + i);
  if (!Any(z < highest)) return false;
  Follow(rays, i, i + 4, triangles);
  const Four u = rays.u + rays.radius * Load(rays.du + i);
  const Four v = rays.v + rays.radius * Load(rays.dv + i);
  const FourTriangles& of = triangles->Of(i);
  const Plane<Four> plane = PlanesOf(of, LoadFloats(of.lower) != 0.0);
  const Four height =
      plane.low + (u - LoadFloats(of.col)) * plane.gu + (v - LoadFloats(of.row)) * plane.gv;
  return Any((z < height) & (u >= 0.0) & (v >= 0.0) & (u <= rays.last_u) & (v <= rays.last_v));
}

/// The rays ahead and behind of a slice: those that end in the field (few, unless there is an
/// obstacle) and their neighbours, which determine where the patch ends.
SUREFOOT_INLINE void FieldRays::MeasureBeside(double highest, const Rays& rays,
                                              Triangles* triangles, SliceDepths* slice) const {
  constexpr int kFours = (kPlaces - kBelow) / 4;
  // One slot before the first and one after the last.
  bool ends[kFours + 2] = {};
  bool any = false;
  for (int k = 0; k < kFours; ++k) {
    ends[k + 1] = EndsIn(highest, rays, kBelow + 4 * k, triangles);
    any = any || ends[k + 1];
  }
  if (!any) return;
  slice->UseSides(-rays.radius);
  for (int k = 0; k < kFours; ++k) {
    if (!ends[k] && !ends[k + 1] && !ends[k + 2]) continue;
    const int first = kBelow + 4 * k;
    Follow(rays, first, first + 4, triangles);
    for (int i = first; i < std::min(first + 4, kRays); ++i) {
      const double found = rays.radius - Beside(highest, rays, *triangles, i);
      double& depth = slice->depth[static_cast<std::size_t>(i)];
      depth = std::max(depth, found);
      slice->Deepen(i < kFirstRay[2] ? 1 : 2, found, field_->ground);
    }
  }
}

SUREFOOT_INLINE void FieldRays::MeasureSlice(const Rays& rays, Triangles* triangles,
                                             SliceDepths* slice) const {
  alignas(32) double distances[kBelow];
  Meet(rays, triangles, distances);
  double* depth = slice->depth.data();
  Four deepest = All(0.0);
  for (int i = 0; i < kBelow; i += 4) {
    const Four found = rays.radius - Load(distances + i);
    Store(Max(Load(depth + i), found), depth + i);
    deepest = Max(deepest, found);
  }
  slice->Deepen(0, MaxOf(deepest), field_->ground);
}

SUREFOOT_INLINE void FieldRays::MeasureSlices(double highest, const Fan& fan, const FanSlice* at,
                                              SliceDepths* slices) {
  Rays rays;
  Aim(fan, at[0], 0, kBelow, &rays);
  double lowest = std::numeric_limits<double>::infinity();
  for (int s = 0; s < kSlices; ++s) {
    Start(at[s], &rays);
    MeasureSlice(rays, &triangles_[s], &slices[s]);
    lowest = std::min(lowest, rays.z);
  }
  Aim(fan, at[0], kBelow, kPlaces, &rays);
  Four down = All(0.0);
  for (int i = kBelow; i < kPlaces; i += 4) down = Min(down, Load(rays.dz + i));
  if (lowest - rays.radius * MaxOf(-down) >= highest) return;
  for (int s = 0; s < kSlices; ++s) {
    Start(at[s], &rays);
    MeasureBeside(highest, rays, &triangles_[s], &slices[s]);
  }
}

void FieldRays::Measure(const GroundField& field, double highest, const Fan& fan,
                        const FanSlice* at, SliceDepths* slices) {
  if (field_ != &field) Forget(&field);
  Call<&FieldRays::MeasureSlices>(this, highest, fan, at, slices);
}

void FieldRays::Prefetch() const {
  for (const Triangles& triangles : triangles_) {
    PrefetchLines(triangles.fours, kBelow / 4 * sizeof(FourTriangles));
  }
}

void FieldRays::Forget(const GroundField* field) {
  field_ = field;
  // NaN compares false with any cell.
  for (Triangles& triangles : triangles_) {
    for (FourTriangles& of : triangles.fours) {
      std::fill_n(of.col, 4, std::numeric_limits<float>::quiet_NaN());
    }
  }
}

void FieldRays::Archive(const std::vector<GroundField>& fields, StateArchive* archive) {
  auto index = static_cast<std::int32_t>(field_ == nullptr ? -1 : field_ - fields.data());
  archive->Items(&index);
  archive->Require(index < static_cast<int>(fields.size()));
  if (!archive->ok()) return;
  const bool restores = archive->restores();
  if (restores) Forget(index < 0 ? nullptr : &fields[static_cast<std::size_t>(index)]);
  for (int s = 0; index >= 0 && s < kSlices; ++s) {
    for (int i = 0; i < kBelow; ++i) {
      const FourTriangles& of = triangles_[s].Of(i);
      const bool known = of.col[i % 4] >= 0.0F;
      auto col = known ? static_cast<std::int32_t>(of.col[i % 4]) : -1;
      archive->Items(&col);
      if (col < 0) continue;
      auto row = known ? static_cast<std::int32_t>(of.row[i % 4]) : 0;
      bool lower = known && of.lower[i % 4] != 0.0F;
      archive->Items(&row, &lower);
      const HeightField& grid = *field_->field;
      archive->Require(col <= grid.cols - 2 && row >= 0 && row <= grid.rows - 2);
      if (!archive->ok()) return;
      if (restores) Put(i, col, row, lower, &triangles_[s]);
    }
  }
}

}  // namespace surefoot::ground
