#include "surefoot/physics/collide/simplex.h"

#include <algorithm>
#include <cmath>

namespace surefoot::collide {
namespace {

/// Barycentric weights of the point of a triangle that is closest to the origin, by the Voronoi
/// regions of its corners, edges and inside (Ericson, Real-Time Collision Detection, 2005, section
/// 5.1.5).
void ClosestOnTriangle(const Vector3d& a, const Vector3d& b, const Vector3d& c, double* weights) {
  const Vector3d ab = b - a;
  const Vector3d ac = c - a;
  const double d1 = -ab.dot(a);
  const double d2 = -ac.dot(a);
  const double d3 = -ab.dot(b);
  const double d4 = -ac.dot(b);
  const double d5 = -ab.dot(c);
  const double d6 = -ac.dot(c);
  const auto set = [&](double wa, double wb, double wc) {
    weights[0] = wa;
    weights[1] = wb;
    weights[2] = wc;
  };
  if (d1 <= 0.0 && d2 <= 0.0) return set(1.0, 0.0, 0.0);
  if (d3 >= 0.0 && d4 <= d3) return set(0.0, 1.0, 0.0);
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) {
    const double t = d1 - d3 > 0.0 ? d1 / (d1 - d3) : 0.0;
    return set(1.0 - t, t, 0.0);
  }
  if (d6 >= 0.0 && d5 <= d6) return set(0.0, 0.0, 1.0);
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) {
    const double t = d2 - d6 > 0.0 ? d2 / (d2 - d6) : 0.0;
    return set(1.0 - t, 0.0, t);
  }
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0.0 && d4 >= d3 && d5 >= d6) {
    const double sum = (d4 - d3) + (d5 - d6);
    const double t = sum > 0.0 ? (d4 - d3) / sum : 0.0;
    return set(0.0, 1.0 - t, t);
  }
  const double sum = va + vb + vc;
  if (!(sum > 0.0)) return set(1.0, 0.0, 0.0);
  set(1.0 - vb / sum - vc / sum, vb / sum, vc / sum);
}

/// Keeps the points with positive weights: those that span the closest point.
void Keep(const int* index, const double* weights, int count, Simplex* simplex) {
  Simplex kept;
  kept.count = 0;
  for (int i = 0; i < count; ++i) {
    if (weights[i] <= 0.0) continue;
    kept.points[kept.count] = simplex->points[index[i]];
    kept.weights[kept.count++] = weights[i];
  }
  *simplex = kept;
}

constexpr int kIdentity[4] = {0, 1, 2, 3};

/// Keeps the part of the segment that is closest to the origin.
void ReduceLine(Simplex* simplex) {
  const Vector3d& a = simplex->points[0].w;
  const Vector3d ab = simplex->points[1].w - a;
  const double square = ab.squaredNorm();
  const double t = square > 0.0 ? std::min(1.0, std::max(0.0, -ab.dot(a) / square)) : 0.0;
  const double weights[2] = {1.0 - t, t};
  Keep(kIdentity, weights, 2, simplex);
}

/// The same for a triangle.
void ReduceTriangle(Simplex* simplex) {
  double weights[3];
  ClosestOnTriangle(simplex->points[0].w, simplex->points[1].w, simplex->points[2].w, weights);
  Keep(kIdentity, weights, 3, simplex);
}

