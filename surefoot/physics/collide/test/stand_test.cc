// Shapes resting on something: enough points, the right depth, a vertical normal.

#include "surefoot/physics/collide/test/two_shapes.h"

namespace surefoot::collide {
namespace {

world::HeightMap FlatField() {
  auto field = std::make_shared<HeightField>();
  field->rows = 41;
  field->cols = 41;
  field->size_x = 4.0;
  field->size_y = 4.0;
  field->heights.assign(41 * 41, 0.0f);
  world::HeightMap map;
  map.field = field;
  return map;
}

world::Mesh MeshOf(TriMesh triangles) {
  world::Mesh mesh;
  mesh.mesh = std::make_shared<const TriMesh>(std::move(triangles));
  return mesh;
}

world::Mesh FlatMesh() { return MeshOf(ToMesh(*FlatField().field)); }

struct Ground {
  std::string name;
  world::Geometry shape;
  Vector3d p_W = Vector3d::Zero();
};

std::vector<Ground> Grounds() {
  const TriMesh slab = MakeBoxMesh(Vector3d(4.0, 4.0, 1.0));
  return {{"plane", world::Plane{}},
          {"box", world::Box{Vector3d(4.0, 4.0, 1.0)}, Vector3d(0, 0, -0.5)},
          {"field", FlatField()},
          {"mesh", FlatMesh()},
          {"solid mesh", MeshOf(slab), Vector3d(0, 0, -0.5)},
          {"cylinder", world::Cylinder{2.0, 1.0}, Vector3d(0, 0, -0.5)}};
}

struct Load {
  std::string name;
  world::Geometry shape;
  Quaterniond q = Quaterniond::Identity();
  double height = 0.0;
  /// Half widths of the support polygon along x and y.
  double wide_x = 0.0;
  double wide_y = 0.0;
};

std::vector<Load> Loads() {
  TriMesh prism = MakeBoxMesh(Vector3d(0.3, 0.2, 0.4));
  return {{"sphere", world::Sphere{0.2}, Quaterniond::Identity(), 0.2, 0.0, 0.0},
          {"ellipsoid", world::Ellipsoid{Vector3d(0.3, 0.2, 0.1)}, Quaterniond::Identity(), 0.1},
          {"box", world::Box{Vector3d(0.3, 0.2, 0.4)}, Quaterniond::Identity(), 0.2, 0.15, 0.1},
          {"hull", MeshOf(prism), Quaterniond::Identity(), 0.2, 0.15, 0.1},
          {"upright cylinder", world::Cylinder{0.2, 0.3}, Quaterniond::Identity(), 0.15, 0.2, 0.2},
          {"lying cylinder", world::Cylinder{0.2, 0.3}, kOnItsSide, 0.2, 0.0, 0.15},
          {"lying capsule", world::Capsule{0.2, 0.3}, kOnItsSide, 0.2, 0.0, 0.15},
          {"upright capsule", world::Capsule{0.2, 0.3}, Quaterniond::Identity(), 0.35}};
}

TEST(Stand, EveryShapeStandsOnEveryGround) {
  const double depth = 1e-3;
  for (const Ground& ground : Grounds()) {
    for (const Load& load : Loads()) {
      TwoShapes pair(ground.shape, load.shape, true, RigidTransform(ground.p_W));
      for (const Vector3d& where : {Vector3d(0.0, 0.0, 0.0), Vector3d(0.137, -0.274, 0.0)}) {
        SCOPED_TRACE(load.name + " on " + ground.name);
        const auto& points =
            pair.At(RigidTransform(load.q, where + Vector3d(0, 0, load.height - depth)));
        ASSERT_FALSE(points.empty());
        EXPECT_LE(points.size(), 8u);
        EXPECT_NEAR(Deepest(points), depth, 1e-9);
        for (const TouchPoint& point : points) {
          EXPECT_NEAR(point.n_W.z(), 1.0, 1e-6);
          EXPECT_NEAR(point.p_WC.z(), -0.5 * depth, 0.5 * depth + 1e-9);
        }
        // A round support is a polygon with at most eight corners.
        const double x = HalfWidth(points, Vector3d::UnitX());
        const double y = HalfWidth(points, Vector3d::UnitY());
        EXPECT_NEAR(x, 0.96 * load.wide_x, 0.041 * load.wide_x + 2e-3);
        EXPECT_NEAR(y, 0.96 * load.wide_y, 0.041 * load.wide_y + 2e-3);
        EXPECT_TRUE(
            pair.At(RigidTransform(load.q, where + Vector3d(0, 0, load.height + depth))).empty());
      }
    }
  }
}

TEST(Stand, NormalsPointFromTheFirstShapeToTheSecond) {
  // With the plane as second shape.
  world::WorldSpec spec;
  spec.models.push_back(
      {"ball", RigidTransform(Vector3d(0, 0, 0.19)), OneShape("ball", world::Sphere{0.2}, false)});
  spec.models.push_back({"floor", {}, OneShape("floor", world::Plane{}, true)});
  Problems problems;
  physics::BackendArgs args;
  args.world = world::MakeWorld(spec, &problems).value();
  args.models = {0, 1};
  auto finder = MakeContactFinder(args).value();
  const auto& points = finder->Find(physics::MakeInitialState(*args.world));
  ASSERT_EQ(points.size(), 1u);
  EXPECT_EQ(points[0].shape_a, 0);
  EXPECT_NEAR(points[0].n_W.z(), -1.0, 1e-12);
  EXPECT_NEAR(points[0].depth, 0.01, 1e-12);
}

TEST(Stand, AWheelOverFlatTrianglesFeelsNoEdges) {
  for (const world::Geometry& ground : std::vector<world::Geometry>{FlatField(), FlatMesh()}) {
    TwoShapes pair(ground, world::Cylinder{0.165, 0.114});
    for (int i = 0; i < 200; ++i) {
      const double x = 0.005 * i - 0.5;
      const Quaterniond q =
          QuaternionFromRpy(0.0, 0.0, 0.3) * kOnItsSide * QuaternionFromRpy(0.0, 0.0, x / 0.165);
      const auto& points = pair.At(RigidTransform(q, Vector3d(x, 0.3 * x, 0.164)));
      ASSERT_GE(points.size(), 2u);
      EXPECT_NEAR(Deepest(points), 0.001, 1e-9);
      EXPECT_NEAR(HalfWidth(points, q * Vector3d::UnitZ()), 0.057, 1e-6);
      for (const TouchPoint& point : points) EXPECT_GT(point.n_W.z(), 1.0 - 1e-9);
    }
  }
}

TEST(Stand, WhatIsBelowTheGroundIsLiftedUp) {
  TwoShapes pair(FlatField(), world::Box{Vector3d(0.2, 0.2, 0.2)});
  const auto& points = pair.At(Vector3d(0.03, 0.02, -1.0));
  ASSERT_FALSE(points.empty());
  EXPECT_NEAR(Deepest(points), 1.1, 1e-9);
  EXPECT_NEAR(points[0].n_W.z(), 1.0, 1e-12);
}

TEST(Stand, ARidgePressesIntoAFlatBottom) {
  // A roof along y, with a box across its ridge.
  auto field = std::make_shared<HeightField>();
  field->rows = field->cols = 3;
  field->size_x = field->size_y = 2.0;
  field->heights = {0, 0.5f, 0, 0, 0.5f, 0, 0, 0.5f, 0};
  world::HeightMap map;
  map.field = field;
  for (const world::Geometry& ground : std::vector<world::Geometry>{map, MeshOf(ToMesh(*field))}) {
    TwoShapes pair(ground, world::Box{Vector3d(0.4, 0.4, 0.2)});
    const auto& points = pair.At(Vector3d(0.0, 0.1, 0.599));
    ASSERT_GE(points.size(), 2u);
    for (const TouchPoint& point : points) {
      EXPECT_NEAR(point.n_W.z(), 1.0, 1e-9);
      EXPECT_NEAR(point.depth, 0.001, 1e-9);
      EXPECT_NEAR(point.p_WC.x(), 0.0, 1e-9);
    }
    EXPECT_NEAR(HalfWidth(points, Vector3d::UnitY()), 0.2, 1e-6);
  }
}

}  // namespace
}  // namespace surefoot::collide
