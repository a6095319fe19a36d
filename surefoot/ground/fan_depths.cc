#include "surefoot/ground/fan_depths.h"

#include <algorithm>
#include <cmath>

#include "surefoot/ground/field_rays.h"
#include "surefoot/ground/terrain_rays.h"

namespace surefoot::ground {
namespace {

constexpr double kSmall = 1e-9;
/// In radii: rays in the air tell up to here where a patch ends.
constexpr double kNear = 1.08;

void Deepen(int part, double depth, int ground, SliceDepths* slice) {
  const auto i = static_cast<std::size_t>(part);
  if (!(depth > slice->deepest[i])) return;
  slice->deepest[i] = depth;
  slice->ground[i] = ground;
}

/// Rays from `first`, as many as are told when compiling, against the plane at `height` below which
/// rays close in by `down` and `forward`; returns the largest depth.
template <int kCount>
double PlaneRays(const Fan& fan, int first, double radius, double height, double down,
                 double forward, double* depth) {
  const double* cos = fan.cos.data() + first;
  const double* sin = fan.sin.data() + first;
  double* out = depth + first;
  double deepest = 0.0;
  for (int i = 0; i < kCount; ++i) {
    const double closing = cos[i] * down + sin[i] * forward;
    // A ray that leaves the plane never meets it.
    const double found = radius - height / (closing > kSmall ? closing : kSmall);
    out[i] = out[i] > found ? out[i] : found;
    deepest = deepest > found ? deepest : found;
  }
  return deepest;
}

}  // namespace

void PlaneDepths(const GroundPlane& plane, const Fan& fan, const FanSlice& at, SliceDepths* slice) {
  const double height = plane.normal_W.dot(at.p_W) - plane.offset;
  if (height >= at.radius) return;
  const double down = -plane.normal_W.dot(at.down_W);
  const double forward = -plane.normal_W.dot(at.forward_W);
  double* depth = slice->depth.data();
  const auto measure = [&]<int kCount>(int part) {
    const double deepest =
        PlaneRays<kCount>(fan, kFirstRay[part], at.radius, height, down, forward, depth);
    Deepen(part, deepest, plane.ground, slice);
  };
  measure.operator()<kFanRays + 1>(0);
  const double steepest = fan.cos[0] * down - fan.sin[0] * std::abs(forward);
  // Within the fan when its last rays are in the air, and it faces upwards.
  if (down > 0.9 && height > at.radius * steepest) return;
  slice->UseSides(-at.radius);
  measure.operator()<kSideRays>(1);
  measure.operator()<kSideRays>(2);
}

void FieldDepths(const GroundField& field, const Fan& fan, const FanSlice& at, SliceDepths* slice) {
  const double deepest = FieldRays(field, fan, at).Measure(slice->depth.data());
  Deepen(0, deepest, field.ground, slice);
}

void SolidDepths(const GroundSolid& solid, const Fan& fan, const FanSlice& at, SliceDepths* slice) {
  slice->UseSides(-at.radius);
  for (int part = 0; part < 3; ++part) {
    for (int ray = kFirstRay[part]; ray < kFirstRay[part] + kRayCount[part]; ++ray) {
      const auto i = static_cast<std::size_t>(ray);
      GroundHit hit;
      hit.distance = 2.0 * at.radius;
      CastSolid(solid, at.p_W, fan.cos[i] * at.down_W + fan.sin[i] * at.forward_W, &hit);
      const double found = at.radius - hit.distance;
      slice->depth[i] = std::max(slice->depth[i], found);
      Deepen(part, found, solid.ground, slice);
    }
  }
}

namespace {

/// A line in the plane of a slice, seen so that its end is to the left of its start.
struct Line {
  Planar from;
  Planar to;
  double ex, ey;
  double twice_area;
};

void LineRays(const Line& line, int part, int ground, const Fan& fan, double radius,
              SliceDepths* slice) {
  double deepest = 0.0;
  for (int ray = kFirstRay[part]; ray < kFirstRay[part] + kRayCount[part]; ++ray) {
    const auto i = static_cast<std::size_t>(ray);
    const double c = fan.cos[i];
    const double s = fan.sin[i];
    if (c * line.from.y > s * line.from.x || c * line.to.y < s * line.to.x) continue;
    const double closing = c * line.ey - s * line.ex;
    const double found = radius - line.twice_area / std::max(closing, 1e-12);
    slice->depth[i] = std::max(slice->depth[i], found);
    deepest = std::max(deepest, found);
  }
  Deepen(part, deepest, ground, slice);
}

}  // namespace

void LineDepths(const Planar& from, const Planar& to, int ground, const Fan& fan, double radius,
                SliceDepths* slice) {
  Line line{from, to, to.x - from.x, to.y - from.y, 0.0};
  line.twice_area = from.x * line.ey - from.y * line.ex;
  const double area2 = line.twice_area * line.twice_area;
  const double length2 = line.ex * line.ex + line.ey * line.ey;
  if (area2 >= kNear * kNear * radius * radius * length2) return;
  if (line.twice_area < 0.0) {
    line = Line{to, from, -line.ex, -line.ey, -line.twice_area};
  }
  // The part of the line that is nearer than the tread.
  const double room = radius * radius * length2 - area2;
  const double half = std::sqrt(std::max(0.0, room));
  const double along = -(line.from.x * line.ex + line.from.y * line.ey);
  const double t0 = std::max(0.0, (along - half) / length2);
  const double t1 = std::min(1.0, (along + half) / length2);
  const auto beyond = [&](double t) {
    return std::abs(line.from.y + t * line.ey) * fan.cos[0] >
           -(line.from.x + t * line.ex) * fan.sin[0];
  };
  LineRays(line, 0, ground, fan, radius, slice);
  if (!(room > 0.0) || t0 > t1 || !(beyond(t0) || beyond(t1))) return;
  slice->UseSides(-radius);
  LineRays(line, 1, ground, fan, radius, slice);
  LineRays(line, 2, ground, fan, radius, slice);
}

}  // namespace surefoot::ground
