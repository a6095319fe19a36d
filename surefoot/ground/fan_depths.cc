#include "surefoot/ground/fan_depths.h"

#include <algorithm>
#include <cmath>

#include "surefoot/ground/terrain_rays.h"

namespace surefoot::ground {
namespace {

/// The first ray of each part of a slice and one past the last.
constexpr int kParts[4] = {0, kFanRays, kFanRays + kSideRays, kRays};

/// Takes over depths that are larger, for one part of the slice.
void Merge(const double* depth, int part, int ground, SliceDepths* slice) {
  double deepest = 0.0;
  double before = 0.0;
  for (int i = kParts[part]; i < kParts[part + 1]; ++i) {
    double& old = slice->depth[static_cast<std::size_t>(i)];
    before = std::max(before, old);
    deepest = std::max(deepest, depth[i]);
    old = std::max(old, depth[i]);
  }
  if (deepest >= before && deepest > 0.0) slice->ground[static_cast<std::size_t>(part)] = ground;
}

}  // namespace

void PlaneDepths(const GroundPlane& plane, const Fan& fan, const FanSlice& at, SliceDepths* slice) {
  const double height = plane.normal_W.dot(at.p_W) - plane.offset;
  if (height >= at.radius) return;
  const double down = -plane.normal_W.dot(at.down_W);
  const double forward = -plane.normal_W.dot(at.forward_W);
  alignas(32) double depth[kRays];
  const auto measure = [&](int first, int end) {
    for (int i = first; i < end; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const double closing = fan.cos[k] * down + fan.sin[k] * forward;
      // A ray that leaves the plane never meets it.
      const double distance = height / std::max(closing, 1e-9);
      depth[i] = at.radius - distance;
    }
  };
  measure(0, kFanRays);
  Merge(depth, 0, plane.ground, slice);
  const auto last = static_cast<std::size_t>(kFanRays - 1);
  const double steepest = fan.cos[last] * down + fan.sin[last] * std::abs(forward);
  // Within the fan when its last rays are in the air, and it faces upwards.
  if (down > 0.9 && height > at.radius * steepest) return;
  measure(kFanRays, kRays);
  Merge(depth, 1, plane.ground, slice);
  Merge(depth, 2, plane.ground, slice);
  slice->sides = true;
}

void FieldDepths(const GroundField& field, const Fan& fan, const FanSlice& at, SliceDepths* slice) {
  const HeightField& grid = *field.field;
  const Matrix3d R_GW = field.R_WG.transpose();
  const Vector3d p_G = R_GW * (at.p_W - field.X_WG.p);
  const Vector3d down_G = R_GW * at.down_W;
  const Vector3d forward_G = R_GW * at.forward_W;
  // In cells from the corner.
  const double pu = (p_G.x() + 0.5 * grid.size_x) * field.columns_per_metre;
  const double pv = (p_G.y() + 0.5 * grid.size_y) * field.rows_per_metre;
  const double down_u = down_G.x() * field.columns_per_metre;
  const double down_v = down_G.y() * field.rows_per_metre;
  const double forward_u = forward_G.x() * field.columns_per_metre;
  const double forward_v = forward_G.y() * field.rows_per_metre;
  const double last_u = grid.cols - 1;
  const double last_v = grid.rows - 1;
  alignas(32) double depth[kRays];
  const float* heights = grid.heights.data();
  int seen = -1;
  double height = 0.0;
  double down = 0.0;
  double forward = 0.0;
  // Distance along ray i by the triangle that is at distance r.
  const auto solve = [&](std::size_t i, double r) {
    const double du = fan.cos[i] * down_u + fan.sin[i] * forward_u;
    const double dv = fan.cos[i] * down_v + fan.sin[i] * forward_v;
    const double u = pu + r * du;
    const double v = pv + r * dv;
    if (!(u >= 0.0 && v >= 0.0 && u <= last_u && v <= last_v)) return 2.0 * at.radius;
    const int col = std::min(static_cast<int>(u), grid.cols - 2);
    const int row = std::min(static_cast<int>(v), grid.rows - 2);
    const bool lower = u - col >= v - row;
    const int key = 2 * (row * grid.cols + col) + (lower ? 1 : 0);
    if (key != seen) {
      seen = key;
      const float* near = heights + row * grid.cols + col;
      const float* far = near + grid.cols;
      const double low = near[0];
      const double high = far[1];
      const double gu = lower ? near[1] - low : high - far[0];
      const double gv = lower ? high - near[1] : far[0] - low;
      height = p_G.z() - (low + (pu - col) * gu + (pv - row) * gv);
      down = gu * down_u + gv * down_v - down_G.z();
      forward = gu * forward_u + gv * forward_v - forward_G.z();
    }
    return height / std::max(fan.cos[i] * down + fan.sin[i] * forward, 1e-9);
  };
  for (std::size_t i = 0; i < kFanRays; ++i) {
    const double first = solve(i, at.radius);
    const int guess = seen;
    double distance = first;
    if (first < at.radius) {
      distance = solve(i, first);
      // Into a third triangle: the ray went over an edge of the one that was found.
      if (seen != guess && std::abs(distance - first) > 1e-12) distance = solve(i, distance);
    }
    depth[i] = at.radius - distance;
  }
  Merge(depth, 0, field.ground, slice);
}

void SolidDepths(const GroundSolid& solid, const Fan& fan, const FanSlice& at, SliceDepths* slice) {
  alignas(32) double depth[kRays];
  for (std::size_t i = 0; i < kRays; ++i) {
    GroundHit hit;
    hit.distance = 2.0 * at.radius;
    CastSolid(solid, at.p_W, fan.cos[i] * at.down_W + fan.sin[i] * at.forward_W, &hit);
    depth[i] = at.radius - hit.distance;
  }
  for (int part = 0; part < 3; ++part) Merge(depth, part, solid.ground, slice);
  slice->sides = true;
}

void LineDepths(const Planar& from, const Planar& to, int ground, const Fan& fan, double radius,
                SliceDepths* slice) {
  const double ex = to.x - from.x;
  const double ey = to.y - from.y;
  const double twice_area = from.x * ey - from.y * ex;
  const double length2 = ex * ex + ey * ey;
  // Also a little farther: rays in the air tell where the patch ends.
  const double near = 1.08 * radius;
  if (twice_area * twice_area >= near * near * length2) return;
  // The part of the line that is nearer than the tread.
  const double along = -(from.x * ex + from.y * ey);
  const double room = radius * radius * length2 - twice_area * twice_area;
  const double half = std::sqrt(std::max(0.0, room));
  const double t0 = std::max(0.0, (along - half) / length2);
  const double t1 = std::min(1.0, (along + half) / length2);
  const auto last = static_cast<std::size_t>(kFanRays - 1);
  const double cone_cos = fan.cos[last];
  const double cone_sin = fan.sin[last];
  const auto beyond = [&](double t) {
    return std::abs(from.y + t * ey) * cone_cos > (from.x + t * ex) * cone_sin;
  };
  const bool sides = room > 0.0 && t0 <= t1 && (beyond(t0) || beyond(t1));
  const double sign = twice_area < 0.0 ? -1.0 : 1.0;
  alignas(32) double depth[kRays];
  const int count = sides ? kRays : kFanRays;
  for (int i = 0; i < count; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const double c = fan.cos[k];
    const double s = fan.sin[k];
    const double past_from = sign * (c * from.y - s * from.x);
    const double past_to = sign * (c * to.y - s * to.x);
    const double closing = sign * (c * ey - s * ex);
    const double distance = sign * twice_area / std::max(closing, 1e-12);
    const bool meets = past_from <= 0.0 && past_to >= 0.0;
    depth[i] = meets ? radius - distance : -radius;
  }
  for (int part = 0; part < (sides ? 3 : 1); ++part) Merge(depth, part, ground, slice);
  slice->sides = slice->sides || sides;
}

}  // namespace surefoot::ground
