#include "surefoot/physics/collide/surface.h"

#include <algorithm>
#include <cmath>

#include "surefoot/physics/collide/convex_pair.h"

namespace surefoot::collide {
namespace {

/// How far a neighbour may stand above the plane of an edge's or corner's normal (sine).
constexpr double kNeighbourSlope = 1e-4;
/// A face or line of the shape rests on a triangle as a whole when it faces it this well (cosine);
/// otherwise only what is about as deep as its deepest point does, to this share of its size.
constexpr double kResting = 0.99;
constexpr double kDeepest = 0.01;
/// Weights of a triangle's corners below this count as zero.
constexpr double kOnEdge = 1e-4;

/// Where a point of the triangle is: on an edge, at a corner, or inside.
struct Place {
  int edge = -1;
  int corner = -1;
};

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

/// True when all neighbours lie below the plane through `point`: the surface bulges out there.
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

/// Whether no corner of the triangle comes as near as the shape reaches.
bool ApartAlong(const Vector3d& way, const Triangle& triangle, const Placed& b) {
  const double reach = way.dot(b.Support(way));
  return reach < way.dot(triangle.corners[0]) && reach < way.dot(triangle.corners[1]) &&
         reach < way.dot(triangle.corners[2]);
}

/// Most triangles under a wheel are apart from it in a direction that is easily guessed. False does
/// not say that they touch.
bool PlainlyApart(const Triangle& triangle, const Placed& b, const Vector3d& middle) {
  const Vector3d way = MiddleOf(triangle) - middle;
  if (ApartAlong(way, triangle, b)) return true;
  const bool box = b.shape->kind == ConvexKind::kBox;
  if (!box && b.shape->kind != ConvexKind::kCylinder) return false;
  for (int i = box ? 0 : 2; i < 3; ++i) {
    const Vector3d axis = b.R_WG.col(i);
    if (ApartAlong(way.dot(axis) < 0.0 ? Vector3d(-axis) : axis, triangle, b)) return true;
  }
  if (box) return false;
  // Away from the cylinder's line, to the middle and to every corner.
  const Vector3d axis = b.R_WG.col(2);
  if (ApartAlong(way - axis.dot(way) * axis, triangle, b)) return true;
  for (const Vector3d& corner : triangle.corners) {
    const Vector3d out = corner - middle;
    if (ApartAlong(out - axis.dot(out) * axis, triangle, b)) return true;
  }
  return false;
}

/// Whether the surface falls away behind one of the triangle's edges.
bool HasRidge(const Surface& surface, int index, const Triangle& triangle, const Vector3d& normal) {
  Neighbours neighbours;
  for (int edge = 0; edge < 3; ++edge) surface.AcrossEdge(index, edge, &neighbours);
  // An edge of the outline has nothing behind it.
  if (neighbours.count < 6) return true;
  for (int i = 1; i < 6; i += 2) {
    const Vector3d arm = neighbours.points[i] - triangle.corners[0];
    if (normal.dot(arm) < -kNeighbourSlope * arm.norm()) return true;
  }
  return false;
}

/// The shape with rounded edges, whose shallow overlaps are found by their distance.
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

/// An edge or corner of the surface that presses into the shape. Between flat or hollow neighbours
/// such a normal is no more than an artefact of the triangles.
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
    // Meshes count from the side on which the shape is: many are no closed bodies.
    if (!ground && normal.dot(middle - triangle.corners[0]) < 0.0) normal = -normal;
    const double deepest = normal.dot(triangle.corners[0] - b.Support(-normal));
    if (deepest < 0.0) continue;
    const bool shallow = deepest < 0.25 * b.shape->inner_radius;
    if ((shallow || !ground) && PlainlyApart(triangle, b, middle)) continue;
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
    const double least = shown.normal.dot(normal) <= -kResting
                             ? 0.0
                             : std::max(0.0, deepest - kDeepest * b.shape->outer_radius);
    ClipToPrism(prism, ground ? Vector3d::UnitZ() : triangle.normal, 1e-9, &shown);
    bool below = false;
    for (int i = 0; i < shown.count; ++i) {
      below = below || normal.dot(triangle.corners[0] - shown.points[i]) >= least;
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
      if (depth < least) continue;
      points->push_back(PairPoint{shown.points[i] + 0.5 * depth * normal, normal, depth});
    }
  }
}

}  // namespace surefoot::collide
