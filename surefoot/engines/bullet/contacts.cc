#include "surefoot/engines/bullet/contacts.h"

#include <algorithm>
#include <cmath>

#include "surefoot/engines/bullet/gjk.h"

namespace surefoot::engines::bullet {
namespace {

/// Smallest distance (m) at which contacts are passed to the solver, also at rest.
constexpr double kMinReach = 1e-4;
/// Largest distance (m) of the look-ahead for fast bodies.
constexpr double kMaxReach = 0.1;
/// Contact points kept for a pair: four support any flat face, terrain has several normals.
constexpr int kMaxPoints = 4;
constexpr int kMaxTerrainPoints = 8;

}  // namespace

Contacts::Contacts(const world::World& world, std::vector<Shape> shapes)
    : rules_(world), shapes_(std::move(shapes)) {
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    const int index = static_cast<int>(i);
    (shapes_[i].kind == ShapeKind::kPlane ? planes_ : order_).push_back(index);
    if (!shapes_[i].place.moves()) MoveShape(shapes_[i].place.X_CF, 0.0, &shapes_[i]);
  }
}

/// Updates poses and bounding boxes, each enlarged by the distance its surface can move in a step.
void Contacts::Move(const std::vector<Articulation>& articulations, double dt) {
  for (Shape& shape : shapes_) {
    if (!shape.place.moves()) continue;
    const LinkFrame& frame =
        articulations[static_cast<std::size_t>(shape.place.articulation)].frame(shape.place.link);
    const RigidTransform X_WG = frame.X_WC * shape.place.X_CF;
    // Upper bound of the surface's speed; rotation about an axis of symmetry does not move it.
    const Twist V_WG = Shifted(frame.V_WC_W, X_WG.p - frame.X_WC.p);
    Vector3d turning = V_WG.w;
    if (shape.kind == ShapeKind::kSphere) turning.setZero();
    if (shape.kind == ShapeKind::kCylinder || shape.kind == ShapeKind::kCapsule) {
      const Vector3d axis = X_WG.q * Vector3d::UnitZ();
      turning -= axis * axis.dot(turning);
    }
    const double radius = shape.half.norm() + shape.middle.norm();
    const double speed = V_WG.v.norm() + turning.norm() * radius;
    // Adds the fall of one more step, so that resting contacts are never lost.
    const double ahead = std::min(1.5 * speed * dt + 10.0 * dt * dt, kMaxReach);
    MoveShape(X_WG, kMinReach + ahead, &shape);
  }
}

/// Applies the collision rules to a pair whose boxes overlap.
void Contacts::TryPair(int a, int b) {
  const Shape& first = shapes_[static_cast<std::size_t>(a)];
  const Shape& second = shapes_[static_cast<std::size_t>(b)];
  if ((first.mask & second.mask) == 0) return;
  if (!rules_.LinksMayTouch(first.link, second.link)) return;
  if (!rules_.IsForEngine(first.link, first.collision, second.link, second.collision)) return;
  pairs_.emplace_back(std::min(a, b), std::max(a, b));
}

/// Broad phase: planes against all moving shapes, then sweep and prune along x with separate active
/// lists, so that static shapes are not compared with each other.
void Contacts::FindPairs() {
  pairs_.clear();
  for (const int plane : planes_) {
    const Shape& ground = shapes_[static_cast<std::size_t>(plane)];
    const Vector3d normal = ground.R_WG.col(2);
    for (const int i : order_) {
      const Shape& shape = shapes_[static_cast<std::size_t>(i)];
      if (!shape.place.moves()) continue;
      const Vector3d middle = 0.5 * (shape.low + shape.high) - ground.X_WG.p;
      const Vector3d half = 0.5 * (shape.high - shape.low);
      if (normal.dot(middle) - normal.cwiseAbs().dot(half) < 0.0) TryPair(plane, i);
    }
  }
  // Ties are broken by index, so that the order depends on the poses alone.
  const auto low = [this](int i) { return shapes_[static_cast<std::size_t>(i)].low.x(); };
  std::sort(order_.begin(), order_.end(),
            [&](int a, int b) { return std::pair(low(a), a) < std::pair(low(b), b); });
  active_moving_.clear();
  active_static_.clear();
  const auto compare = [this](int i, std::vector<int>* active) {
    const Shape& shape = shapes_[static_cast<std::size_t>(i)];
    std::size_t kept = 0;
    for (const int k : *active) {
      const Shape& other = shapes_[static_cast<std::size_t>(k)];
      if (other.high.x() < shape.low.x()) continue;
      (*active)[kept++] = k;
      if (other.high.y() < shape.low.y() || other.low.y() > shape.high.y() ||
          other.high.z() < shape.low.z() || other.low.z() > shape.high.z()) {
        continue;
      }
      TryPair(i, k);
    }
    active->resize(kept);
  };
  for (const int i : order_) {
    const bool moves = shapes_[static_cast<std::size_t>(i)].place.moves();
    compare(i, &active_moving_);
    if (moves) compare(i, &active_static_);
    (moves ? active_moving_ : active_static_).push_back(i);
  }
  std::sort(pairs_.begin(), pairs_.end());
}

