#include "surefoot/ground/fan_depths.h"

#include <algorithm>
#include <cmath>

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

/// Rays below and the free place after them, which repeats the last: loops over all of them need no
/// rest.
constexpr int kPaired = kFanRays + 1;

/// A height map as the rays of one slice see it, all rays at once: first where they are, then which
/// triangles are there, then where those are met.
class FieldRays {
 public:
  FieldRays(const GroundField& field, const Fan& fan, const FanSlice& at)
      : fan_(fan), radius_(at.radius) {
    const HeightField& grid = *field.field;
    const Vector3d p_G = field.R_WG.transpose() * (at.p_W - field.X_WG.p);
    const Vector3d down_G = field.R_WG.transpose() * at.down_W;
    const Vector3d forward_G = field.R_WG.transpose() * at.forward_W;
    u_ = (p_G.x() + 0.5 * grid.size_x) * field.columns_per_metre;
    v_ = (p_G.y() + 0.5 * grid.size_y) * field.rows_per_metre;
    z_ = p_G.z();
    down_u_ = down_G.x() * field.columns_per_metre;
    down_v_ = down_G.y() * field.rows_per_metre;
    down_z_ = down_G.z();
    forward_u_ = forward_G.x() * field.columns_per_metre;
    forward_v_ = forward_G.y() * field.rows_per_metre;
    forward_z_ = forward_G.z();
    heights_ = grid.heights.data();
    cols_ = grid.cols;
    last_u_ = grid.cols - 1;
    last_v_ = grid.rows - 1;
    const double du = radius_ * (std::abs(down_u_) + std::abs(forward_u_));
    const double dv = radius_ * (std::abs(down_v_) + std::abs(forward_v_));
    inside_ = u_ - du > 0.0 && v_ - dv > 0.0 && u_ + du < last_u_ && v_ + dv < last_v_;
  }

  /// Takes over larger depths; returns the largest.
  double Measure(double* depth) {
    for (int i = 0; i < kPaired; ++i) {
      du_[i] = fan_.cos[At(i)] * down_u_ + fan_.sin[At(i)] * forward_u_;
      dv_[i] = fan_.cos[At(i)] * down_v_ + fan_.sin[At(i)] * forward_v_;
    }
    for (int i = 0; i < kPaired; ++i) {
      const bool found = inside_ || IsInside(i, radius_);
      if (found) {
        Load(i, Find(i, radius_));
      } else {
        key_[i] = -1;
        height_[i] = 2.0 * radius_;
        closing_[i] = 1.0;
      }
    }
    for (int i = 0; i < kPaired; ++i) {
      const double closing = closing_[i] > kSmall ? closing_[i] : kSmall;
      distance_[i] = height_[i] / closing;
    }
    double deepest = 0.0;
    for (int i = 0; i < kPaired; ++i) {
      if (distance_[i] < radius_) Correct(i);
      const double found = radius_ - distance_[i];
      depth[i] = depth[i] > found ? depth[i] : found;
      deepest = deepest > found ? deepest : found;
    }
    return deepest;
  }

 private:
  static std::size_t At(int i) { return static_cast<std::size_t>(i); }

  bool IsInside(int i, double r) const {
    const double u = u_ + r * du_[i];
    const double v = v_ + r * dv_[i];
    return u >= 0.0 && v >= 0.0 && u < last_u_ && v < last_v_;
  }
  /// The triangle at distance r: twice the cell, and 1 more for that below the diagonal.
  int Find(int i, double r) const {
    const double u = u_ + r * du_[i];
    const double v = v_ + r * dv_[i];
    const int col = static_cast<int>(u);
    const int row = static_cast<int>(v);
    return 2 * (row * cols_ + col) + (u - col >= v - row ? 1 : 0);
  }
  /// How far the plane of a triangle is below the slice's middle, and how fast the ray closes in.
  void Load(int i, int key) {
    key_[i] = key;
    const int cell = key >> 1;
    const int row = cell / cols_;
    const int col = cell - row * cols_;
    const float* near = heights_ + cell;
    const float* far = near + cols_;
    const bool lower = (key & 1) != 0;
    const double low = near[0];
    const double high = far[1];
    const double middle = *(lower ? near + 1 : far);
    const double rise = middle - low;
    const double rest = high - middle;
    const double gu = lower ? rise : rest;
    const double gv = lower ? rest : rise;
    height_[i] = z_ - (low + (u_ - col) * gu + (v_ - row) * gv);
    closing_[i] = gu * du_[i] + gv * dv_[i] - fan_.cos[At(i)] * down_z_ - fan_.sin[At(i)] * forward_z_;
  }
  /// The triangle under the end of a ray may not be the one that the ray meets.
  void Correct(int i) {
    for (int again = 0; again < 2; ++again) {
      const double r = std::max(distance_[i], 0.0);
      if (!inside_ && !IsInside(i, r)) return;
      const int key = Find(i, r);
      if (key == key_[i]) return;
      Load(i, key);
      distance_[i] = height_[i] / std::max(closing_[i], kSmall);
    }
  }

  const Fan& fan_;
  const double radius_;
  /// The slice's middle and directions, in cells and metres.
  double u_, v_, z_;
  double down_u_, down_v_, down_z_;
  double forward_u_, forward_v_, forward_z_;
  const float* heights_;
  int cols_;
  double last_u_, last_v_;
  /// True when no ray can leave the field.
  bool inside_;
  int key_[kPaired];
  double du_[kPaired], dv_[kPaired];
  double height_[kPaired], closing_[kPaired], distance_[kPaired];
};

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
