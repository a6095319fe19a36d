#include "surefoot/engines/kinematic/outline.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace surefoot::engines::kinematic {
namespace {

/// Corners of the polygon that represents a circle.
constexpr int kRoundCorners = 24;

double Cross(const Vector2d& a, const Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }

/// Convex hull, counter-clockwise (Andrew's monotone chain), O(n log n).
std::vector<Vector2d> Hull(std::vector<Vector2d> points) {
  const auto before = [](const Vector2d& a, const Vector2d& b) {
    return a.x() != b.x() ? a.x() < b.x() : a.y() < b.y();
  };
  std::sort(points.begin(), points.end(), before);
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 3) return points;
  std::vector<Vector2d> hull;
  const auto add = [&hull](const Vector2d& p, std::size_t min) {
    while (hull.size() >= min &&
           Cross(hull.back() - hull[hull.size() - 2], p - hull.back()) <= 1e-12) {
      hull.pop_back();
    }
    hull.push_back(p);
  };
  for (const Vector2d& p : points) add(p, 2);
  const std::size_t lower = hull.size() + 1;
  for (std::size_t i = points.size() - 1; i-- > 0;) add(points[i], lower);
  hull.pop_back();
  return hull;
}

/// Adds a point to the shadow of a shape and extends its range of heights.
void AddPoint(const Vector3d& p, std::vector<Vector2d>* points, Outline* outline) {
  points->push_back(p.head<2>());
  outline->low = std::min(outline->low, p.z());
  outline->high = std::max(outline->high, p.z());
}

/// Points of an ellipse in the plane z of the shape's frame.
void AddRing(const RigidTransform& X, double rx, double ry, double z, std::vector<Vector2d>* points,
             Outline* outline) {
  for (int i = 0; i < kRoundCorners; ++i) {
    const double a = 2.0 * M_PI * i / kRoundCorners;
    AddPoint(X * Vector3d(rx * std::cos(a), ry * std::sin(a), z), points, outline);
  }
}

/// Rings of latitude; corners lie on the surface, so the outline is slightly too small.
void AddEllipsoid(const RigidTransform& X, const Vector3d& radii, std::vector<Vector2d>* points,
                  Outline* outline) {
  for (int i = 0; i <= kRoundCorners / 2; ++i) {
    const double a = 2.0 * M_PI * i / kRoundCorners - M_PI / 2.0;
    AddRing(X, radii.x() * std::cos(a), radii.y() * std::cos(a), radii.z() * std::sin(a), points,
            outline);
  }
}

/// Adds the corners of the shape in plan view, and its range of heights. Upright round shapes are a
/// point with a radius, which is exact.
void AddShape(const world::Geometry& geometry, const RigidTransform& X,
              std::vector<Vector2d>* points, Outline* outline) {
  const bool upright = std::abs((X.q * Vector3d::UnitZ()).z()) > 1.0 - 1e-9;
  if (const auto* box = std::get_if<world::Box>(&geometry)) {
    for (int i = 0; i < 8; ++i) {
      const Vector3d side((i & 1) != 0 ? 0.5 : -0.5, (i & 2) != 0 ? 0.5 : -0.5,
                          (i & 4) != 0 ? 0.5 : -0.5);
      AddPoint(X * side.cwiseProduct(box->size), points, outline);
    }
  } else if (const auto* sphere = std::get_if<world::Sphere>(&geometry)) {
    AddPoint(X.p, points, outline);
    outline->radius = sphere->radius;
  } else if (const auto* cylinder = std::get_if<world::Cylinder>(&geometry)) {
    const double r = upright ? 0.0 : cylinder->radius;
    if (upright) outline->radius = cylinder->radius;
    AddRing(X, r, r, -0.5 * cylinder->length, points, outline);
    AddRing(X, r, r, 0.5 * cylinder->length, points, outline);
  } else if (const auto* capsule = std::get_if<world::Capsule>(&geometry)) {
    outline->radius = capsule->radius;
    AddPoint(X * Vector3d(0, 0, -0.5 * capsule->length), points, outline);
    AddPoint(X * Vector3d(0, 0, 0.5 * capsule->length), points, outline);
  } else if (const auto* ellipsoid = std::get_if<world::Ellipsoid>(&geometry)) {
    AddEllipsoid(X, ellipsoid->radii, points, outline);
  } else if (const auto* mesh = std::get_if<world::Mesh>(&geometry)) {
    for (const auto& vertex : mesh->mesh->vertices) {
      AddPoint(X * vertex.template cast<double>(), points, outline);
    }
  }
}

