#include "surefoot/ground/terrain/fan_depths.h"

#include <algorithm>
#include <cmath>

#include "surefoot/ground/terrain/terrain.h"
#include "surefoot/ground/wide.h"

namespace surefoot::ground {
namespace {

constexpr double kSmall = 1e-9;

/// A plane relative to a wheel: rays approach it at these rates along down and forward.
struct PlaneView {
  double down;
  double forward;
  double heights[kSlices];
  double radius;

  /// A ray that moves away from the plane never meets it.
  double PerClosing(const Fan& fan, std::size_t ray) const {
    return 1.0 / std::max(fan.cos[ray] * down + fan.sin[ray] * forward, kSmall);
  }
};

/// The rays below the axle.
SUREFOOT_INLINE void PlaneBelow(const PlaneView& view, int ground, const Fan& fan,
                                SliceDepths* slices) {
  constexpr int kPlaces = kFanRays + 1;
  alignas(32) double per_closing[kPlaces];
  for (int i = 0; i < kPlaces; i += 4) {
    const Four closing =
        Load(fan.cos.data() + i) * view.down + Load(fan.sin.data() + i) * view.forward;
    Store(1.0 / Max(closing, All(kSmall)), per_closing + i);
  }
  for (int s = 0; s < kSlices; ++s) {
    if (view.heights[s] >= view.radius) continue;
    double* depth = slices[s].depth.data();
    Four deepest = All(0.0);
    for (int i = 0; i < kPlaces; i += 4) {
      const Four found = view.radius - view.heights[s] * Load(per_closing + i);
      Store(Max(Load(depth + i), found), depth + i);
      deepest = Max(deepest, found);
    }
    slices[s].Deepen(0, MaxOf(deepest), ground);
  }
}

/// The rays ahead and behind, of one slice.
void PlaneBeside(const PlaneView& view, double height, int ground, const Fan& fan,
                 SliceDepths* slice) {
  slice->UseSides(-view.radius);
  for (int part = 1; part < 3; ++part) {
    double deepest = 0.0;
    for (int ray = kFirstRay[part]; ray < kFirstRay[part] + kRayCount[part]; ++ray) {
      const auto i = static_cast<std::size_t>(ray);
      const double found = view.radius - height * view.PerClosing(fan, i);
      slice->depth[i] = std::max(slice->depth[i], found);
      deepest = std::max(deepest, found);
    }
    slice->Deepen(part, deepest, ground);
  }
}

/// Capacity for triangles, so that a step does not allocate.
constexpr std::size_t kCapacity = 256;

struct Range {
  double min, max;
};

Range RangeOf(const double* a) {
  return {std::min({a[0], a[1], a[2]}), std::max({a[0], a[1], a[2]})};
}

/// Distance from 0 to the range.
double Gap(const Range& range) { return std::max({range.min, -range.max, 0.0}); }

/// Transforms points of W to coordinates along axle, down and forward from the wheel's centre.
SUREFOOT_INLINE void Place(const FanFrame& frame, std::size_t count, const double* x,
                           const double* y, const double* z, double* __restrict across,
                           double* __restrict down, double* __restrict forward) {
  const Vector3d p = frame.p_WC, a = frame.axle_W, d = frame.down_W, f = frame.forward_W;
  for (std::size_t i = 0; i < count; ++i) {
    const double dx = x[i] - p.x();
    const double dy = y[i] - p.y();
    const double dz = z[i] - p.z();
    across[i] = a.x() * dx + a.y() * dy + a.z() * dz;
    down[i] = d.x() * dx + d.y() * dy + d.z() * dz;
    forward[i] = f.x() * dx + f.y() * dy + f.z() * dz;
  }
}

}  // namespace

void PlaneDepths(const GroundPlane& plane, const Fan& fan, const FanSlice* at,
                 SliceDepths* slices) {
  PlaneView view{
      -plane.normal_W.dot(at[0].down_W), -plane.normal_W.dot(at[0].forward_W), {}, at[0].radius};
  for (int s = 0; s < kSlices; ++s) {
    view.heights[s] = plane.normal_W.dot(at[s].p_W) - plane.offset;
  }
  Call<PlaneBelow>(view, plane.ground, fan, slices);
  const double steepest = fan.cos[0] * view.down - fan.sin[0] * std::abs(view.forward);
  for (int s = 0; s < kSlices; ++s) {
    const double height = view.heights[s];
    // The plane is only below when the outermost rays are in the air and it faces upwards.
    if (height >= view.radius || (view.down > 0.9 && height > view.radius * steepest)) continue;
    PlaneBeside(view, height, plane.ground, fan, &slices[s]);
  }
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
      slice->Deepen(part, found, solid.ground);
    }
  }
}

