#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/base/random.h"
#include "surefoot/engines/kinematic/backend.h"
#include "surefoot/engines/kinematic/outline.h"
#include "surefoot/world/test/build_model.h"

namespace surefoot::engines::kinematic {
namespace {

using physics::ControlMode;

constexpr double kRadius = 0.1;
constexpr double kTrack = 0.5;

/// A round robot of radius 0.3 m with two wheels.
std::shared_ptr<const world::Model> MakeCar() {
  auto model = std::make_shared<world::Model>();
  model->name = "car";
  model->links.push_back(world::test::MakeLink("base"));
  model->links[0].collisions[0].geometry = world::Cylinder{0.3, 0.2};
  model->links[0].collisions[0].X_LG.p.z() = 0.1;
  for (const double side : {1.0, -1.0}) {
    const int index = static_cast<int>(model->links.size());
    model->links.push_back(world::test::MakeLink("wheel" + std::to_string(index)));
    world::Link& link = model->links.back();
    link.X_ML.p.y() = 0.5 * side * kTrack;
    link.collisions[0].geometry = world::Cylinder{kRadius, 0.02};
    link.collisions[0].X_LG.q = Quaterniond(Eigen::AngleAxisd(0.5 * M_PI, Vector3d::UnitX()));
    model->joints.push_back(world::test::MakeJoint(*model, "w" + std::to_string(index),
                                                   world::JointType::kContinuous, 0, index));
    model->joints.back().axes[0].axis_J = Vector3d::UnitY();
  }
  return model;
}

std::shared_ptr<const world::Model> MakeWall(const Vector3d& size) {
  auto model = std::make_shared<world::Model>();
  model->name = "wall";
  model->is_static = true;
  model->links.push_back(world::test::MakeLink("link"));
  model->links[0].collisions[0].geometry = world::Box{size};
  return model;
}

struct Bench {
  explicit Bench(std::vector<world::ModelInstance> models) {
    world::WorldSpec spec;
    spec.models = std::move(models);
    auto made = world::MakeWorld(std::move(spec), nullptr);
    EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().message);
    world = made.value();
    physics::BackendArgs args;
    args.world = world;
    for (int i = 0; i < world->model_count(); ++i) args.models.push_back(i);
    auto backend_made = MakeFactory().make(args);
    EXPECT_TRUE(backend_made.ok()) << (backend_made.ok() ? "" : backend_made.error().message);
    if (backend_made.ok()) backend = std::move(backend_made).value();
    state = physics::MakeInitialState(*world);
    inputs.motors.resize(static_cast<std::size_t>(world->v_count()));
  }
  void Wheels(int model, double left, double right) {
    const auto v = static_cast<std::size_t>(world->layout(model).v.first);
    inputs.motors[v] = {ControlMode::kVelocity, left};
    inputs.motors[v + 1] = {ControlMode::kVelocity, right};
  }
  void Step(int count = 1, double dt = 0.01) {
    for (int i = 0; i < count; ++i) backend->Step(inputs, dt, &state, &report);
  }
  const RigidTransform& Base(int model) const {
    return state.X_WL[static_cast<std::size_t>(world->layout(model).links.first)];
  }

