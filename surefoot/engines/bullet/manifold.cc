#include "surefoot/engines/bullet/manifold.h"

#include <algorithm>
#include <cmath>

namespace surefoot::engines::bullet {
namespace {

/// Corner i of a closed polygon.
Vector3d At(const Polygon& polygon, int i) {
  return polygon.points[static_cast<std::size_t>(i % polygon.count)];
}

/// Normal of a polygon as the sum of its triangles' cross products; its length is twice the area.
Vector3d AreaNormal(const Polygon& polygon) {
  Vector3d normal = Vector3d::Zero();
  const Vector3d origin = At(polygon, 0);
  for (int i = 1; i + 1 < polygon.count; ++i) {
    normal += (At(polygon, i) - origin).cross(At(polygon, i + 1) - origin);
  }
  return normal;
}

/// Sutherland-Hodgman clipping to the prism over `by`, whose corners are counter-clockwise about
/// `up`.
void Clip(const Polygon& by, const Vector3d& up, Polygon* polygon) {
  Polygon kept;
  for (int i = 0; i < by.count && polygon->count > 0; ++i) {
    const Vector3d from = At(by, i);
    const Vector3d edge = At(by, i + 1) - from;
    const Vector3d inward = up.cross(edge);
    // Slack for points on the border, so that equal faces keep all their corners.
    const double slack = 1e-9 * inward.norm();
    kept.count = 0;
    const bool open = polygon->count == 2;
    for (int k = 0; k < polygon->count; ++k) {
      const Vector3d p = At(*polygon, k);
      const double at = inward.dot(p - from) + slack;
      if (at >= 0.0) kept.Add(p);
      if (polygon->count == 1 || (open && k == 1)) continue;
      const Vector3d q = At(*polygon, k + 1);
      const double next = inward.dot(q - from) + slack;
      if ((at >= 0.0) != (next >= 0.0)) kept.Add(p + at / (at - next) * (q - p));
    }
    *polygon = kept;
  }
}

/// Two nearly parallel edges touch along their common stretch, represented by its ends.
void ClipEdges(const Polygon& a, const Polygon& b, const Vector3d& n, double reach,
               std::vector<TouchPoint>* points) {
  const Vector3d along = At(a, 1) - At(a, 0);
  const Vector3d other = At(b, 1) - At(b, 0);
  const double length = along.norm();
  const double other_length = other.norm();
  if (length < 1e-12 || other_length < 1e-12) return;
  if (std::abs(along.dot(other)) < 0.999 * length * other_length) return;
  const Vector3d u = along / length;
  const auto ends = std::minmax(u.dot(At(b, 0) - At(a, 0)), u.dot(At(b, 1) - At(a, 0)));
  const double low = std::max(0.0, ends.first);
  const double high = std::min(length, ends.second);
  if (low > high) return;
  const double slope = 1.0 / u.dot(other);
  for (const double s : {low, high}) {
    const Vector3d on_a = At(a, 0) + s * u;
    const Vector3d on_b = At(b, 0) + slope * (s - u.dot(At(b, 0) - At(a, 0))) * other;
    const double depth = n.dot(on_a - on_b);
    if (depth > -reach) points->push_back({0.5 * (on_a + on_b), n, depth});
  }
}

}  // namespace

void ToWorld(const Shape& shape, Polygon* polygon) {
  for (int i = 0; i < polygon->count; ++i) {
    Vector3d& point = polygon->points[static_cast<std::size_t>(i)];
    point = shape.X_WG.p + shape.R_WG * point;
  }
}

void ClipFaces(const Polygon& a, const Polygon& b, const Vector3d& n, double reach,
               std::vector<TouchPoint>* points) {
  if (a.count < 2 || b.count < 2) return;
  if (a.count == 2 && b.count == 2) {
    ClipEdges(a, b, n, reach, points);
    return;
  }
  // The reference face is the one that faces the normal better; the other one is clipped to it.
  const Vector3d area_a = a.count > 2 ? AreaNormal(a).normalized() : Vector3d::Zero();
  const Vector3d area_b = b.count > 2 ? AreaNormal(b).normalized() : Vector3d::Zero();
  const bool by_a = area_a.dot(n) >= -area_b.dot(n);
  const Polygon& by = by_a ? a : b;
  const Vector3d& up = by_a ? area_a : area_b;
  // Direction towards the other shape.
  const Vector3d out = by_a ? n : Vector3d(-n);
  const double facing = up.dot(out);
  // Neither face looks along the normal: an edge or corner contact.
  if (!(facing > 0.3)) return;
  Polygon cut = by_a ? b : a;
  Clip(by, up, &cut);
  const Vector3d origin = At(by, 0);
  for (int i = 0; i < cut.count; ++i) {
    const Vector3d p = At(cut, i);
    const double depth = -up.dot(p - origin) / facing;
    if (depth > -reach) points->push_back({p + 0.5 * depth * out, n, depth});
  }
}

double Deepest(std::size_t first, const std::vector<TouchPoint>& points) {
  double deepest = -world::kInfinity;
  for (std::size_t i = first; i < points.size(); ++i) deepest = std::max(deepest, points[i].depth);
  return deepest;
}

void ReducePoints(std::size_t first, int max, std::vector<TouchPoint>* all) {
  const auto begin = all->begin() + static_cast<std::ptrdiff_t>(first);
  const auto count = static_cast<int>(all->end() - begin);
  if (count <= max) return;
  // Moves the selected points to the front: the deepest, then repeatedly the one farthest from
  // those.
  auto* points = &*begin;
  int best = 0;
  for (int i = 1; i < count; ++i) {
    if (points[i].depth > points[best].depth) best = i;
  }
  std::swap(points[0], points[best]);
  for (int chosen = 1; chosen < max; ++chosen) {
    best = chosen;
    double farthest = -1.0;
    for (int i = chosen; i < count; ++i) {
      double nearest = world::kInfinity;
      for (int k = 0; k < chosen; ++k) {
        nearest = std::min(nearest, (points[i].p_W - points[k].p_W).squaredNorm());
      }
      if (nearest > farthest) {
        farthest = nearest;
        best = i;
      }
    }
    std::swap(points[chosen], points[best]);
  }
  all->resize(first + static_cast<std::size_t>(max));
}

}  // namespace surefoot::engines::bullet