/// Point of a segment nearest to p.
Vector2d NearestOn(const Vector2d& a, const Vector2d& b, const Vector2d& p) {
  const Vector2d along = b - a;
  const double length2 = along.squaredNorm();
  const double share = length2 > 0.0 ? std::clamp((p - a).dot(along) / length2, 0.0, 1.0) : 0.0;
  return a + share * along;
}

/// Corners of an outline in the world, on the stack, so that the search does not allocate.
struct Corners {
  static constexpr std::size_t kMaxCorners = 64;
  Vector2d at[kMaxCorners];
  std::size_t count = 0;

  Corners(const Outline& outline, const Place& X) {
    // Outlines with more corners (of meshes) are thinned out evenly, which shrinks the hull
    // slightly.
    const std::size_t all = outline.corners.size();
    count = std::min(all, kMaxCorners);
    for (std::size_t i = 0; i < count; ++i) at[i] = X * outline.corners[i * all / count];
  }
  const Vector2d& next(std::size_t i) const { return at[i + 1 == count ? 0 : i + 1]; }
};

/// Separating axis test with the sides of `a`: finds the side with the largest distance to `b`.
/// Needs an area.
void SidesOf(const Corners& a, const Corners& b, double sign, Separation* best) {
  if (a.count < 3) return;
  for (std::size_t i = 0; i < a.count; ++i) {
    const Vector2d side = a.next(i) - a.at[i];
    const double length = side.norm();
    if (length == 0.0) continue;
    const Vector2d out(side.y() / length, -side.x() / length);
    double min = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < b.count; ++k) min = std::min(min, out.dot(b.at[k] - a.at[i]));
    if (min > best->distance) *best = {min, sign * out};
  }
}

/// Smallest distance between corners of one and sides of the other.
void NearestOf(const Corners& a, const Corners& b, double sign, Separation* best) {
  for (std::size_t i = 0; i < a.count; ++i) {
    for (std::size_t k = 0; k < b.count; ++k) {
      const Vector2d away = b.at[k] - NearestOn(a.at[i], a.next(i), b.at[k]);
      const double distance = away.norm();
      if (distance >= best->distance || distance == 0.0) continue;
      *best = {distance, sign * away / distance};
    }
  }
}

}  // namespace

// The shadow of the shape on the ground: a convex polygon, for round shapes with a radius around
// it.
std::optional<Outline> OutlineOf(const world::Geometry& geometry, const RigidTransform& X) {
  Outline outline;
  outline.low = std::numeric_limits<double>::infinity();
  outline.high = -outline.low;
  std::vector<Vector2d> points;
  AddShape(geometry, X, &points, &outline);
  if (points.empty()) return std::nullopt;
  const bool round_ends = !std::holds_alternative<world::Cylinder>(geometry);
  if (outline.radius > 0.0 && round_ends) {
    outline.low -= outline.radius;
    outline.high += outline.radius;
  }
  outline.corners = Hull(std::move(points));
  Vector2d low = outline.corners.front();
  Vector2d high = low;
  for (const Vector2d& p : outline.corners) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  outline.center = 0.5 * (low + high);
  for (const Vector2d& p : outline.corners) {
    outline.reach = std::max(outline.reach, (p - outline.center).norm());
  }
  outline.reach += outline.radius;
  return outline;
}

// Separating axes for outlines that overlap; else the nearest corners and sides, which also give
// distances between corners.
Separation SeparationOf(const Outline& a, const Place& X_WA, const Outline& b, const Place& X_WB) {
  const Corners ca(a, X_WA);
  const Corners cb(b, X_WB);
  // Sides of either that separate the two; the normal points from b to a.
  Separation sides{-std::numeric_limits<double>::infinity(), Vector2d::UnitX()};
  SidesOf(ca, cb, -1.0, &sides);
  SidesOf(cb, ca, 1.0, &sides);
  const bool overlap = sides.distance <= 0.0 && (ca.count > 2 || cb.count > 2);
  Separation result = sides;
  if (!overlap) {
    result = {std::numeric_limits<double>::infinity(), Vector2d::UnitX()};
    NearestOf(ca, cb, -1.0, &result);
    NearestOf(cb, ca, 1.0, &result);
    // Two points at the same place: any direction separates them.
    if (!std::isfinite(result.distance)) result = {0.0, Vector2d::UnitX()};
  }
  result.distance -= a.radius + b.radius;
  return result;
}

}  // namespace surefoot::engines::kinematic