/// Narrow phase of a pair. Planes, meshes and height fields are always first.
void Contacts::Collide(int a, int b) {
  const Shape* first = &shapes_[static_cast<std::size_t>(a)];
  const Shape* second = &shapes_[static_cast<std::size_t>(b)];
  const bool swapped = !IsConvex(second->kind);
  if (swapped) std::swap(first, second);
  if (!IsConvex(second->kind)) return;
  points_.clear();
  const double reach = std::max(first->reach, second->reach);
  switch (first->kind) {
    case ShapeKind::kPlane:
      CollidePlane(*first, *second, reach, &points_);
      break;
    case ShapeKind::kMesh:
      CollideMesh(*first, *second, reach, &points_);
      ReducePoints(0, kMaxTerrainPoints, &points_);
      break;
    case ShapeKind::kHeightField:
      CollideHeightField(*first, *second, reach, &points_);
      ReducePoints(0, kMaxTerrainPoints, &points_);
      break;
    default:
      CollideConvex(*first, *second, reach, &points_);
      break;
  }
  for (const TouchPoint& point : points_) {
    touches_.push_back(Touch{a, b, point});
    if (swapped) touches_.back().point.n_W = -point.n_W;
  }
}

const std::vector<Touch>& Contacts::Find(const std::vector<Articulation>& articulations,
                                         double dt) {
  Move(articulations, dt);
  FindPairs();
  touches_.clear();
  for (const auto& [a, b] : pairs_) Collide(a, b);
  return touches_;
}

void CollideConvex(const Shape& a, const Shape& b, double reach, std::vector<TouchPoint>* points) {
  Closest closest;
  if (!FindClosest(a, b, reach, &closest)) return;
  const std::size_t first = points->size();
  Polygon face_a;
  Polygon face_b;
  // The faces that the shapes turn to each other, clipped: all points of the contact at once,
  // without a memory of earlier steps.
  SupportingFace(a, a.R_WG.transpose() * closest.n_W, &face_a);
  SupportingFace(b, -(b.R_WG.transpose() * closest.n_W), &face_b);
  ToWorld(a, &face_a);
  ToWorld(b, &face_b);
  ClipFaces(face_a, face_b, closest.n_W, reach, points);
  ReducePoints(first, kMaxPoints, points);
  const double deepest = Deepest(first, *points);
  // Where the faces do not contain the deepest contact, adds the closest points.
  constexpr double kSame = 1e-4;
  if (-closest.distance > deepest + kSame) {
    points->push_back({0.5 * (closest.p_WA + closest.p_WB), closest.n_W, -closest.distance});
  }
}

/// Exact for every shape: corners of boxes and hulls, rims of cylinders, ends of capsules, support
/// points of the others.
void CollidePlane(const Shape& plane, const Shape& b, double reach,
                  std::vector<TouchPoint>* points) {
  const Vector3d n_W = plane.R_WG.col(2);
  const Vector3d n_G = b.R_WG.transpose() * n_W;
  const double height = n_W.dot(b.X_WG.p - plane.X_WG.p);
  const std::size_t first = points->size();
  const auto add = [&](const Vector3d& p_G) {
    const double depth = -(height + n_G.dot(p_G));
    if (depth <= -reach) return;
    points->push_back({b.X_WG.p + b.R_WG * p_G + 0.5 * depth * n_W, n_W, depth});
  };
  switch (b.kind) {
    case ShapeKind::kBox:
      for (int i = 0; i < 8; ++i) {
        add(Vector3d((i & 1) != 0 ? b.size.x() : -b.size.x(),
                     (i & 2) != 0 ? b.size.y() : -b.size.y(),
                     (i & 4) != 0 ? b.size.z() : -b.size.z()));
      }
      break;
    case ShapeKind::kCapsule:
      add(-b.size.x() * n_G - Vector3d(0.0, 0.0, b.size.z()));
      add(-b.size.x() * n_G + Vector3d(0.0, 0.0, b.size.z()));
      break;
    case ShapeKind::kCylinder: {
      // The lowest points of both rims; for a nearly upright cylinder four points of the lower rim.
      const double across = std::hypot(n_G.x(), n_G.y());
      Vector3d down = -Vector3d(b.size.x(), 0.0, 0.0);
      if (across > 1e-9) {
        down = -b.size.x() / across * Vector3d(n_G.x(), n_G.y(), 0.0);
      }
      const Vector3d top(0.0, 0.0, b.size.z());
      add(down - top);
      add(down + top);
      if (across < 0.1) {
        const Vector3d side(-down.y(), down.x(), 0.0);
        const Vector3d end = n_G.z() > 0.0 ? Vector3d(-top) : top;
        add(-down + end);
        add(side + end);
        add(-side + end);
      }
      break;
    }
    case ShapeKind::kHull:
      for (const Vector3d& vertex : b.hull->vertices) add(vertex);
      break;
    default:
      add(Support(b, -n_G));
      break;
  }
  ReducePoints(first, kMaxPoints, points);
}

}  // namespace surefoot::engines::bullet
