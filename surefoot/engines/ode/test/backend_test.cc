#include "surefoot/engines/ode/backend.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <thread>

#include "surefoot/engines/ode/mimic.h"
#include "surefoot/geometry/mesh/mass_properties.h"

namespace surefoot::engines::ode {
namespace {

std::shared_ptr<const world::Model> Ball(double radius) {
  auto model = std::make_shared<world::Model>();
  model->name = "ball";
  model->links.emplace_back();
  model->links[0].name = "link";
  model->links[0].inertia = SphereInertia(1000.0, radius);
  model->links[0].collisions.emplace_back();
  model->links[0].collisions[0].name = "shape";
  model->links[0].collisions[0].geometry = world::Sphere{radius};
  return model;
}

std::shared_ptr<const world::World> BallsOnAFloor(int count, double apart) {
  world::WorldSpec spec;
  auto floor = std::make_shared<world::Model>();
  floor->name = "floor";
  floor->is_static = true;
  floor->links.emplace_back();
  floor->links[0].name = "link";
  floor->links[0].collisions.emplace_back();
  floor->links[0].collisions[0].name = "shape";
  floor->links[0].collisions[0].geometry = world::Plane{};
  spec.models.push_back({"floor", {}, floor});
  const auto ball = Ball(0.1);
  for (int i = 0; i < count; ++i) {
    spec.models.push_back(
        {"ball" + std::to_string(i), RigidTransform(Vector3d(apart * i, 0, 0.0999)), ball});
  }
  Problems problems;
  return world::MakeWorld(spec, &problems).value();
}

physics::BackendArgs ArgsFor(std::shared_ptr<const world::World> world) {
  physics::BackendArgs args;
  args.world = std::move(world);
  for (int i = 0; i < args.world->model_count(); ++i) args.models.push_back(i);
  return args;
}

/// Steps, and returns the first ball's height.
double RunBalls(const physics::BackendArgs& args, int steps, physics::StepReport* report) {
  auto backend = MakeFactory().make(args).value();
  physics::State state = physics::MakeInitialState(*args.world);
  const physics::Inputs inputs;
  for (int i = 0; i < steps; ++i) {
    report->contacts.clear();
    report->solver_rows = 0;
    backend->Step(inputs, 0.001, &state, report);
  }
  return state.X_WL[1].p.z();
}

TEST(OdeBackend, InstancesInThreadsGiveTheSameBits) {
  const physics::BackendArgs args = ArgsFor(BallsOnAFloor(3, 0.19));
  double heights[2] = {0.0, 0.0};
  std::thread threads[2];
  for (int i = 0; i < 2; ++i) {
    threads[i] = std::thread([&args, &heights, i] {
      physics::StepReport report;
      heights[i] = RunBalls(args, 200, &report);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(heights[0], heights[1]);
  EXPECT_NEAR(heights[0], 0.1, 1e-3);
}

TEST(OdeBackend, ForcesThatOverflowAreReported) {
  const physics::BackendArgs args = ArgsFor(BallsOnAFloor(3, 0.1999));
  for (const double force : {1e30, 1e120, 1e300}) {
    auto backend = MakeFactory().make(args).value();
    physics::State state = physics::MakeInitialState(*args.world);
    physics::Inputs inputs;
    inputs.wrenches.resize(1);
    inputs.wrenches[0].link = 2;
    inputs.wrenches[0].F_L_W.force = Vector3d(force, 0.0, -force);
    physics::StepReport report;
    for (int i = 0; i < 50 && report.flags == physics::kStepOk; ++i) {
      backend->Step(inputs, 0.001, &state, &report);
    }
    if (force > 1e50) {
      EXPECT_EQ(report.flags, physics::kStepNotFinite);
      EXPECT_EQ(report.bad_model, 2);
    }
  }
}

TEST(OdeBackend, RobotsApartDoNotAddUpToAHeap) {
  // The same number of balls as below, but separate ones.
  const physics::BackendArgs args = ArgsFor(BallsOnAFloor(1200, 0.3));
  physics::StepReport report;
  RunBalls(args, 1, &report);
  EXPECT_EQ(report.contacts.size(), 1200u);
  EXPECT_LT(report.solver_rows, 10);
}

TEST(OdeBackend, AHeapOfHundredsIsSolvedInTime) {
  // More rows than the direct solver is used for: a row of touching balls.
  const physics::BackendArgs args = ArgsFor(BallsOnAFloor(600, 0.1999));
  physics::StepReport report;
  const double height = RunBalls(args, 3, &report);
  EXPECT_EQ(report.flags, physics::kStepOk);
  EXPECT_GT(report.solver_rows, 3000);
  EXPECT_NEAR(height, 0.1, 1e-3);
}

TEST(MeshLine, HasTheRatioOfTheRates) {
  const Vector3d z = Vector3d::UnitZ();
  const FreeAxis axes[] = {{false, z, Vector3d::Zero()},
                           {false, z, Vector3d(0.3, 0.1, 0.2)},
                           {false, Vector3d(0.6, 0.0, 0.8), Vector3d(0.1, -0.2, 0.0)},
                           {true, Vector3d(0.0, 0.6, 0.8), Vector3d(0.1, 0.1, 0.1)}};
  const auto speed = [](const FreeAxis& axis, const MeshLine& line) {
    return line.direction_W.dot(axis.linear ? axis.axis_W : axis.axis_W.cross(line.p_W - axis.p_W));
  };
  for (const FreeAxis& one : axes) {
    for (const FreeAxis& two : axes) {
      if (&one == &two) continue;
      for (const double ratio : {1.0, -1.0, -2.0, 0.3}) {
        const MeshLine line = FindMeshLine(one, two, ratio);
        ASSERT_TRUE(line.found);
        EXPECT_NEAR(speed(one, line), ratio * speed(two, line), 1e-9);
        EXPECT_NEAR(speed(two, line), line.arm_two, 1e-9);
        EXPECT_GT(std::abs(line.arm_two), 1e-3);
      }
    }
  }
}

TEST(MeshLine, IsNotFoundBetweenParallelSlides) {
  const FreeAxis slide{true, Vector3d::UnitX(), Vector3d::Zero()};
  EXPECT_FALSE(FindMeshLine(slide, slide, -1.0).found);
  EXPECT_TRUE(FindMeshLine(slide, slide, 1.0).found);
}

}  // namespace
}  // namespace surefoot::engines::ode
