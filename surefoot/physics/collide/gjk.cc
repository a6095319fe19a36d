#include "surefoot/physics/collide/gjk.h"

#include <algorithm>
#include <cmath>

#include "surefoot/physics/collide/simplex.h"

namespace surefoot::collide {
namespace {

/// Iterations of GJK; it converges in a few, the limit guards against cycles by rounding.
constexpr int kMaxIterations = 64;
/// Relative accuracy of the squared distance between the cores.
constexpr double kAccuracy = 1e-12;

enum class Cores { kApart, kNear, kOverlap };

/// GJK (Gilbert, Johnson and Keerthi, 1988) on the cores. Decides whether they overlap, or come
/// within `reach` (m) of each other; `simplex` then contains the closest points. Scale-free: `size`
/// sets the lengths that count as zero.
Cores CompareCores(const Placed& a, const Placed& b, double reach, double size, Simplex* simplex) {
  Vector3d direction = b.middle_W() - a.middle_W();
  if (direction.squaredNorm() < 1e-24 * size * size) direction = Vector3d::UnitX();
  simplex->count = 1;
  simplex->points[0] = Difference(a, b, direction);
  simplex->weights[0] = 1.0;
  Vector3d v = simplex->points[0].w;
  const double touching = 1e-24 * size * size;
  for (int step = 0; step < kMaxIterations; ++step) {
    const double square = v.squaredNorm();
    if (square <= touching) return Cores::kOverlap;
    const DifferencePoint point = Difference(a, b, -v);
    const double along = v.dot(point.w);
    // v.w / |v| is a lower bound of the distance: w is the support point against v.
    if (along > 0.0 && along * along > reach * reach * square) return Cores::kApart;
    if (square - along <= kAccuracy * square) return Cores::kNear;
    // A repeated support point means that rounding prevents further progress.
    for (int i = 0; i < simplex->count; ++i) {
      if (simplex->points[i].w == point.w) return Cores::kNear;
    }
    Simplex larger = *simplex;
    larger.points[larger.count++] = point;
    if (Reduce(&larger)) {
      *simplex = larger;
      return Cores::kOverlap;
    }
    const Vector3d closer = larger.Weighted(&DifferencePoint::w);
    // The distance must decrease; the comparison is also false for NaN.
    if (!(closer.squaredNorm() < square)) return Cores::kNear;
    *simplex = larger;
    v = closer;
  }
  return Cores::kNear;
}

}  // namespace

// Stops as soon as the answer is known.
bool Overlap(const Placed& a, const Placed& b) {
  const double size = a.shape->outer_radius + b.shape->outer_radius;
  const double radii = a.core_radius() + b.core_radius();
  Simplex simplex;
  const Cores cores = CompareCores(a, b, radii, size, &simplex);
  if (cores != Cores::kNear) return cores == Cores::kOverlap;
  return simplex.Weighted(&DifferencePoint::w).norm() <= radii;
}

// If only the radii overlap, the closest points of the cores give the normal; otherwise the
// polytope is expanded.
bool FindOverlap(const Placed& a, const Placed& b, Closest* closest) {
  const double size = a.shape->outer_radius + b.shape->outer_radius;
  const double radii = a.core_radius() + b.core_radius();
  Simplex simplex;
  const Cores cores = CompareCores(a, b, radii, size, &simplex);
  if (cores == Cores::kApart) return false;
  if (cores == Cores::kNear) {
    const Vector3d v = simplex.Weighted(&DifferencePoint::w);
    const double distance = v.norm();
    if (distance > radii) return false;
    closest->n_W = -v / distance;
    closest->depth = radii - distance;
    closest->p_WA = simplex.Weighted(&DifferencePoint::a);
    closest->p_WB = simplex.Weighted(&DifferencePoint::b);
  } else if (FillTetrahedron(a, b, &simplex)) {
    *closest = ExpandPolytope(a, b, simplex, size);
    closest->depth += radii;
  } else {
    // The cores are flat and cross in a plane or along a line, so they have no volume for EPA. Any
    // normal of that plane separates them.
    const Vector3d p0 = simplex.points[0].w;
    Vector3d normal = Vector3d::Zero();
    if (simplex.count == 3) {
      normal = (simplex.points[1].w - p0).cross(simplex.points[2].w - p0);
    } else if (simplex.count == 2) {
      normal = (simplex.points[1].w - p0).unitOrthogonal();
    }
    if (normal.squaredNorm() == 0.0) normal = Vector3d::UnitZ();
    normal.normalize();
    if (normal.dot(b.middle_W() - a.middle_W()) < 0.0) normal = -normal;
    closest->n_W = normal;
    closest->depth = radii;
    closest->p_WA = closest->p_WB = 0.5 * (simplex.points[0].a + simplex.points[0].b);
  }
  closest->p_WA += a.core_radius() * closest->n_W;
  closest->p_WB -= b.core_radius() * closest->n_W;
  return closest->depth >= 0.0;
}

}  // namespace surefoot::collide
