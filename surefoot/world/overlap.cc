#include "surefoot/world/overlap.h"

#include <algorithm>

#include "surefoot/math/decompose.h"

namespace surefoot::world {
namespace {

/// The lowest coordinate of a shape along a direction (its support function, negated).
double Min(const PlacedShape& shape, const Vector3d& direction_W) {
  const RigidTransform turn(RotationBetween(direction_W, Vector3d::UnitZ()), Vector3d::Zero());
  return LowestZ(*shape.geometry, turn * shape.X_WG);
}

bool OverlapAlong(const PlacedShape& a, const PlacedShape& b, const Vector3d& direction_W,
                  double touch) {
  const double min_a = Min(a, direction_W);
  const double min_b = Min(b, direction_W);
  const double max_a = -Min(a, -direction_W);
  const double max_b = -Min(b, -direction_W);
  return std::min(max_a, max_b) - std::max(min_a, min_b) > touch;
}

bool UnderPlane(const PlacedShape& shape, const PlacedShape& plane, double touch) {
  if (std::holds_alternative<Plane>(*shape.geometry)) return false;
  const Vector3d n_W = plane.X_WG.q * Vector3d::UnitZ();
  return Min(shape, n_W) < n_W.dot(plane.X_WG.p) - touch;
}

/// From the nearest point of a box to the centre of a sphere: the only direction that matters.
Vector3d FromBox(const PlacedShape& box, const PlacedShape& sphere) {
  const Vector3d half = 0.5 * std::get<Box>(*box.geometry).size;
  const Vector3d p_G = box.X_WG.Inverse() * sphere.X_WG.p;
  const Vector3d nearest_G = p_G.cwiseMax(-half).cwiseMin(half);
  return sphere.X_WG.p - box.X_WG * nearest_G;
}

Vector3d Between(const PlacedShape& a, const PlacedShape& b) {
  const bool sphere_a = std::holds_alternative<Sphere>(*a.geometry);
  const bool sphere_b = std::holds_alternative<Sphere>(*b.geometry);
  if (sphere_b && std::holds_alternative<Box>(*a.geometry)) return FromBox(a, b);
  if (sphere_a && std::holds_alternative<Box>(*b.geometry)) return FromBox(b, a);
  return b.X_WG.p - a.X_WG.p;
}

}  // namespace

/// Separating axis theorem: world axes, the line between the shapes, the axes of both, and their
/// cross products (Gottschalk et al., "OBBTree", 1996).
bool Overlap(const PlacedShape& a, const PlacedShape& b, double touch) {
  if (std::holds_alternative<HeightMap>(*a.geometry)) return false;
  if (std::holds_alternative<HeightMap>(*b.geometry)) return false;
  if (std::holds_alternative<Plane>(*b.geometry)) return UnderPlane(a, b, touch);
  if (std::holds_alternative<Plane>(*a.geometry)) return UnderPlane(b, a, touch);
  for (int i = 0; i < 3; ++i) {
    if (!OverlapAlong(a, b, Vector3d::Unit(i), touch)) return false;
  }
  const Vector3d between_W = Between(a, b);
  const bool apart = between_W.norm() > 1e-9;
  if (apart && !OverlapAlong(a, b, between_W.normalized(), touch)) return false;
  const Matrix3d R_WA = a.X_WG.R();
  const Matrix3d R_WB = b.X_WG.R();
  for (int i = 0; i < 3; ++i) {
    const bool both =
        OverlapAlong(a, b, R_WA.col(i), touch) && OverlapAlong(a, b, R_WB.col(i), touch);
    if (!both) return false;
  }
  for (int i = 0; i < 9; ++i) {
    const Vector3d direction_W = R_WA.col(i / 3).cross(R_WB.col(i % 3));
    const bool parallel = direction_W.norm() < 1e-6;
    if (!parallel && !OverlapAlong(a, b, direction_W.normalized(), touch)) return false;
  }
  return true;
}

}  // namespace surefoot::world