  std::shared_ptr<const world::World> world;
  std::unique_ptr<physics::Backend> backend;
  physics::State state;
  physics::Inputs inputs;
  physics::StepReport report;
};

TEST(KinematicEngine, RollsAlongTheArcOfItsWheels) {
  Bench bench({{"car", RigidTransform(), MakeCar()}});
  bench.Wheels(0, 1.0, 2.0);
  bench.Step(300);
  const double v = 0.5 * kRadius * 3.0;
  const double w = kRadius * 1.0 / kTrack;
  EXPECT_NEAR(bench.Base(0).p.x(), v / w * std::sin(3.0 * w), 1e-9);
  EXPECT_NEAR(bench.Base(0).p.y(), v / w * (1.0 - std::cos(3.0 * w)), 1e-9);
  EXPECT_NEAR(bench.state.q[0], 3.0, 1e-9);
  EXPECT_EQ(bench.report.flags, physics::kStepOk);
}

TEST(KinematicEngine, StopsAtAWallAndSlidesAlongIt) {
  RigidTransform X_WM;
  X_WM.p = Vector3d(1.0, 0.0, 0.1);
  Bench bench(
      {{"car", RigidTransform(), MakeCar()}, {"wall", X_WM, MakeWall(Vector3d(0.2, 4.0, 0.5))}});
  bench.Wheels(0, 5.0, 5.0);
  bench.Step(400);
  EXPECT_NEAR(bench.Base(0).p.x(), 0.9 - 0.3, 1e-6);
  EXPECT_NEAR(bench.Base(0).p.y(), 0.0, 1e-6);
  // At 45 degrees it slides along the wall with sqrt(1/2) of its speed.
  Bench slant({{"car",
                RigidTransform(Quaterniond(Eigen::AngleAxisd(M_PI / 4, Vector3d::UnitZ())),
                               Vector3d::Zero()),
                MakeCar()},
               {"wall", X_WM, MakeWall(Vector3d(0.2, 40.0, 0.5))}});
  slant.Wheels(0, 5.0, 5.0);
  slant.Step(400);
  EXPECT_NEAR(slant.Base(0).p.x(), 0.6, 1e-6);
  EXPECT_NEAR(slant.Base(0).p.y(), 4.0 * 0.5 * std::sqrt(0.5), 1e-6);
}

TEST(KinematicEngine, RobotsBlockEachOther) {
  RigidTransform X_WM;
  X_WM.p.x() = 2.0;
  Bench bench({{"a", RigidTransform(), MakeCar()}, {"b", X_WM, MakeCar()}});
  bench.Wheels(0, 5.0, 5.0);
  bench.Step(1000);
  EXPECT_NEAR(bench.Base(0).p.x(), 2.0 - 0.6, 1e-6);
  EXPECT_EQ(bench.Base(1).p.x(), 2.0);
}

TEST(KinematicEngine, DrivesOverWhatIsLow) {
  RigidTransform X_WM;
  X_WM.p = Vector3d(1.0, 0.0, -0.098);
  Bench bench(
      {{"car", RigidTransform(), MakeCar()}, {"plate", X_WM, MakeWall(Vector3d(0.2, 4.0, 0.002))}});
  bench.Wheels(0, 5.0, 5.0);
  bench.Step(400);
  EXPECT_NEAR(bench.Base(0).p.x(), 2.0, 1e-9);
}

TEST(KinematicEngine, ContinuesFromASavedState) {
  Bench a({{"car", RigidTransform(), MakeCar()}});
  Bench b({{"car", RigidTransform(), MakeCar()}});
  a.Wheels(0, 1.0, 2.0);
  b.Wheels(0, 1.0, 2.0);
  a.Step(57);
  Bytes saved;
  a.backend->SaveModel(0, &saved);
  ASSERT_TRUE(b.backend->RestoreModel(0, saved).ok());
  a.Step(100);
  b.Step(100);
  EXPECT_EQ(a.Base(0).p, b.Base(0).p);
  EXPECT_EQ(a.Base(0).q.coeffs(), b.Base(0).q.coeffs());
  saved.pop_back();
  EXPECT_FALSE(b.backend->RestoreModel(0, saved).ok());
}

TEST(KinematicEngine, RefusesWhatCannotRoll) {
  auto crate = std::make_shared<world::Model>();
  crate->name = "crate";
  crate->links.push_back(world::test::MakeLink("link"));
  world::WorldSpec spec;
  spec.models.push_back({"crate", RigidTransform(), crate});
  physics::BackendArgs args;
  args.world = world::MakeWorld(std::move(spec), nullptr).value();
  args.models = {0};
  const auto made = MakeFactory().make(args);
  ASSERT_FALSE(made.ok());
  EXPECT_NE(made.error().message.find("model 'crate' has 0 wheels on its body"), std::string::npos);
}

/// Distance of two boxes, by a fine grid of points on their edges.
TEST(Outlines, SeparationIsTheMinimumDistance) {
  RandomStream random(1, "outlines");
  const auto box = *OutlineOf(world::Box{Vector3d(1.0, 0.4, 1.0)}, RigidTransform());
  const auto edge = [&](const Place& X, int i) {
    const int side = i % 4;
    const Vector2d& a = box.corners[static_cast<std::size_t>(side)];
    const Vector2d& b = box.corners[static_cast<std::size_t>((side + 1) % 4)];
    const Vector2d p = a + (i / 4) / 100.0 * (b - a);
    return X * p;
  };
  for (int trial = 0; trial < 200; ++trial) {
    const double angle = random.Uniform(0.0, 6.3);
    const Place X{std::cos(angle), std::sin(angle),
                  Vector2d(random.Uniform(-2.0, 2.0), random.Uniform(-2.0, 2.0))};
    const Separation found = SeparationOf(box, Place(), box, X);
    double min = 1e9;
    for (int i = 0; i <= 400; ++i) {
      for (int k = 0; k <= 400; ++k) min = std::min(min, (edge(Place(), i) - edge(X, k)).norm());
    }
    if (found.distance > 0.0) {
      EXPECT_NEAR(found.distance, min, 0.01);
    } else {
      // Moved out by the overlap, they just touch.
      Place moved;
      moved.p = -found.distance * found.normal;
      EXPECT_NEAR(SeparationOf(box, moved, box, X).distance, 0.0, 1e-9);
    }
  }
}

}  // namespace
}  // namespace surefoot::engines::kinematic
