#include "surefoot/engines/bullet/gjk.h"

#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btTriangleShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>

// The only use of Bullet's GJK and EPA for pairs of convex shapes. Cores without margins are
// passed, so that shallow contacts are found by GJK, which is more accurate than EPA.

namespace surefoot::engines::bullet {
namespace {

btVector3 ToBullet(const Vector3d& v) { return btVector3(v.x(), v.y(), v.z()); }
Vector3d FromBullet(const btVector3& v) { return Vector3d(v.x(), v.y(), v.z()); }

btTransform TransformOf(const Matrix3d& R, const Vector3d& p) {
  return btTransform(
      btMatrix3x3(R(0, 0), R(0, 1), R(0, 2), R(1, 0), R(1, 1), R(1, 2), R(2, 0), R(2, 1), R(2, 2)),
      ToBullet(p));
}

/// Arguments of Bullet's GJK: the core shape without margin, its pose and its margin.
struct Convex {
  const btConvexShape* core;
  btTransform X_WG;
  double margin;
  Vector3d middle_W;
};

Convex ConvexOf(const Shape& shape) {
  return {shape.core.get(), TransformOf(shape.R_WG, shape.X_WG.p), shape.margin,
          shape.X_WG.p + shape.R_WG * shape.middle};
}

/// GJK on the cores, which are apart in shallow contacts; EPA only where the cores themselves
/// overlap.
bool Find(const Convex& a, const Convex& b, double reach, Closest* out) {
  using Solver = btGjkEpaSolver2;
  Solver::sResults results;
  const Vector3d between = b.middle_W - a.middle_W;
  btVector3 guess = ToBullet(between);
  if (guess.length2() < 1e-20) guess.setValue(0.0, 0.0, 1.0);
  constexpr double kMinDistance = 1e-9;
  if (Solver::Distance(a.core, a.X_WG, b.core, b.X_WG, guess, results) &&
      results.distance > kMinDistance) {
    out->distance = results.distance - a.margin - b.margin;
    if (out->distance > reach) return false;
    // Bullet returns the normal in the axes of a.
    out->n_W = -FromBullet(a.X_WG.getBasis() * results.normal);
    out->p_WA = FromBullet(results.witnesses[0]) + a.margin * out->n_W;
    out->p_WB = FromBullet(results.witnesses[1]) - b.margin * out->n_W;
    return true;
  }
  if (!Solver::Penetration(a.core, a.X_WG, b.core, b.X_WG, guess, results, true)) return false;
  out->p_WA = FromBullet(results.witnesses[0]);
  out->p_WB = FromBullet(results.witnesses[1]);
  out->distance = results.distance;
  out->n_W = -FromBullet(a.X_WG.getBasis() * results.normal);
  return out->n_W.squaredNorm() > 0.5;
}

/// Adapts Bullet's callback for triangles of a mesh.
class Adapter final : public btTriangleCallback {
 public:
  explicit Adapter(TriangleVisitor* visitor) : visitor_(visitor) {}
  void processTriangle(btVector3*, int, int index) override { visitor_->Visit(index); }

 private:
  TriangleVisitor* visitor_;
};

}  // namespace

bool FindClosest(const Shape& a, const Shape& b, double reach, Closest* closest) {
  return Find(ConvexOf(a), ConvexOf(b), reach, closest);
}

bool FindClosest(const Shape& a, const Vector3d triangle_W[3], double reach, Closest* closest) {
  // Relative to the shape's origin, which keeps precision far from the world's origin.
  const Vector3d& origin = a.X_WG.p;
  btTriangleShape core(ToBullet(triangle_W[0] - origin), ToBullet(triangle_W[1] - origin),
                       ToBullet(triangle_W[2] - origin));
  core.setMargin(0.0);
  const Vector3d middle = (triangle_W[0] + triangle_W[1] + triangle_W[2]) / 3.0;
  const Convex b{&core, TransformOf(Matrix3d::Identity(), origin), 0.0, middle};
  return Find(ConvexOf(a), b, reach, closest);
}

void VisitTriangles(const TriangleMesh& mesh, const Vector3d& low_G, const Vector3d& high_G,
                    TriangleVisitor* visitor) {
  Adapter adapter(visitor);
  mesh.tree->processAllTriangles(&adapter, ToBullet(low_G), ToBullet(high_G));
}

}  // namespace surefoot::engines::bullet