/// Face i is opposite to corner i.
constexpr int kFaces[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

bool ReduceTetrahedron(Simplex* simplex) {
  double longest = 0.0;
  for (int i = 1; i < 4; ++i) {
    longest = std::max(longest, (simplex->points[i].w - simplex->points[0].w).norm());
  }
  double best = 1e300;
  int best_face = -1;
  double best_weights[3] = {1.0, 0.0, 0.0};
  for (int face = 0; face < 4; ++face) {
    const Vector3d& a = simplex->points[kFaces[face][0]].w;
    const Vector3d& b = simplex->points[kFaces[face][1]].w;
    const Vector3d& c = simplex->points[kFaces[face][2]].w;
    const Vector3d normal = (b - a).cross(c - a);
    const double opposite = normal.dot(simplex->points[face].w - a);
    // The origin is on the same side as the fourth corner, so this face does not separate them. In
    // a flat tetrahedron the side is unreliable, so all faces are examined.
    const bool flat = std::abs(opposite) <= 1e-9 * normal.norm() * longest;
    if (!flat && normal.dot(-a) * opposite > 0.0) continue;
    double weights[3];
    ClosestOnTriangle(a, b, c, weights);
    const double square = (weights[0] * a + weights[1] * b + weights[2] * c).squaredNorm();
    if (square < best) {
      best = square;
      best_face = face;
      for (int i = 0; i < 3; ++i) best_weights[i] = weights[i];
    }
  }
  if (best_face < 0) return true;
  Keep(kFaces[best_face], best_weights, 3, simplex);
  return false;
}

}  // namespace

// The closest point, on either shape or on their difference.
Vector3d Simplex::Weighted(Vector3d DifferencePoint::*part) const {
  Vector3d sum = weights[0] * points[0].*part;
  for (int i = 1; i < count; ++i) sum += weights[i] * points[i].*part;
  return sum;
}

// A point of the Minkowski difference, with the points of both shapes.
DifferencePoint Difference(const Placed& a, const Placed& b, const Vector3d& direction_W) {
  DifferencePoint point;
  point.a = a.CoreSupport(direction_W);
  point.b = b.CoreSupport(-direction_W);
  point.w = point.a - point.b;
  return point;
}

// True if the origin is inside the tetrahedron.
bool Reduce(Simplex* simplex) {
  switch (simplex->count) {
    case 2:
      ReduceLine(simplex);
      return false;
    case 3:
      ReduceTriangle(simplex);
      return false;
    case 4:
      return ReduceTetrahedron(simplex);
    default:
      simplex->weights[0] = 1.0;
      return false;
  }
}

// Adds points until there is a volume; false if the shapes have none in common.
bool FillTetrahedron(const Placed& a, const Placed& b, Simplex* simplex) {
  const double tiny = 1e-9 * (a.shape->outer_radius + b.shape->outer_radius);
  const auto add = [&](const Vector3d& direction) {
    const Vector3d& origin = simplex->points[0].w;
    const DifferencePoint point = Difference(a, b, direction);
    const Vector3d arm = point.w - origin;
    bool apart = false;
    if (simplex->count == 1) {
      apart = arm.norm() > tiny;
    } else {
      const Vector3d u = (simplex->points[1].w - origin).normalized();
      if (simplex->count == 2) {
        apart = arm.cross(u).norm() > tiny;
      } else {
        const Vector3d n = u.cross(simplex->points[2].w - origin).normalized();
        apart = std::abs(arm.dot(n)) > tiny;
      }
    }
    if (apart) simplex->points[simplex->count++] = point;
    return apart;
  };
  if (simplex->count == 1) {
    for (int i = 0; i < 6 && simplex->count == 1; ++i) {
      Vector3d direction = Vector3d::Zero();
      direction[i / 2] = i % 2 == 0 ? 1.0 : -1.0;
      add(direction);
    }
  }
  if (simplex->count == 2) {
    const Vector3d u = (simplex->points[1].w - simplex->points[0].w).normalized();
    const Vector3d side = u.unitOrthogonal();
    const Vector3d other = u.cross(side);
    for (const Vector3d& direction : {side, Vector3d(-side), other, Vector3d(-other)}) {
      if (add(direction)) break;
    }
  }
  if (simplex->count == 3) {
    const Vector3d& origin = simplex->points[0].w;
    const Vector3d normal =
        (simplex->points[1].w - origin).cross(simplex->points[2].w - origin).normalized();
    if (!add(normal)) add(-normal);
  }
  return simplex->count == 4;
}

}  // namespace surefoot::collide
