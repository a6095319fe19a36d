#include "surefoot/raycast/shape_rays.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace surefoot::raycast {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Negative inside: written from the definition of each shape, not from its ray intersection.
double Depth(const world::Geometry& geometry, const Vector3d& p) {
  if (const auto* box = std::get_if<world::Box>(&geometry)) {
    return (p.cwiseAbs() - 0.5 * box->size).maxCoeff();
  }
  if (const auto* sphere = std::get_if<world::Sphere>(&geometry)) return p.norm() - sphere->radius;
  if (const auto* cylinder = std::get_if<world::Cylinder>(&geometry)) {
    return std::max(p.head<2>().norm() - cylinder->radius,
                    std::abs(p.z()) - 0.5 * cylinder->length);
  }
  if (const auto* capsule = std::get_if<world::Capsule>(&geometry)) {
    const double beyond = std::max(0.0, std::abs(p.z()) - 0.5 * capsule->length);
    return std::hypot(p.x(), p.y(), beyond) - capsule->radius;
  }
  const auto& ellipsoid = std::get<world::Ellipsoid>(geometry);
  return p.cwiseQuotient(ellipsoid.radii).norm() - 1.0;
}

/// The first change of sign along the ray, by small steps and bisection.
std::optional<double> March(const world::Geometry& geometry, const Vector3d& p, const Vector3d& d) {
  constexpr double kStep = 0.002;
  const bool inside = Depth(geometry, p) < 0.0;
  for (double t = 0.0; t < 12.0; t += kStep) {
    if ((Depth(geometry, p + (t + kStep) * d) < 0.0) == inside) continue;
    double low = t;
    double high = t + kStep;
    for (int i = 0; i < 40; ++i) {
      const double middle = 0.5 * (low + high);
      const bool same = (Depth(geometry, p + middle * d) < 0.0) == inside;
      (same ? low : high) = middle;
    }
    return low;
  }
  return std::nullopt;
}

class ShapeRays : public testing::TestWithParam<world::Geometry> {};

TEST_P(ShapeRays, MeetTheSurfaceWhereTheSolidBegins) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  int hits = 0;
  for (int i = 0; i < 300; ++i) {
    const Vector3d p = 3.0 * Vector3d(any(random), any(random), any(random));
    const Vector3d target = Vector3d(any(random), any(random), any(random));
    const Vector3d d = (target - p).normalized();
    const std::optional<double> t = Intersect(GetParam(), p, d, 0.0, kInfinity);
    const std::optional<double> expected = March(GetParam(), p, d);
    if (!expected) {
      // Marching misses what is thinner than a step; a hit must then be grazing.
      if (t) {
        EXPECT_NEAR(Depth(GetParam(), p + *t * d), 0.0, 1e-9);
      }
      continue;
    }
    ++hits;
    ASSERT_TRUE(t.has_value());
    EXPECT_NEAR(*t, *expected, 1e-9);
    const Vector3d normal = NormalAt(GetParam(), p + *t * d);
    EXPECT_NEAR(normal.norm(), 1.0, 1e-12);
    EXPECT_GT(Depth(GetParam(), p + *t * d + 1e-4 * normal), 0.0);
    EXPECT_LT(Depth(GetParam(), p + *t * d - 1e-4 * normal), 0.0);
    EXPECT_TRUE(BoundsOf(GetParam()).exteriorDistance(p + *t * d) < 1e-9);
    EXPECT_FALSE(Intersect(GetParam(), p, d, 0.0, *t).has_value());
  }
  EXPECT_GT(hits, 80);
}

INSTANTIATE_TEST_SUITE_P(Shapes, ShapeRays,
                         testing::Values(world::Box{Vector3d(1.0, 2.0, 0.5)}, world::Sphere{0.9},
                                         world::Cylinder{0.6, 1.5}, world::Cylinder{1.2, 0.2},
                                         world::Capsule{0.5, 1.2},
                                         world::Ellipsoid{Vector3d(0.4, 1.2, 0.8)}),
                         [](const auto& test) {
                           return world::GeometryName(test.param) + std::to_string(test.index);
                         });

TEST(ShapeRaysTest, APlaneEndsAtItsDrawnSize) {
  const world::Geometry plane = world::Plane{Eigen::Vector2d(2.0, 4.0)};
  const Vector3d down = -Vector3d::UnitZ();
  EXPECT_EQ(Intersect(plane, Vector3d(0.9, 1.9, 3.0), down, 0.0, kInfinity), 3.0);
  EXPECT_EQ(Intersect(plane, Vector3d(0.9, -1.9, -3.0), -down, 0.0, kInfinity), 3.0);
  EXPECT_FALSE(Intersect(plane, Vector3d(1.1, 1.9, 3.0), down, 0.0, kInfinity));
  EXPECT_FALSE(Intersect(plane, Vector3d(0.0, 0.0, 3.0), Vector3d::UnitX(), 0.0, kInfinity));
  const world::Geometry endless = world::Plane{Eigen::Vector2d::Constant(kInfinity)};
  EXPECT_EQ(Intersect(endless, Vector3d(5e4, -9e4, 3.0), down, 0.0, kInfinity), 3.0);
}

TEST(ShapeRaysTest, NoDigitsAreLostFarAway) {
  const world::Geometry sphere = world::Sphere{0.1};
  const std::optional<double> t =
      Intersect(sphere, Vector3d(1e5, 0.0, 0.06), -Vector3d::UnitX(), 0.0, kInfinity);
  ASSERT_TRUE(t.has_value());
  EXPECT_NEAR(*t, 1e5 - 0.08, 1e-9);
}

}  // namespace
}  // namespace surefoot::raycast