namespace {

/// A line segment in the plane of a slice, oriented so that its end is to the left of its start.
struct Line {
  Planar from;
  Planar to;
  double ex, ey;
  double twice_area;
  /// Smallest squared approach rate of rays that meet it; slower rays run along it, as all do for
  /// segments without length.
  double min;
};

/// The rays below the axle; returns the largest depth.
SUREFOOT_INLINE double LineBelow(const Line& line, const Fan& fan, double radius, double* depth) {
  Four deepest = All(0.0);
  for (int i = 0; i < kFanRays + 1; i += 4) {
    const Four c = Load(fan.cos.data() + i);
    const Four s = Load(fan.sin.data() + i);
    const Four closing = c * line.ey - s * line.ex;
    const FourBits met = (c * line.from.y <= s * line.from.x) & (c * line.to.y >= s * line.to.x) &
                         (closing * closing > line.min);
    if (!Any(met)) continue;
    const Four found = radius - line.twice_area / closing;
    const Four old = Load(depth + i);
    Store(met ? Max(old, found) : old, depth + i);
    deepest = met ? Max(deepest, found) : deepest;
  }
  return MaxOf(deepest);
}

/// The rays ahead and behind.
void LineBeside(const Line& line, int ground, const Fan& fan, double radius, SliceDepths* slice) {
  slice->UseSides(-radius);
  for (int part = 1; part < 3; ++part) {
    double deepest = 0.0;
    for (int ray = kFirstRay[part]; ray < kFirstRay[part] + kRayCount[part]; ++ray) {
      const auto i = static_cast<std::size_t>(ray);
      const double c = fan.cos[i];
      const double s = fan.sin[i];
      if (c * line.from.y > s * line.from.x || c * line.to.y < s * line.to.x) continue;
      const double closing = c * line.ey - s * line.ex;
      if (!(closing * closing > line.min)) continue;
      const double found = radius - line.twice_area / closing;
      slice->depth[i] = std::max(slice->depth[i], found);
      deepest = std::max(deepest, found);
    }
    slice->Deepen(part, deepest, ground);
  }
}

/// Whether the segment comes within `reach` at a place that no ray below covers.
bool ReachesBeside(const Line& line, double length2, const Fan& fan, double reach) {
  const double room = reach * reach * length2 - line.twice_area * line.twice_area;
  if (!(room > 0.0)) return false;
  // The interval of the segment that is nearer than that.
  const double half = std::sqrt(room);
  const double along = -(line.from.x * line.ex + line.from.y * line.ey);
  const double t0 = std::max(0.0, (along - half) / length2);
  const double t1 = std::min(1.0, (along + half) / length2);
  const auto beyond = [&](double t) {
    return std::abs(line.from.y + t * line.ey) * fan.cos[0] >
           -(line.from.x + t * line.ex) * fan.sin[0];
  };
  return t0 <= t1 && (beyond(t0) || beyond(t1));
}

}  // namespace

void LineDepths(const Planar& from, const Planar& to, int ground, const Fan& fan, double radius,
                SliceDepths* slice) {
  // Positive: ahead of the rays below, or behind them.
  const double cone_from = -from.x * fan.sin[0];
  const double cone_to = -to.x * fan.sin[0];
  const bool ahead = from.y * fan.cos[0] > cone_from && to.y * fan.cos[0] > cone_to;
  const bool behind = -from.y * fan.cos[0] > cone_from && -to.y * fan.cos[0] > cone_to;
  Line line{from, to, to.x - from.x, to.y - from.y, 0.0, 0.0};
  const double length2 = line.ex * line.ex + line.ey * line.ey;
  line.min = 1e-18 * length2;
  // Rays ahead and behind that end just above the ground determine where a patch ends.
  const double reach = radius + fan.Gap(1, radius);
  if (ahead || behind) {
    // Early exit: most segments are too far away.
    const double along = -(from.x * line.ex + from.y * line.ey);
    const Planar& end = along <= 0.0 ? from : to;
    const bool at_end = along <= 0.0 || along >= length2;
    if (at_end && end.x * end.x + end.y * end.y >= reach * reach) return;
  }
  line.twice_area = from.x * line.ey - from.y * line.ex;
  if (line.twice_area * line.twice_area >= 4.0 * radius * radius * length2) return;
  if (line.twice_area < 0.0) {
    line = Line{to, from, -line.ex, -line.ey, -line.twice_area, line.min};
  }
  if (!ahead && !behind) {
    double* depth = slice->depth.data();
    const double deepest = Call<LineBelow>(line, fan, radius, depth);
    slice->Deepen(0, deepest, ground);
    const bool within =
        std::abs(from.y) * fan.cos[0] <= cone_from && std::abs(to.y) * fan.cos[0] <= cone_to;
    if (within) return;
  }
  if (ReachesBeside(line, length2, fan, reach)) LineBeside(line, ground, fan, radius, slice);
}

