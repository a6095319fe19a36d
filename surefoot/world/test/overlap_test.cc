// Overlap of shapes, compared with random points inside them.

#include "surefoot/world/overlap.h"

#include <gtest/gtest.h>

#include "surefoot/base/random.h"

namespace surefoot::world {
namespace {

Vector3d DrawVector(RandomStream* random, double low, double high) {
  const double x = random->Uniform(low, high);
  const double y = random->Uniform(low, high);
  return Vector3d(x, y, random->Uniform(low, high));
}

RigidTransform DrawPose(RandomStream* random) {
  const Vector3d rpy = DrawVector(random, -3.0, 3.0);
  return RigidTransform(QuaternionFromRpy(rpy.x(), rpy.y(), rpy.z()),
                        DrawVector(random, -0.8, 0.8));
}

bool Contains(const Geometry& geometry, const Vector3d& p_G) {
  if (const auto* box = std::get_if<Box>(&geometry)) {
    return (p_G.cwiseAbs().array() <= 0.5 * box->size.array()).all();
  }
  if (const auto* sphere = std::get_if<Sphere>(&geometry)) return p_G.norm() <= sphere->radius;
  const auto& cylinder = std::get<Cylinder>(geometry);
  return p_G.head<2>().norm() <= cylinder.radius && std::abs(p_G.z()) <= 0.5 * cylinder.length;
}

Geometry Draw(int kind, RandomStream* random) {
  if (kind == 0) return Box{DrawVector(random, 0.2, 1.5)};
  if (kind == 1) return Sphere{random->Uniform(0.1, 0.8)};
  const double radius = random->Uniform(0.1, 0.6);
  return Cylinder{radius, random->Uniform(0.2, 1.5)};
}

/// True if one of many random points of the first shape is inside the second one.
bool PointsMeet(const PlacedShape& a, const PlacedShape& b, RandomStream* random) {
  const RigidTransform X_BA = b.X_WG.Inverse() * a.X_WG;
  for (int i = 0; i < 4000; ++i) {
    const Vector3d p_A = DrawVector(random, -1.0, 1.0);
    if (Contains(*a.geometry, p_A) && Contains(*b.geometry, X_BA * p_A)) return true;
  }
  return false;
}

TEST(Overlap, AgreesWithPointsWithinTheShapes) {
  RandomStream random(1, "overlap");
  int overlapping = 0;
  int apart = 0;
  for (int trial = 0; trial < 600; ++trial) {
    const int kind_a = trial % 3;
    const int kind_b = trial / 3 % 3;
    const Geometry a = Draw(kind_a, &random);
    const Geometry b = Draw(kind_b, &random);
    const PlacedShape placed_a{&a, DrawPose(&random)};
    const PlacedShape placed_b{&b, DrawPose(&random)};
    const bool meet = PointsMeet(placed_a, placed_b, &random);
    (meet ? overlapping : apart) += 1;
    if (meet) {
      EXPECT_TRUE(Overlap(placed_a, placed_b, 0.0)) << trial;
      EXPECT_TRUE(Overlap(placed_b, placed_a, 0.0)) << trial;
    }
    // The result is exact for boxes and spheres. As points may miss a small overlap, a shrunk shape
    // decides.
    const bool exact = kind_a < 2 && kind_b < 2;
    if (!meet && exact) {
      EXPECT_FALSE(Overlap(placed_a, placed_b, 0.12)) << trial;
    }
  }
  EXPECT_GT(overlapping, 100);
  EXPECT_GT(apart, 100);
}

TEST(Overlap, IsExactForASphereAtTheCornerOfABox) {
  const Geometry box = Box{Vector3d(2, 2, 2)};
  const Geometry sphere = Sphere{0.5};
  const auto at = [&](double off) {
    const Vector3d p = Vector3d::Ones() + off * Vector3d::Ones().normalized();
    return Overlap({&box, RigidTransform()}, {&sphere, RigidTransform(p)}, 0.0) &&
           Overlap({&sphere, RigidTransform(p)}, {&box, RigidTransform()}, 0.0);
  };
  EXPECT_TRUE(at(0.499));
  EXPECT_FALSE(at(0.501));
}

TEST(Overlap, PlanesHaveOneSide) {
  const Geometry plane = Plane();
  const Geometry sphere = Sphere{0.5};
  const PlacedShape ground{&plane, RigidTransform(Vector3d(0, 0, 1))};
  EXPECT_FALSE(Overlap({&sphere, RigidTransform(Vector3d(9, 9, 1.5))}, ground, 0.002));
  EXPECT_TRUE(Overlap(ground, {&sphere, RigidTransform(Vector3d(9, 9, 1.49))}, 0.002));
  EXPECT_TRUE(Overlap({&sphere, RigidTransform(Vector3d(0, 0, -7))}, ground, 0.002));
  EXPECT_FALSE(Overlap(ground, ground, 0.0));
}

}  // namespace
}  // namespace surefoot::world
