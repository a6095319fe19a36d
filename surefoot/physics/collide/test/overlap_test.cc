// Pairs of convex shapes in random poses, against a search over directions.

#include <algorithm>
#include <random>

#include "surefoot/physics/collide/test/two_shapes.h"

namespace surefoot::collide {
namespace {

/// Extent of a shape along a direction in its frame.
double Extent(const world::Geometry& shape, const Vector3d& d) {
  if (const auto* box = std::get_if<world::Box>(&shape)) return 0.5 * d.cwiseAbs().dot(box->size);
  if (const auto* sphere = std::get_if<world::Sphere>(&shape)) return sphere->radius;
  if (const auto* cylinder = std::get_if<world::Cylinder>(&shape)) {
    return 0.5 * cylinder->length * std::abs(d.z()) + cylinder->radius * std::hypot(d.x(), d.y());
  }
  if (const auto* capsule = std::get_if<world::Capsule>(&shape)) {
    return 0.5 * capsule->length * std::abs(d.z()) + capsule->radius;
  }
  if (const auto* ellipsoid = std::get_if<world::Ellipsoid>(&shape)) {
    return ellipsoid->radii.cwiseProduct(d).norm();
  }
  double max = -1e300;
  for (const Vector3d& vertex : std::get<world::Mesh>(shape).mesh->vertices) {
    max = std::max(max, d.dot(vertex));
  }
  return max;
}

class Search {
 public:
  Search(const world::Geometry& a, const world::Geometry& b, const RigidTransform& X_WB)
      : a_(a), b_(b), X_WB_(X_WB) {}

  double Along(const Vector3d& n) const {
    return Extent(a_, n) + Extent(b_, X_WB_.q.conjugate() * Vector3d(-n)) - n.dot(X_WB_.p);
  }

  /// Smallest overlap over all directions: a grid of directions, then ever smaller random rotations
  /// of the best one.
  double Min(std::mt19937* random) const {
    std::normal_distribution<double> normal;
    Vector3d best = Vector3d::UnitZ();
    double min = Along(best);
    const auto look = [&](Vector3d n) {
      n.normalize();
      const double depth = Along(n);
      if (depth < min) {
        min = depth;
        best = n;
      }
    };
    constexpr int kNet = 2000;
    for (int i = 0; i < kNet; ++i) {
      const double z = 1.0 - (2.0 * i + 1.0) / kNet;
      const double angle = 2.399963229728653 * i;
      const double r = std::sqrt(1.0 - z * z);
      look(Vector3d(r * std::cos(angle), r * std::sin(angle), z));
    }
    for (double width = 0.1; width > 1e-7; width *= 0.8) {
      for (int i = 0; i < 20; ++i) {
        look(best + width * Vector3d(normal(*random), normal(*random), normal(*random)));
      }
    }
    return min;
  }

 private:
  const world::Geometry& a_;
  const world::Geometry& b_;
  RigidTransform X_WB_;
};

std::vector<world::Geometry> Shapes() {
  TriMesh wedge = MakeBoxMesh(Vector3d(0.5, 0.4, 0.3));
  for (Vector3d& vertex : wedge.vertices) {
    if (vertex.z() > 0.0) vertex.x() *= 0.3;
  }
  world::Mesh mesh;
  mesh.mesh = std::make_shared<const TriMesh>(wedge);
  return {world::Box{Vector3d(0.5, 0.4, 0.3)},
          world::Sphere{0.2},
          world::Cylinder{0.2, 0.3},
          world::Capsule{0.15, 0.3},
          world::Ellipsoid{Vector3d(0.3, 0.2, 0.15)},
          mesh};
}

TEST(Overlap, IsTheMinimumOverAllDirections) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  const std::vector<world::Geometry> shapes = Shapes();
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    for (std::size_t k = 0; k < shapes.size(); ++k) {
      SCOPED_TRACE(std::string(world::GeometryName(shapes[i])) + " and " +
                   world::GeometryName(shapes[k]));
      TwoShapes pair(shapes[i], shapes[k], false);
      for (int trial = 0; trial < 40; ++trial) {
        const Vector3d way = Vector3d(normal(random), normal(random), normal(random)).normalized();
        const Quaterniond q =
            Quaterniond(normal(random), normal(random), normal(random), normal(random))
                .normalized();
        // Moved apart until they just touch, then a few millimetres back.
        const double expected = 0.02 * uniform(random) * uniform(random);
        double far = 0.0;
        for (double low = 0.0, high = 2.0; high - low > 1e-5; far = 0.5 * (low + high)) {
          const double middle = 0.5 * (low + high);
          (pair.At(RigidTransform(q, middle * way)).empty() ? high : low) = middle;
        }
        const RigidTransform X_WB(q, (far - expected) * way);
        const Search search(shapes[i], shapes[k], X_WB);
        const std::vector<TouchPoint> points = pair.At(X_WB);
        ASSERT_FALSE(points.empty());
        // The search may end slightly beside the best direction.
        const double min = std::min(search.Min(&random), search.Along(points[0].n_W));
        // Faces are preferred to edges that are hardly better.
        EXPECT_NEAR(Deepest(points), min, 0.06 * min + 2e-6);
        for (const TouchPoint& point : points) {
          EXPECT_NEAR(point.n_W.norm(), 1.0, 1e-12);
          EXPECT_LT(search.Along(point.n_W), 1.06 * min + 2e-6);
          // The point is inside both shapes, to the depth.
          const double in_a = Extent(shapes[i], point.n_W) - point.n_W.dot(point.p_WC);
          EXPECT_GE(in_a, -1e-6);
          EXPECT_LT(in_a, min + 1e-3);
        }
      }
    }
  }
}

TEST(Overlap, DeepOnesAreFoundToo) {
  std::mt19937 random(8);
  const std::vector<world::Geometry> shapes = Shapes();
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    for (std::size_t k = 0; k < shapes.size(); ++k) {
      SCOPED_TRACE(std::string(world::GeometryName(shapes[i])) + " and " +
                   world::GeometryName(shapes[k]));
      TwoShapes pair(shapes[i], shapes[k], false);
      const RigidTransform X_WB(QuaternionFromRpy(0.3, 0.5, 0.7), Vector3d(0.03, 0.02, 0.05));
      const double min = Search(shapes[i], shapes[k], X_WB).Min(&random);
      const std::vector<TouchPoint> points = pair.At(X_WB);
      ASSERT_FALSE(points.empty());
      EXPECT_NEAR(Deepest(points), min, 0.06 * min + 2e-6);
    }
  }
}

TEST(Overlap, OfShapesInOnePlaceIsFinite) {
  const std::vector<world::Geometry> shapes = Shapes();
  for (const world::Geometry& a : shapes) {
    for (const world::Geometry& b : shapes) {
      TwoShapes pair(a, b, false);
      const std::vector<TouchPoint> points = pair.At(Vector3d::Zero());
      ASSERT_FALSE(points.empty());
      for (const TouchPoint& point : points) {
        EXPECT_TRUE(point.p_WC.allFinite());
        EXPECT_NEAR(point.n_W.norm(), 1.0, 1e-9);
        EXPECT_GT(point.depth, 0.05);
      }
    }
  }
}

}  // namespace
}  // namespace surefoot::collide