NearTriangles::NearTriangles(const Fan& fan, double width, double slack)
    : radius_(fan.radius), width_(width), slack_(slack) {
  // With the wheel's motion and rotation until the next selection, a triangle outside of the cone
  // may approach by about three slacks.
  const double cone = fan.half_angle + 3.0 * slack / fan.radius;
  cone_cos_ = std::cos(cone);
  cone_sin_ = std::sin(cone);
  grounds_.reserve(kCapacity);
  for (std::vector<int>& slice : of_slice_) slice.reserve(kCapacity);
  for (Corners* corners : {&corners_W_, &corners_}) {
    for (std::vector<double>* values : {&corners->a, &corners->b, &corners->c}) {
      values->reserve(3 * kCapacity);
    }
  }
}

void NearTriangles::Start(const FanFrame& frame) {
  start_ = frame;
  grounds_.clear();
  for (std::vector<int>& slice : of_slice_) slice.clear();
  for (Corners* corners : {&corners_W_, &corners_}) {
    for (std::vector<double>* values : {&corners->a, &corners->b, &corners->c}) values->clear();
  }
}

void NearTriangles::Add(const GroundTriangle& triangle) {
  double across[3], down[3], forward[3];
  for (int i = 0; i < 3; ++i) {
    const Vector3d p = triangle.corners_W[i] - start_.p_WC;
    across[i] = start_.axle_W.dot(p);
    down[i] = start_.down_W.dot(p);
    forward[i] = start_.forward_W.dot(p);
  }
  const Range sides = RangeOf(across);
  const double half = 0.5 * width_ + 3.0 * slack_;
  if (sides.min > half || sides.max < -half) return;
  const double far_down = Gap(RangeOf(down));
  const double far_forward = Gap(RangeOf(forward));
  const double far2 = far_down * far_down + far_forward * far_forward;
  const auto beyond = [&](double reach) { return far2 > reach * reach; };
  // Rays below also meet ground beyond the tread: it determines where a patch ends.
  if (beyond(2.0 * radius_ + 3.0 * slack_)) return;
  int ahead = 0;
  int behind = 0;
  for (int i = 0; i < 3; ++i) {
    ahead += forward[i] * cone_cos_ > down[i] * cone_sin_ ? 1 : 0;
    behind += -forward[i] * cone_cos_ > down[i] * cone_sin_ ? 1 : 0;
  }
  // Elsewhere it matters only within the reach of the tread.
  if ((ahead == 3 || behind == 3) && beyond(radius_ + 2.0 * slack_)) return;
  const int index = static_cast<int>(grounds_.size());
  grounds_.push_back(triangle.ground);
  for (const Vector3d& p_W : triangle.corners_W) {
    corners_W_.a.push_back(p_W.x());
    corners_W_.b.push_back(p_W.y());
    corners_W_.c.push_back(p_W.z());
  }
  for (int slice = 0; slice < kSlices; ++slice) {
    const double at = SliceOffset(slice, width_);
    if (sides.min < at + 3.0 * slack_ && sides.max > at - 3.0 * slack_) {
      of_slice_[slice].push_back(index);
    }
  }
}

void NearTriangles::MoveTo(const FanFrame& frame) {
  const std::size_t count = corners_W_.a.size();
  for (std::vector<double>* values : {&corners_.a, &corners_.b, &corners_.c}) {
    values->resize(count);
  }
  const Corners& from = corners_W_;
  Call<Place>(frame, count, from.a.data(), from.b.data(), from.c.data(), corners_.a.data(),
              corners_.b.data(), corners_.c.data());
}

void NearTriangles::Measure(const Fan& fan, const HiddenGrounds& hidden, int slice, double radius,
                            SliceDepths* depths) const {
  const double offset = SliceOffset(slice, width_);
  for (const int index : of_slice_[slice]) {
    const int ground = grounds_[static_cast<std::size_t>(index)];
    if (hidden.Has(ground)) continue;
    const double* across = corners_.a.data() + 3 * index;
    const double* down = corners_.b.data() + 3 * index;
    const double* forward = corners_.c.data() + 3 * index;
    const bool left[3] = {across[0] > offset, across[1] > offset, across[2] > offset};
    if (left[0] == left[1] && left[1] == left[2]) continue;
    // The triangle cuts the slice's plane in a segment. Edges are intersected from left to right,
    // so that adjacent triangles end at bit-identical points.
    Planar ends[2];
    int found = 0;
    for (int i = 0; i < 3; ++i) {
      const int k = i == 2 ? 0 : i + 1;
      if (left[i] == left[k]) continue;
      const int a = left[i] ? i : k;
      const int b = left[i] ? k : i;
      const double t = (across[a] - offset) / (across[a] - across[b]);
      ends[found++] = {down[a] + t * (down[b] - down[a]),
                       forward[a] + t * (forward[b] - forward[a])};
    }
    LineDepths(ends[0], ends[1], ground, fan, radius, depths);
  }
}

}  // namespace surefoot::ground
