#include "surefoot/physics/collide/surface.h"

#include <algorithm>
#include <cmath>

#include "surefoot/physics/collide/convex_pair.h"

namespace surefoot::collide {
namespace {

/// Largest slope (sine) at which a neighbour counts as in the plane normal to an edge's or corner's
/// contact normal.
constexpr double kNeighbourSlope = 1e-4;
/// A face or line of the shape rests on a triangle as a whole when the cosine between their normals
/// is at least kResting. Otherwise only points within kDeepest (share of the shape's size) of its
/// deepest point touch.
constexpr double kResting = 0.99;
constexpr double kDeepest = 0.01;
/// Barycentric weights below this count as zero: the point is on an edge.
constexpr double kOnEdge = 1e-4;

/// Location of a point on a triangle: on an edge, at a corner, or inside (both -1).
struct Place {
  int edge = -1;
  int corner = -1;
};

/// Whether a point is inside the triangle, on an edge or at a corner.
Place PlaceOf(const Triangle& triangle, const Vector3d& point) {
  const Vector3d* c = triangle.corners;
  const double whole = triangle.normal.dot((c[1] - c[0]).cross(c[2] - c[0]));
  double weights[3];
  int zeros = 0;
  for (int i = 0; i < 3; ++i) {
    const Vector3d& a = c[(i + 1) % 3];
    const Vector3d& b = c[(i + 2) % 3];
    weights[i] = triangle.normal.dot((b - a).cross(point - a)) / whole;
    zeros += weights[i] < kOnEdge ? 1 : 0;
  }
  Place place;
  for (int i = 0; i < 3; ++i) {
    if (zeros == 1 && weights[i] < kOnEdge) place.edge = (i + 1) % 3;
    if (zeros >= 2 && weights[i] >= kOnEdge) place.corner = i;
  }
  return place;
}

/// True when all neighbours lie below the plane through `point`: the surface is convex there, so
/// this normal belongs to its normal cone.
bool Bulges(const Neighbours& neighbours, const Vector3d& point, const Vector3d& normal) {
  for (int i = 0; i < neighbours.count; ++i) {
    const Vector3d arm = neighbours.points[i] - point;
    if (normal.dot(arm) > kNeighbourSlope * arm.norm()) return false;
  }
  return true;
}

Vector3d MiddleOf(const Triangle& triangle) {
  return (triangle.corners[0] + triangle.corners[1] + triangle.corners[2]) / 3.0;
}

/// True when all corners of the triangle are beyond the shape's extent along `way`.
bool ApartAlong(const Vector3d& way, const Triangle& triangle, const Placed& b) {
  const double reach = way.dot(b.Support(way));
  return reach < way.dot(triangle.corners[0]) && reach < way.dot(triangle.corners[1]) &&
         reach < way.dot(triangle.corners[2]);
}

/// A quick rejection: most triangles under a wheel are separated from it along a direction that is
/// easily guessed. False does not mean that they touch.
bool IsQuicklySeparated(const Triangle& triangle, const Placed& b, const Vector3d& middle) {
  const Vector3d way = MiddleOf(triangle) - middle;
  if (ApartAlong(way, triangle, b)) return true;
  const bool box = b.shape->kind == ConvexKind::kBox;
  if (!box && b.shape->kind != ConvexKind::kCylinder) return false;
  for (int i = box ? 0 : 2; i < 3; ++i) {
    const Vector3d axis = b.R_WG.col(i);
    if (ApartAlong(way.dot(axis) < 0.0 ? Vector3d(-axis) : axis, triangle, b)) return true;
  }
  if (box) return false;
  // Radial directions from the cylinder's axis to the triangle's centre and corners.
  const Vector3d axis = b.R_WG.col(2);
  if (ApartAlong(way - axis.dot(way) * axis, triangle, b)) return true;
  for (const Vector3d& corner : triangle.corners) {
    const Vector3d out = corner - middle;
    if (ApartAlong(out - axis.dot(out) * axis, triangle, b)) return true;
  }
  return false;
}

/// Whether the surface descends behind one of the triangle's edges.
bool HasRidge(const Surface& surface, int index, const Triangle& triangle, const Vector3d& normal) {
  Neighbours neighbours;
  for (int edge = 0; edge < 3; ++edge) surface.AcrossEdge(index, edge, &neighbours);
  // A boundary edge has no neighbour, so the shape can touch it from the side.
  if (neighbours.count < 6) return true;
  for (int i = 1; i < 6; i += 2) {
    const Vector3d arm = neighbours.points[i] - triangle.corners[0];
    if (normal.dot(arm) < -kNeighbourSlope * arm.norm()) return true;
  }
  return false;
}

/// The shape with its edges rounded by 10 % of its half thickness at unchanged outer size. The core
/// then stays apart in shallow contacts, where GJK's distance gives a smooth normal.
Convex Rounded(const Convex& shape) {
  Convex rounded = shape;
  const double rounding = 0.1 * shape.inner_radius;
  if (shape.kind == ConvexKind::kCylinder) {
    rounded.radius -= rounding;
    rounded.half_length -= rounding;
    rounded.rounding = rounding;
  } else if (shape.kind == ConvexKind::kBox) {
    rounded.half.array() -= rounding;
    rounded.rounding = rounding;
  }
  return rounded;
}

/// Contact at a convex edge or corner of the surface. Between flat or concave neighbours such a
/// normal is an artefact of the triangulation ("internal edge") that would stop a rolling wheel.
void CollideRidge(const Surface& surface, int index, const Triangle& triangle, const Convex& flat,
                  const Placed& b, const Convex& rounded, std::vector<PairPoint>* points) {
  Placed a;
  a.shape = &flat;
  Placed soft = b;
  soft.shape = &rounded;
  Closest closest;
  if (!FindOverlap(a, soft, &closest)) return;
  const Place place = PlaceOf(triangle, closest.p_WA);
  Neighbours neighbours;
  Feature ridge;
  ridge.normal = closest.n_W;
  Vector3d point;
  if (place.edge >= 0) {
    surface.AcrossEdge(index, place.edge, &neighbours);
    ridge.Add(triangle.corners[place.edge]);
    ridge.Add(triangle.corners[(place.edge + 1) % 3]);
    point = ridge.points[0];
  } else if (place.corner >= 0) {
    surface.AroundCorner(index, place.corner, &neighbours);
    point = triangle.corners[place.corner];
    ridge.Add(point);
  } else {
    return;
  }
  if (!Bulges(neighbours, point, closest.n_W)) return;
  Feature shown;
  b.FindFeature(-closest.n_W, &shown);
  if (AddFeatureManifold(ridge, shown, closest, 1e-9, points)) return;
  points->push_back(PairPoint{0.5 * (closest.p_WA + closest.p_WB), closest.n_W, closest.depth});
}

}  // namespace

// For each triangle below the shape: points of its facing feature within the triangle, or contacts
// at ridges.
void CollideSurface(const Surface& surface, const Placed& b, std::vector<int>* triangles,
                    std::vector<PairPoint>* points) {
  triangles->clear();
  surface.Find(b.Bounds(), triangles);
  const Vector3d middle = b.middle_W();
  const Convex rounded = Rounded(*b.shape);
  Convex flat;
  flat.kind = ConvexKind::kTriangle;
  for (const int index : *triangles) {
    const Triangle triangle = surface.At(index);
    Vector3d normal = triangle.normal;
    const bool ground = surface.is_ground();
    // Meshes collide from the side on which the shape's centre is: many mesh files are not closed
    // and have inconsistent windings.
    if (!ground && normal.dot(middle - triangle.corners[0]) < 0.0) normal = -normal;
    const double deepest = normal.dot(triangle.corners[0] - b.Support(-normal));
    if (deepest < 0.0) continue;
    const bool shallow = deepest < 0.25 * b.shape->inner_radius;
    // A deep shape stays in contact with the ground: it must be pushed out, however far it has
    // sunk.
    if ((shallow || !ground) && IsQuicklySeparated(triangle, b, middle)) continue;
    for (int i = 0; i < 3; ++i) flat.corners[i] = triangle.corners[i];
    flat.middle = MiddleOf(triangle);
    flat.outer_radius = std::sqrt(std::max({(flat.corners[0] - flat.middle).squaredNorm(),
                                            (flat.corners[1] - flat.middle).squaredNorm(),
                                            (flat.corners[2] - flat.middle).squaredNorm()}));
    Feature prism;
    prism.count = 3;
    for (int i = 0; i < 3; ++i) prism.points[i] = triangle.corners[i];
    Feature shown;
    b.FindFeature(-normal, &shown);
    const double min = shown.normal.dot(normal) <= -kResting
                           ? 0.0
                           : std::max(0.0, deepest - kDeepest * b.shape->outer_radius);
    // Ground is clipped vertically, so that each point belongs to the triangle above or below it.
    ClipToPrism(prism, ground ? Vector3d::UnitZ() : triangle.normal, 1e-9, &shown);
    bool below = false;
    for (int i = 0; i < shown.count; ++i) {
      below = below || normal.dot(triangle.corners[0] - shown.points[i]) >= min;
    }
    if (!below) {
      if (!HasRidge(surface, index, triangle, normal)) continue;
      CollideRidge(surface, index, triangle, flat, b, rounded, points);
      continue;
    }
    if (!ground) {
      Placed a;
      a.shape = &flat;
      if (!Overlap(a, b)) continue;
    }
    for (int i = 0; i < shown.count; ++i) {
      const double depth = normal.dot(triangle.corners[0] - shown.points[i]);
      if (depth < min) continue;
      points->push_back(PairPoint{shown.points[i] + 0.5 * depth * normal, normal, depth});
    }
  }
}

}  // namespace surefoot::collide
