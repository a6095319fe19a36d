// Uneven ground, and flat ground made of many pieces.

#include <cmath>

#include "tests/conformance/engine_test_case.h"

namespace surefoot::conformance {
namespace {

class Ground : public ConformanceTest {};
SUREFOOT_ALL_ENGINES(Ground);

constexpr double kPi = 3.14159265358979323846;

std::shared_ptr<HeightField> MakeField(double size_x, double size_y, int cols, int rows,
                                       double (*height)(double x)) {
  auto field = std::make_shared<HeightField>();
  field->rows = rows;
  field->cols = cols;
  field->size_x = size_x;
  field->size_y = size_y;
  for (int row = 0; row < rows; ++row) {
    for (int col = 0; col < cols; ++col) {
      const double x = (static_cast<double>(col) / (cols - 1) - 0.5) * size_x;
      field->heights.push_back(static_cast<float>(height(x)));
    }
  }
  return field;
}

world::HeightMap MapOf(std::shared_ptr<const HeightField> field) {
  world::HeightMap map;
  map.field = std::move(field);
  return map;
}

/// Three steps that rise along x, each 0.5 m deep and 0.2 m high, as one closed mesh.
world::Mesh Stairs() {
  TriMesh stairs;
  // The outline in x and z, counter-clockwise seen from -y, extruded along y.
  const std::vector<Eigen::Vector2d> outline = {{0, -0.2},  {1.5, -0.2}, {1.5, 0.6}, {1.0, 0.6},
                                                {1.0, 0.4}, {0.5, 0.4},  {0.5, 0.2}, {0.0, 0.2}};
  const std::vector<std::array<std::uint32_t, 3>> face = {{0, 6, 7}, {0, 1, 6}, {1, 5, 6},
                                                          {1, 4, 5}, {1, 3, 4}, {1, 2, 3}};
  const auto n = static_cast<std::uint32_t>(outline.size());
  for (const double y : {-0.5, 0.5}) {
    for (const Eigen::Vector2d& p : outline) stairs.vertices.emplace_back(p.x(), y, p.y());
  }
  for (const auto& t : face) {
    stairs.triangles.push_back({t[0], t[1], t[2]});
    stairs.triangles.push_back({t[0] + n, t[2] + n, t[1] + n});
  }
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t j = (i + 1) % n;
    stairs.triangles.push_back({i, i + n, j});
    stairs.triangles.push_back({j, i + n, j + n});
  }
  world::Mesh mesh;
  mesh.mesh = std::make_shared<TriMesh>(stairs);
  return mesh;
}

TEST_P(Ground, BallsAndBoxesRestOnEachStairOfAMesh) {
  Scene scene;
  scene.Add(Solid("ground", Stairs()));
  for (int i = 0; i < 3; ++i) {
    const double x = 0.25 + 0.5 * i;
    const double z = 0.2 * (i + 1);
    scene.Add(MakeBody("box", world::Box{Vector3d(0.2, 0.2, 0.2)}, 1.0),
              RigidTransform(Vector3d(x, -0.2, z + 0.11)), "box" + std::to_string(i));
    scene.Add(MakeBody("ball", world::Sphere{0.1}, 1.0), RigidTransform(Vector3d(x, 0.2, z + 0.11)),
              "ball" + std::to_string(i));
  }
  auto simulation = Run(scene);
  Advance(simulation.get(), 1.0);
  for (int i = 0; i < 3; ++i) {
    for (const char* kind : {"box", "ball"}) {
      const std::string link = kind + std::to_string(i) + "::link";
      EXPECT_TRUE(Near("mesh.height", PoseOf(*simulation, link).p.z(), 0.2 * (i + 1) + 0.1))
          << link;
      EXPECT_TRUE(Near("mesh.drift", PoseOf(*simulation, link).p.x(), 0.25 + 0.5 * i)) << link;
    }
  }
}

TEST_P(Ground, BallsAndBoxesRestOnAHeightField) {
  Scene scene;
  scene.Add(Solid("ground", MapOf(MakeField(4.0, 4.0, 41, 41, [](double) { return 0.25; }))));
  scene.Add(MakeBody("box", world::Box{Vector3d(0.2, 0.2, 0.2)}, 1.0),
            RigidTransform(QuaternionFromRpy(0, 0, 0.4), Vector3d(0.03, -0.52, 0.36)));
  scene.Add(MakeBody("ball", world::Sphere{0.1}, 1.0), RigidTransform(Vector3d(0.03, 0.53, 0.36)));
  scene.Add(
      MakeBody("wheel", world::Cylinder{0.1, 0.1}, 1.0),
      RigidTransform(QuaternionFromRpy(1.5707963267948966, 0, 0), Vector3d(1.03, 0.53, 0.36)));
  auto simulation = Run(scene);
  Advance(simulation.get(), 1.0);
  for (const char* link : {"box::link", "ball::link", "wheel::link"}) {
    EXPECT_TRUE(Near("height_field.height", PoseOf(*simulation, link).p.z(), 0.35)) << link;
    EXPECT_TRUE(Small("height_field.rest_speed", VelocityOf(*simulation, link).v.norm())) << link;
  }
}

constexpr double kHill = 0.06;

double HillHeight(double x) { return kHill * std::cos(kPi * x); }
double HillSlope(double x) { return -kHill * kPi * std::sin(kPi * x); }

/// Gap between a round body with its centre at p and the hills.
double GapToHills(const Vector3d& p, double radius) {
  double x = p.x();
  for (int k = 0; k < 10; ++k) {
    const double s = HillSlope(x);
    x = p.x() + s * radius / std::sqrt(1.0 + s * s);
  }
  return std::hypot(p.x() - x, p.z() - HillHeight(x)) - radius;
}

TEST_P(Ground, BallsAndWheelsRollOverSmoothHillsWithoutJumps) {
  // The body rolls down from the first of two hills through the valley; facets are 5 cm long.
  const double radius = 0.15;
  const double x0 = 0.2;
  const Vector3d n = Vector3d(-HillSlope(x0), 0, 1).normalized();
  const Vector3d start = Vector3d(x0, 0.03, HillHeight(x0)) + radius * n;
  const auto field = MakeField(6.0, 2.0, 121, 41, HillHeight);
  for (const bool wheel : {false, true}) {
    const world::Geometry shape = wheel ? world::Geometry(world::Cylinder{radius, 0.1})
                                        : world::Geometry(world::Sphere{radius});
    const Quaterniond q = QuaternionFromRpy(wheel ? 1.5707963267948966 : 0.0, 0, 0);
    Scene scene;
    scene.Add(Solid("ground", MapOf(field)))
        .Add(MakeBody("body", shape, 2.0), RigidTransform(q, start));
    auto simulation = Run(scene);
    double worst_gap = 0.0;
    double worst_jump = 0.0;
    double farthest = 0.0;
    Vector3d v = VelocityOf(*simulation, "body::link").v;
    for (int i = 0; i < 4000; ++i) {
      Must(simulation->Step());
      const Vector3d p = PoseOf(*simulation, "body::link").p;
      const Vector3d now = VelocityOf(*simulation, "body::link").v;
      if (i > 100) {
        worst_gap = std::max(worst_gap, std::abs(GapToHills(p, radius)));
        worst_jump = std::max(worst_jump, (now - v).norm());
      }
      v = now;
      farthest = std::max(farthest, p.x());
    }
    const char* name = wheel ? "wheel" : "ball";
    EXPECT_TRUE(Small("hills.gap", worst_gap)) << name;
    EXPECT_TRUE(Small("hills.jump", worst_jump)) << name;
    // It reaches its initial height on the other side, except for the loss at the facets.
    EXPECT_TRUE(Near("hills.reach", farthest, 2.0 - x0)) << name;
  }
}

TEST_P(Ground, NothingCatchesOnTheEdgesInsideAFlatSurface) {
  // The same flat floor as a height field and as a mesh; boxes, balls and wheels cross it.
  const auto flat = MakeField(6.0, 2.0, 61, 21, [](double) { return 0.0; });
  world::Mesh mesh;
  mesh.mesh = std::make_shared<TriMesh>(ToMesh(*flat));
  for (const world::Geometry& geometry : {world::Geometry(MapOf(flat)), world::Geometry(mesh)}) {
    world::Surface slippery;
    slippery.mu = slippery.mu2 = 0.05;
    Scene scene;
    scene.Add(Solid("ground", geometry))
        .Add(MakeBody("box", world::Box{Vector3d(0.3, 0.2, 0.1)}, 1.0, slippery),
             RigidTransform(Vector3d(-2.0, -0.53, 0.05)))
        .Add(MakeBody("ball", world::Sphere{0.15}, 1.0), RigidTransform(Vector3d(-2, 0.03, 0.15)))
        .Add(MakeBody("wheel", world::Cylinder{0.15, 0.1}, 1.0),
             RigidTransform(QuaternionFromRpy(1.5707963267948966, 0, 0), Vector3d(-2, 0.53, 0.15)));
    if (!CanRun(scene)) continue;
    auto simulation = Run(scene);
    Advance(simulation.get(), 0.3);  // an engine may give a sheet a thickness
    const char* const links[] = {"box::link", "ball::link", "wheel::link"};
    for (const char* link : links) {
      sim::LinkWrench push;
      push.link = link;
      push.F_L_W.force = Vector3d(20.0, 0, 0);
      push.steps = 100;
      Must(simulation->Apply(push));
    }
    double worst[3] = {};
    for (int i = 0; i < 1500; ++i) {
      Must(simulation->Step());
      for (std::size_t k = 0; k < 3; ++k) {
        worst[k] = std::max(worst[k], std::abs(VelocityOf(*simulation, links[k]).v.z()));
      }
    }
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_TRUE(Small("flat.hop", worst[k])) << links[k] << " on " << GeometryName(geometry);
      EXPECT_TRUE(Near("flat.drift", PoseOf(*simulation, links[k]).p.y(),
                       -0.53 + 0.53 * k + (k == 1 ? 0.03 : 0.0)))
          << links[k] << " on " << GeometryName(geometry);
      EXPECT_GT(PoseOf(*simulation, links[k]).p.x(), -1.0) << links[k];
    }
  }
}

}  // namespace
}  // namespace surefoot::conformance
