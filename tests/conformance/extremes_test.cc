// Valid but extreme descriptions: engines build or refuse them with a message, and every step ends.

#include <gmock/gmock.h>

#include "surefoot/engines/register.h"
#include "tests/scene/engine_test.h"

namespace surefoot::conformance {
namespace {

using world::JointType;

world::Link MakeCube(const std::string& name, double mass, double size) {
  world::Link link;
  link.name = name;
  link.inertia.mass = mass;
  link.inertia.I_BBcm_B = Matrix3d::Identity() * (mass * size * size / 6.0);
  world::Collision collision;
  collision.name = "box";
  collision.geometry = world::Box{Vector3d::Constant(size)};
  link.collisions.push_back(collision);
  return link;
}

/// A chain of links on hinges, one size apart; the first link is free.
std::shared_ptr<world::Model> MakeChain(int count, double mass, double size) {
  auto model = std::make_shared<world::Model>();
  model->name = "chain";
  for (int i = 0; i < count; ++i) {
    model->links.push_back(MakeCube("l" + std::to_string(i), mass, size));
    model->links.back().X_ML.p = Vector3d(1.5 * size * i, 0.0, 0.0);
    if (i == 0) continue;
    world::Joint joint;
    joint.name = "j" + std::to_string(i);
    joint.type = JointType::kRevolute;
    joint.parent = i - 1;
    joint.child = i;
    joint.X_PJ.p = Vector3d(1.5 * size, 0.0, 0.0);
    joint.axes[0].axis_J = Vector3d::UnitY();
    model->joints.push_back(joint);
  }
  return model;
}

std::shared_ptr<const world::World> MakeWorldWith(std::shared_ptr<const world::Model> model,
                                                  double height) {
  world::WorldSpec spec;
  spec.models.push_back(
      world::ModelInstance{"m", RigidTransform(Vector3d(0.0, 0.0, height)), model});
  auto floor = std::make_shared<world::Model>();
  floor->name = "floor";
  floor->is_static = true;
  floor->links.push_back(world::Link());
  floor->links[0].name = "link";
  world::Collision plane;
  plane.name = "plane";
  plane.geometry = world::Plane();
  floor->links[0].collisions.push_back(plane);
  spec.models.push_back(world::ModelInstance{"floor", RigidTransform(), floor});
  const auto made = world::MakeWorld(spec, nullptr);
  EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().message);
  return made.ok() ? made.value() : nullptr;
}

class Extremes : public EngineTest {};
SUREFOOT_ALL_ENGINES(Extremes);

struct Outcome {
  std::string error;
  std::uint32_t flags = 0;
  physics::State state;
};

Outcome Try(const std::string& engine, const std::shared_ptr<const world::World>& world, int steps,
            double effort = 0.0) {
  Outcome outcome;
  physics::BackendRegistry engines;
  engines::RegisterBackends(&engines);
  physics::BackendArgs args;
  args.world = world;
  args.models = {0, 1};
  const auto backend = engines.Find(engine)->make(args);
  if (!backend.ok()) {
    outcome.error = backend.error().message;
    return outcome;
  }
  outcome.state = physics::MakeInitialState(*world);
  physics::Inputs inputs;
  inputs.motors.resize(static_cast<std::size_t>(world->v_count()));
  for (physics::MotorCommand& motor : inputs.motors) {
    motor = physics::MotorCommand{physics::ControlMode::kEffort, effort};
  }
  physics::StepReport report;
  for (int i = 0; i < steps && outcome.flags == 0; ++i) {
    report.contacts.clear();
    backend.value()->Step(inputs, 0.001, &outcome.state, &report);
    outcome.flags |= report.flags;
  }
  return outcome;
}

TEST_P(Extremes, MassesAndSizesOfAllOrders) {
  for (const double mass : {1e-12, 1e-6, 1e6, 1e12}) {
    for (const double size : {1e-9, 1e-4, 1e3, 1e7}) {
      const auto world = MakeWorldWith(MakeChain(3, mass, size), 2.0 * size);
      const Outcome outcome = Try(engine(), world, 50);
      EXPECT_EQ(outcome.error, "") << mass << " kg, " << size << " m";
      EXPECT_EQ(outcome.flags, 0u) << mass << " kg, " << size << " m";
      EXPECT_TRUE(physics::IsFinite(*world, 0, outcome.state)) << mass << " kg, " << size << " m";
    }
  }
}

TEST_P(Extremes, JointsOfAllOrders) {
  for (const double value : {1e-12, 1e6, 1e12}) {
    auto model = MakeChain(3, 1.0, 0.1);
    model->joints[0].axes[0].damping = value;
    model->joints[0].axes[0].spring_stiffness = value;
    model->joints[0].axes[0].friction = value;
    model->joints[1].axes[0].armature = value;
    model->joints[1].axes[0].lower = -value;
    model->joints[1].axes[0].upper = value;
    const auto world = MakeWorldWith(model, 0.2);
    const Outcome outcome = Try(engine(), world, 200);
    EXPECT_EQ(outcome.error, "") << value;
    EXPECT_TRUE(outcome.flags != 0 || physics::IsFinite(*world, 0, outcome.state)) << value;
  }
}

TEST_P(Extremes, HugeEffortsEndTheRunWithAFlag) {
  const auto world = MakeWorldWith(MakeChain(3, 1.0, 0.1), 0.2);
  const Outcome outcome = Try(engine(), world, 1000, 1e200);
  EXPECT_NE(outcome.flags & (physics::kStepNotFinite | physics::kStepEngineError), 0u);
}

TEST_P(Extremes, LongChainsAreBuiltOrRefusedInTime) {
  EXPECT_EQ(Try(engine(), MakeWorldWith(MakeChain(400, 0.1, 0.1), 1.0), 1).error, "");
  const auto world = MakeWorldWith(MakeChain(20000, 0.1, 0.1), 1.0);
  const Outcome outcome = Try(engine(), world, 1);
  if (outcome.error.empty()) {
    EXPECT_EQ(outcome.flags, 0u);
    EXPECT_TRUE(physics::IsFinite(*world, 0, outcome.state));
    return;
  }
  // A model and its maximum chain length.
  EXPECT_THAT(outcome.error, testing::HasSubstr("'m'"));
  EXPECT_THAT(outcome.error, testing::ContainsRegex("(more than|at most) [0-9]"));
}

TEST_P(Extremes, ThousandsOfShapesWithSurfacesOfTheirOwn) {
  auto model = std::make_shared<world::Model>();
  model->name = "hedgehog";
  model->links.push_back(MakeCube("body", 1.0, 0.1));
  for (int i = 0; i < 3000; ++i) {
    world::Collision collision = model->links[0].collisions[0];
    collision.name = "c" + std::to_string(i);
    collision.surface.name = collision.name;
    collision.surface.mu = 0.5 + 1e-4 * i;
    collision.X_LG.p = Vector3d(0.2 * i, 0.0, 0.0);
    model->links[0].collisions.push_back(collision);
  }
  const Outcome outcome = Try(engine(), MakeWorldWith(model, 0.04), 3);
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(outcome.flags, 0u);
}

}  // namespace
}  // namespace surefoot::conformance
