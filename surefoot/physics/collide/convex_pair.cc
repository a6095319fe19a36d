#include "surefoot/physics/collide/convex_pair.h"

#include <algorithm>
#include <cmath>

namespace surefoot::collide {
namespace {

/// The direction of minimum overlap among those tried so far.
struct MinOverlap {
  double depth = 1e300;
  Vector3d n_W = Vector3d::UnitZ();
  /// Shape whose face normal it is (0: a, 1: b), or -1.
  int face_of = -1;
};

/// Tries a separating axis; false when it separates the shapes.
bool Try(const Placed& a, const Placed& b, const Vector3d& n_W, int face_of, MinOverlap* min) {
  const double depth = n_W.dot(a.Support(n_W) - b.Support(-n_W));
  if (depth < 0.0) return false;
  if (depth < min->depth) *min = MinOverlap{depth, n_W, face_of};
  return true;
}

/// Tries the face normals of boxes and cylinder ends; false when one separates the shapes.
bool TryFaces(const Placed& a, const Placed& b, MinOverlap* min) {
  const Vector3d from_a_to_b = b.middle_W() - a.middle_W();
  for (int which = 0; which < 2; ++which) {
    const Placed& shape = which == 0 ? a : b;
    const bool box = shape.shape->kind == ConvexKind::kBox;
    if (!box && shape.shape->kind != ConvexKind::kCylinder) continue;
    for (int axis = box ? 0 : 2; axis < 3; ++axis) {
      // Of a face and its opposite, the one that faces the other shape has the smaller overlap,
      // except where the middles nearly coincide.
      Vector3d n_W = shape.R_WG.col(axis);
      if (n_W.dot(from_a_to_b) < 0.0) n_W = -n_W;
      if (!Try(a, b, n_W, which, min)) return false;
    }
  }
  return true;
}

/// True when the deepest point of the other shape lies over the face of `min`; then the face
/// normal is the direction of minimum overlap.
bool RestsOnFace(const Placed& a, const Placed& b, const MinOverlap& min) {
  const Placed& shape = min.face_of == 0 ? a : b;
  const Placed& other = min.face_of == 0 ? b : a;
  const Vector3d n_W = min.face_of == 0 ? min.n_W : Vector3d(-min.n_W);
  const Vector3d deepest = shape.R_WG.transpose() * (other.Support(-n_W) - shape.p_WG);
  if (shape.shape->kind == ConvexKind::kCylinder) {
    return std::hypot(deepest.x(), deepest.y()) <= shape.shape->radius;
  }
  const Vector3d out = shape.R_WG.transpose() * n_W;
  for (int axis = 0; axis < 3; ++axis) {
    if (std::abs(out[axis]) < 0.5 && std::abs(deepest[axis]) > shape.shape->half[axis]) {
      return false;
    }
  }
  return true;
}

/// Closest points of an overlap along a known direction.
Closest AlongDirection(const Placed& a, const Placed& b, const MinOverlap& min) {
  Closest closest;
  closest.n_W = min.n_W;
  closest.depth = min.depth;
  closest.p_WA = a.Support(min.n_W);
  closest.p_WB = b.Support(-min.n_W);
  // Where the deepest point is a point of the other shape, the partner is its projection.
  if (min.face_of == 0) closest.p_WA = closest.p_WB + min.depth * min.n_W;
  if (min.face_of == 1) closest.p_WB = closest.p_WA - min.depth * min.n_W;
  return closest;
}

/// The nine edge-edge axes of the separating axis test of two boxes; the six faces are in `face`.
bool CollideBoxes(const Placed& a, const Placed& b, MinOverlap face,
                  std::vector<PairPoint>* points) {
  MinOverlap edge;
  int edge_a = 0;
  int edge_b = 0;
  const Vector3d from_a_to_b = b.p_WG - a.p_WG;
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      Vector3d n_W = a.R_WG.col(i).cross(b.R_WG.col(k));
      const double length = n_W.norm();
      // Nearly parallel edges give no reliable axis; face normals cover their case.
      if (length < 1e-3) continue;
      n_W /= n_W.dot(from_a_to_b) < 0.0 ? -length : length;
      const double before = edge.depth;
      if (!Try(a, b, n_W, -1, &edge)) return false;
      if (edge.depth < before) {
        edge_a = i;
        edge_b = k;
      }
    }
  }
  // Prefers faces by 5 %: a face contact has up to eight points and does not change with small
  // rotations, an edge contact has one point.
  if (edge.depth >= 0.95 * face.depth - 1e-9) {
    AddManifold(a, b, AlongDirection(a, b, face), points);
    return true;
  }
  // The closest points of the lines through the two edges (two linear equations in the positions
  // along them).
  Closest closest = AlongDirection(a, b, edge);
  const Vector3d u = a.R_WG.col(edge_a);
  const Vector3d v = b.R_WG.col(edge_b);
  const Vector3d arm = closest.p_WB - closest.p_WA;
  const double uv = u.dot(v);
  const double bottom = 1.0 - uv * uv;
  closest.p_WA += u * ((arm.dot(u) - uv * arm.dot(v)) / bottom);
  closest.p_WB += v * ((uv * arm.dot(u) - arm.dot(v)) / bottom);
  points->push_back(PairPoint{0.5 * (closest.p_WA + closest.p_WB), closest.n_W, closest.depth});
  return true;
}

/// In closed form; centres that coincide get the vertical as normal.
void CollideSpheres(const Placed& a, const Placed& b, std::vector<PairPoint>* points) {
  const Vector3d arm = b.p_WG - a.p_WG;
  const double distance = arm.norm();
  const double depth = a.shape->radius + b.shape->radius - distance;
  if (depth < 0.0) return;
  const Vector3d n_W = distance > 0.0 ? Vector3d(arm / distance) : Vector3d::UnitZ();
  points->push_back(PairPoint{a.p_WG + (a.shape->radius - 0.5 * depth) * n_W, n_W, depth});
}

}  // namespace

// Cheap tests first: distance of bounding spheres, then separating faces, then GJK.
void CollideConvex(const Placed& a, const Placed& b, std::vector<PairPoint>* points) {
  const double reach = a.shape->outer_radius + b.shape->outer_radius;
  if ((a.middle_W() - b.middle_W()).squaredNorm() > reach * reach) return;
  if (a.shape->kind == ConvexKind::kSphere && b.shape->kind == ConvexKind::kSphere) {
    return CollideSpheres(a, b, points);
  }
  MinOverlap face;
  if (!TryFaces(a, b, &face)) return;
  if (a.shape->kind == ConvexKind::kBox && b.shape->kind == ConvexKind::kBox) {
    CollideBoxes(a, b, face, points);
    return;
  }
  // Shallow contacts over a face need no GJK. Not for hulls, whose own faces have not been tried.
  const double shallow = 0.1 * std::min(a.shape->inner_radius, b.shape->inner_radius);
  const bool tried = a.shape->kind != ConvexKind::kHull && b.shape->kind != ConvexKind::kHull;
  if (tried && face.face_of >= 0 && face.depth < shallow && RestsOnFace(a, b, face)) {
    AddManifold(a, b, AlongDirection(a, b, face), points);
    return;
  }
  Closest closest;
  if (!FindOverlap(a, b, &closest)) return;
  // Prefers a face whose overlap is within 2 % of the smallest one found: EPA's normals vary
  // slightly from step to step, face normals do not.
  if (face.face_of >= 0 && face.depth <= 1.02 * closest.depth + 1e-7 * reach) {
    closest = AlongDirection(a, b, face);
  }
  AddManifold(a, b, closest, points);
}

}  // namespace surefoot::collide
