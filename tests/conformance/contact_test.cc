// Contact: friction, restitution, shapes, contact reports and collision filters.

#include <cmath>

#include "surefoot/geometry/terrain/terrain.h"
#include "tests/conformance/engine_test_case.h"

namespace surefoot::conformance {
namespace {

class ContactSuite : public ConformanceTest {};
SUREFOOT_ALL_ENGINES(ContactSuite);

world::Surface WithFriction(double mu) {
  world::Surface surface;
  surface.mu = surface.mu2 = mu;
  return surface;
}

/// A box at rest on a slope (down towards +x).
RigidTransform OnSlope(double slope, double half_height) {
  const Quaterniond q = QuaternionFromRpy(0.0, slope, 0.0);
  return RigidTransform(q, q * Vector3d(0.0, 0.0, half_height));
}

TEST_P(ContactSuite, BoxSlidesByCoulombAboveTheFrictionAngle) {
  const double slope = 0.5;
  const double mu = 0.2;
  Scene scene;
  scene.Floor(1.0, slope)
      .Add(MakeBody("box", world::Box{Vector3d(0.4, 0.4, 0.1)}, 5.0, WithFriction(mu)),
           OnSlope(slope, 0.05));
  auto simulation = Run(scene);
  Advance(simulation.get(), 0.2);  // settle
  const double v0 = VelocityOf(*simulation, "box::link").v.norm();
  Advance(simulation.get(), 1.0);
  const double acceleration = VelocityOf(*simulation, "box::link").v.norm() - v0;
  const double ideal = 9.81 * (std::sin(slope) - mu * std::cos(slope));
  EXPECT_TRUE(NearShare("incline.acceleration", acceleration, ideal));
}

TEST_P(ContactSuite, BoxSticksBelowTheFrictionAngle) {
  const double slope = 0.3;
  Scene scene;
  scene.Floor(1.0, slope)
      .Add(MakeBody("box", world::Box{Vector3d(0.4, 0.4, 0.1)}, 5.0, WithFriction(0.6)),
           OnSlope(slope, 0.05));
  auto simulation = Run(scene);
  Advance(simulation.get(), 0.5);
  const Vector3d start = PoseOf(*simulation, "box::link").p;
  Advance(simulation.get(), 1.0);
  EXPECT_TRUE(Small("incline.creep", (PoseOf(*simulation, "box::link").p - start).norm()));
}

TEST_P(ContactSuite, TheFrictionAngleIsSharp) {
  const double mu = 0.5;
  for (const double share : {0.95, 1.05}) {
    const double slope = std::atan(share * mu);
    Scene scene;
    scene.Floor(1.0, slope)
        .Add(MakeBody("box", world::Box{Vector3d(0.4, 0.4, 0.1)}, 5.0, WithFriction(mu)),
             OnSlope(slope, 0.05));
    auto simulation = Run(scene);
    Advance(simulation.get(), 0.3);
    const Vector3d start = PoseOf(*simulation, "box::link").p;
    const double v0 = VelocityOf(*simulation, "box::link").v.norm();
    Advance(simulation.get(), 1.0);
    if (share < 1.0) {
      EXPECT_TRUE(Small("incline.creep", (PoseOf(*simulation, "box::link").p - start).norm()));
    } else {
      const double gained = VelocityOf(*simulation, "box::link").v.norm() - v0;
      EXPECT_TRUE(
          Near("incline.slow_slide", gained, 9.81 * (std::sin(slope) - mu * std::cos(slope))));
    }
  }
}

TEST_P(ContactSuite, FrictionIsTheSmallerOfTheTwoSurfaces) {
  const double slope = 0.5;
  double reached[2];
  for (int i = 0; i < 2; ++i) {
    Scene scene;
    scene.Floor(i == 0 ? 0.2 : 1.0, slope)
        .Add(MakeBody("box", world::Box{Vector3d(0.4, 0.4, 0.1)}, 5.0,
                      WithFriction(i == 0 ? 1.0 : 0.2)),
             OnSlope(slope, 0.05));
    auto simulation = Run(scene);
    Advance(simulation.get(), 0.5);
    reached[i] = PoseOf(*simulation, "box::link").p.x();
  }
  EXPECT_TRUE(Near("friction.symmetry", reached[0], reached[1]));
  EXPECT_GT(reached[0], 0.2);
}

TEST_P(ContactSuite, ANamedSurfacePairOverridesBoth) {
  const double slope = 0.5;
  auto box = MakeBody("box", world::Box{Vector3d(0.4, 0.4, 0.1)}, 5.0, WithFriction(0.2));
  box->links[0].collisions[0].surface.name = "wood";
  Scene scene;
  scene.Floor(1.0, slope).Add(box, OnSlope(slope, 0.05));
  auto floor = std::make_shared<world::Model>(*scene.spec.models[0].model);
  floor->links[0].collisions[0].surface.name = "glue";
  scene.spec.models[0].model = floor;
  scene.spec.surface_pairs.push_back(world::SurfacePair{"glue", "wood", 2.0, 2.0, 0.0});
  auto simulation = Run(scene);
  Advance(simulation.get(), 1.0);
  EXPECT_LT(std::abs(PoseOf(*simulation, "box::link").p.x()), 0.06);  // it starts at 0.024
}

TEST_P(ContactSuite, BallBouncesByItsRestitution) {
  for (const double e : {0.3, 0.6, 0.9}) {
    Scene scene;
    world::Surface surface;
    surface.restitution = e;
    scene.Floor(1.0).Add(MakeBody("ball", world::Sphere{0.1}, 1.0, surface),
                         RigidTransform(Vector3d(0, 0, 1.1)));
    auto simulation = Run(scene);
    double highest_up_speed = 0.0;
    for (int i = 0; i < 600; ++i) {
      ASSERT_TRUE(simulation->Step().ok());
      highest_up_speed = std::max(highest_up_speed, VelocityOf(*simulation, "ball::link").v.z());
    }
    EXPECT_TRUE(Near("bounce.restitution", highest_up_speed / std::sqrt(2.0 * 9.81 * 1.0), e))
        << "restitution " << e;
  }
}

TEST_P(ContactSuite, NoBounceBelowTheThreshold) {
  Scene scene;
  world::Surface surface;
  surface.restitution = 0.9;
  surface.restitution_threshold = 6.0;
  scene.Floor(1.0).Add(MakeBody("ball", world::Sphere{0.1}, 1.0, surface),
                       RigidTransform(Vector3d(0, 0, 1.1)));
  auto simulation = Run(scene);  // hits at 4.4 m/s
  double highest = 0.0;
  for (int i = 0; i < 900; ++i) {
    ASSERT_TRUE(simulation->Step().ok());
    if (i > 500) highest = std::max(highest, PoseOf(*simulation, "ball::link").p.z());
  }
  EXPECT_TRUE(Small("bounce.below_threshold", highest - 0.1));
}

TEST_P(ContactSuite, EveryShapeRestsOnTheFloor) {
  const auto cube = std::make_shared<TriMesh>(MakeBoxMesh(Vector3d(0.2, 0.2, 0.2)));
  world::Mesh mesh;
  mesh.mesh = cube;
  const std::vector<std::pair<world::Geometry, double>> shapes = {
      {world::Box{Vector3d(0.2, 0.2, 0.2)}, 0.1},
      {world::Sphere{0.1}, 0.1},
      {world::Cylinder{0.1, 0.2}, 0.1},
      {world::Capsule{0.1, 0.2}, 0.2},
      {world::Ellipsoid{Vector3d(0.2, 0.2, 0.1)}, 0.1},
      {mesh, 0.1}};
  for (const auto& [shape, height] : shapes) {
    Scene scene;
    scene.Floor(1.0).Add(MakeBody("body", shape, 1.0), RigidTransform(Vector3d(0, 0, height)));
    if (!CanRun(scene)) continue;
    auto simulation = Run(scene);
    Advance(simulation.get(), 0.5);
    EXPECT_TRUE(Near("rest.height", PoseOf(*simulation, "body::link").p.z(), height))
        << world::GeometryName(shape);
    // The floor carries exactly the weight.
    double weight = 0.0;
    for (const physics::Contact& contact : simulation->report().contacts) {
      const bool body_is_b = contact.link_b == simulation->world().FindLink("body::link");
      weight += (body_is_b ? 1.0 : -1.0) * contact.f_B_W.z();
      EXPECT_TRUE(Near("rest.normal", std::abs(contact.n_W.z()), 1.0));
    }
    EXPECT_TRUE(NearShare("rest.weight", weight, 9.81)) << world::GeometryName(shape);
  }
}

TEST_P(ContactSuite, ConcaveMeshKeepsItsHollow) {
  // A U of three boxes as one mesh: a ball dropped into the hollow must come to rest inside it.
  TriMesh u;
  auto append = [&](const TriMesh& part) {
    const auto first = static_cast<std::uint32_t>(u.vertices.size());
    u.vertices.insert(u.vertices.end(), part.vertices.begin(), part.vertices.end());
    for (auto triangle : part.triangles) {
      for (auto& index : triangle) index += first;
      u.triangles.push_back(triangle);
    }
  };
  append(MakeBoxMesh(Vector3d(1.0, 0.4, 0.2)));
  append(Transformed(RigidTransform(Vector3d(-0.4, 0, 0.3)), MakeBoxMesh(Vector3d(0.2, 0.4, 0.4))));
  append(Transformed(RigidTransform(Vector3d(0.4, 0, 0.3)), MakeBoxMesh(Vector3d(0.2, 0.4, 0.4))));
  world::Mesh mesh;
  mesh.mesh = std::make_shared<TriMesh>(u);
  auto stand = MakeBody("stand", mesh, 10.0);
  stand->is_static = true;
  Scene scene;
  scene.Add(stand, RigidTransform(Vector3d(0, 0, 0.1)))
      .Add(MakeBody("ball", world::Sphere{0.1}, 1.0), RigidTransform(Vector3d(0, 0, 0.7)));
  auto simulation = Run(scene);
  Advance(simulation.get(), 1.0);
  EXPECT_TRUE(Near("mesh.hollow_height", PoseOf(*simulation, "ball::link").p.z(), 0.3));
}

TEST_P(ContactSuite, HeightFieldIsWhereItsHeightsAre) {
  auto field = std::make_shared<HeightField>();
  field->rows = 21;
  field->cols = 41;
  field->size_x = 4.0;
  field->size_y = 2.0;
  // A ridge along y that depends on x only, and a tilt in y: distinguishes rows from columns.
  for (int row = 0; row < field->rows; ++row) {
    for (int col = 0; col < field->cols; ++col) {
      field->heights.push_back(-0.5f + 0.05f * static_cast<float>(row) + (col < 20 ? 0.0f : 0.3f));
    }
  }
  world::HeightMap map;
  map.field = field;
  auto ground = Solid("ground", map);
  ground->links[0].collisions[0].surface = WithFriction(5.0);
  auto ball = MakeBody("ball", world::Box{Vector3d(0.2, 0.2, 0.02)}, 1.0, WithFriction(5.0));
  for (const Eigen::Vector2d& at :
       {Eigen::Vector2d(-1.5, -0.5), Eigen::Vector2d(1.5, 0.5), Eigen::Vector2d(-1.0, 0.7)}) {
    const double ideal = field->HeightAt(at.x(), at.y());
    Scene scene;
    const double tilt = std::atan2(0.05, 0.1);
    scene.Add(ground).Add(ball, RigidTransform(QuaternionFromRpy(tilt, 0, 0),
                                               Vector3d(at.x(), at.y(), ideal + 0.03)));
    auto simulation = Run(scene);
    Advance(simulation.get(), 0.3);
    const Vector3d p = PoseOf(*simulation, "ball::link").p;
    EXPECT_TRUE(
        Near("height_field.height", p.z(), field->HeightAt(p.x(), p.y()) + 0.01 / std::cos(tilt)));
    EXPECT_TRUE(Near("height_field.slip", p.y(), at.y()));
  }
}

TEST_P(ContactSuite, MasksAndFiltersLetBodiesPass) {
  auto box = MakeBody("box", world::Box{Vector3d(0.2, 0.2, 0.2)}, 1.0);
  auto ghost = MakeBody("ghost", world::Box{Vector3d(0.2, 0.2, 0.2)}, 1.0);
  ghost->links[0].collisions[0].surface.collide_mask = 0x10000;
  Scene scene;
  scene.Floor(1.0)
      .Add(box, RigidTransform(Vector3d(0, 0, 0.1)))
      .Add(ghost, RigidTransform(Vector3d(2, 0, 0.1)))
      .Add(box, RigidTransform(Vector3d(4, 0, 0.1)), "filtered");
  world::CollisionFilter filter;
  filter.model_a = "filtered";
  filter.link_a = "link";
  filter.model_b = "floor";
  scene.spec.collision_filters.push_back(filter);
  auto simulation = Run(scene);
  Advance(simulation.get(), 0.5);
  EXPECT_TRUE(Near("rest.height", PoseOf(*simulation, "box::link").p.z(), 0.1));
  EXPECT_LT(PoseOf(*simulation, "ghost::link").p.z(), -0.5);
  EXPECT_LT(PoseOf(*simulation, "filtered::link").p.z(), -0.5);
}

TEST_P(ContactSuite, AModelCollidesWithItselfOnlyWhenAllowed) {
  // Two boxes on slides, attached to the world, that move towards each other.
  for (const bool self_collide : {false, true}) {
    auto model = std::make_shared<world::Model>();
    model->name = "pair";
    model->self_collide = self_collide;
    for (int i = 0; i < 2; ++i) {
      model->links.push_back(
          MakeLink("l" + std::to_string(i), world::Box{Vector3d(0.2, 0.2, 0.2)}, 1.0));
      model->links.back().X_ML.p = Vector3d(i == 0 ? -0.5 : 0.5, 0, 0);
      model->joints.push_back(MakeJoint("j" + std::to_string(i), world::JointType::kPrismatic,
                                        *model, world::kWorldLink, i, model->links.back().X_ML.p,
                                        Vector3d::UnitX()));
      model->initial_commands.push_back(
          world::InitialCommand{i, 0, world::ControlMode::kEffort, i == 0 ? 1.0 : -1.0});
    }
    Scene scene;
    scene.Add(model);
    auto simulation = Run(scene);
    Advance(simulation.get(), 1.5);
    const double gap = PoseOf(*simulation, "l1").p.x() - PoseOf(*simulation, "l0").p.x();
    if (self_collide) {
      EXPECT_TRUE(Near("self_collision.gap", gap, 0.2));
    } else {
      EXPECT_LT(gap, 0.0);
    }
  }
}

TEST_P(ContactSuite, AnisotropicFrictionFollowsItsDirection) {
  // Slippery along its own x, rough along y; pushed in both directions.
  world::Surface surface;
  surface.mu = 0.05;
  surface.mu2 = 1.0;
  surface.friction_direction = Vector3d::UnitX();
  Scene scene;
  const double yaw = 0.7;
  scene.Floor(1.0).Add(MakeBody("box", world::Box{Vector3d(0.4, 0.4, 0.1)}, 1.0, surface),
                       RigidTransform(QuaternionFromRpy(0, 0, yaw), Vector3d(0, 0, 0.05)));
  auto simulation = Run(scene);
  Advance(simulation.get(), 0.2);
  const Vector3d start = PoseOf(*simulation, "box::link").p;
  sim::LinkWrench push;
  push.link = "box::link";
  push.F_L_W.force = QuaternionFromRpy(0, 0, yaw) * Vector3d(3.0, 3.0, 0.0);
  push.steps = 500;
  Must(simulation->Apply(push));
  Advance(simulation.get(), 0.5);
  const Vector3d moved =
      QuaternionFromRpy(0, 0, -yaw) * (PoseOf(*simulation, "box::link").p - start);
  EXPECT_TRUE(Near("anisotropic.slide", moved.x(), 0.5 * (3.0 - 0.05 * 9.81) * 0.25));
  EXPECT_TRUE(Near("anisotropic.creep", moved.y(), 0.0));
}

TEST_P(ContactSuite, AHeapOfBodiesGrowsTheContactRoom) {
  // Far more contacts than an engine's initial buffers hold.
  Scene scene;
  scene.Floor(1.0);
  const auto box = MakeBody("box", world::Box{Vector3d(0.2, 0.2, 0.2)}, 1.0);
  for (int i = 0; i < 100; ++i) {
    scene.Add(box, RigidTransform(Vector3d(0.25 * (i % 10), 0.25 * (i / 10), 0.1)),
              "box" + std::to_string(i));
  }
  auto simulation = Run(scene);
  Advance(simulation.get(), 0.1);
  EXPECT_GE(simulation->report().contacts.size(), 400u);
  EXPECT_EQ(simulation->report().flags, physics::kStepOk);
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(
        Near("rest.height", PoseOf(*simulation, "box" + std::to_string(i) + "::link").p.z(), 0.1));
  }
}

TEST_P(ContactSuite, WhatStartsInTheGroundComesOutGently) {
  Scene scene;
  scene.Floor(1.0).Add(MakeBody("box", world::Box{Vector3d(1, 1, 1)}, 10.0),
                       RigidTransform(Vector3d(0, 0, 0.1)));  // 0.4 m deep
  auto simulation = Run(scene);
  double fastest = 0.0;
  for (int i = 0; i < 2000; ++i) {
    ASSERT_TRUE(simulation->Step().ok());
    fastest = std::max(fastest, VelocityOf(*simulation, "box::link").v.norm());
  }
  EXPECT_TRUE(Small("recovery.speed", fastest));
  EXPECT_TRUE(Near("rest.height", PoseOf(*simulation, "box::link").p.z(), 0.5));
}

TEST_P(ContactSuite, FlatMeshesCollide) {
  // A square sheet of two triangles, 0.2 m wide, must lie on the floor instead of being rejected.
  auto sheet = std::make_shared<TriMesh>();
  sheet->vertices = {Vector3d(-0.1, -0.1, 0), Vector3d(0.1, -0.1, 0), Vector3d(0.1, 0.1, 0),
                     Vector3d(-0.1, 0.1, 0)};
  sheet->triangles = {{0, 1, 2}, {0, 2, 3}};
  auto model = MakeBody("sheet", world::Box{Vector3d(0.2, 0.2, 0.01)}, 0.5);
  world::Mesh mesh;
  mesh.mesh = sheet;
  model->links[0].collisions[0].geometry = mesh;
  Scene scene;
  scene.Floor(1.0).Add(model, RigidTransform(Vector3d(0, 0, 0.05)));
  auto simulation = Run(scene);
  Advance(simulation.get(), 1.0);
  EXPECT_TRUE(Near("rest.height", PoseOf(*simulation, "sheet::link").p.z(), 0.0));
}

}  // namespace
}  // namespace surefoot::conformance
