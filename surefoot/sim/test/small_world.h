#pragma once

/// A small world for the tests of the step loop, and a run of it on the fake engine.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "surefoot/sim/simulation.h"
#include "surefoot/sim/test/fake_backend.h"
#include "surefoot/world/test/build_model.h"

namespace surefoot::sim::test {

/// One free link of 2 kg.
inline std::shared_ptr<const world::Model> Ball() {
  auto model = std::make_shared<world::Model>();
  model->name = "ball";
  model->links.push_back(world::test::MakeLink("link", 2.0));
  return model;
}

/// What the fake engine rejects.
inline std::shared_ptr<const world::Model> Unbuildable() {
  auto model = std::make_shared<world::Model>(*Ball());
  model->links[0].name = kUnbuildable;
  return model;
}

/// One static link.
inline std::shared_ptr<const world::Model> Floor() {
  auto model = std::make_shared<world::Model>(*Ball());
  model->name = "floor";
  model->is_static = true;
  return model;
}

/// A free base with a revolute, a universal and a ball joint.
inline std::shared_ptr<const world::Model> Robot() {
  auto model = std::make_shared<world::Model>(world::test::MakeRow(4));
  model->name = "robot";
  model->links[0].name = "base";
  world::test::Connect(model.get(), world::JointType::kRevolute, 0, 1);
  world::test::Connect(model.get(), world::JointType::kUniversal, 1, 2);
  world::test::Connect(model.get(), world::JointType::kBall, 2, 3);
  model->joints[0].name = "motor";
  model->joints[1].name = "cardan";
  model->joints[2].name = "shoulder";
  model->initial_commands.push_back(
      world::InitialCommand{0, 0, world::ControlMode::kVelocity, 0.5});
  return model;
}

/// One link on a revolute joint to the world.
inline std::shared_ptr<const world::Model> Pendulum(
    world::JointType type = world::JointType::kRevolute) {
  auto model = std::make_shared<world::Model>();
  model->name = "pendulum";
  model->links.push_back(world::test::MakeLink("rod"));
  model->links[0].X_ML = RigidTransform(Vector3d(0, 0, 1));
  world::test::Connect(model.get(), type, world::kWorldLink, 0);
  model->joints[0].name = "pivot";
  return model;
}

inline world::ModelInstance Place(const std::string& name,
                                  std::shared_ptr<const world::Model> model,
                                  const Vector3d& p_WM = Vector3d::Zero()) {
  return world::ModelInstance{name, RigidTransform(p_WM), std::move(model)};
}

/// floor, ball, robot, pendulum; without gravity, so that all motion is caused by the test.
inline world::WorldSpec SmallSpec() {
  world::WorldSpec spec;
  spec.name = "small";
  spec.gravity_W = Vector3d::Zero();
  spec.models = {Place("floor", Floor()), Place("ball", Ball(), Vector3d(0, 0, 5)),
                 Place("robot", Robot(), Vector3d(1, 0, 0)),
                 Place("pendulum", Pendulum(), Vector3d(0, 3, 0))};
  return spec;
}

inline std::shared_ptr<const world::World> MakeWorld(world::WorldSpec spec) {
  auto world = world::MakeWorld(std::move(spec), nullptr);
  EXPECT_TRUE(world.ok()) << world.error().message;
  return world.ok() ? world.value() : nullptr;
}

inline SimulationOptions FakeOptions(std::uint64_t seed = 0, double step = 0.0) {
  SimulationOptions options;
  options.engine = FakeFactory();
  options.engines = [] { return std::vector<physics::BackendInfo>{FakeInfo(), FeebleInfo()}; };
  options.seed = seed;
  options.step = step;
  return options;
}

inline std::unique_ptr<Simulation> MakeRun(world::WorldSpec spec = SmallSpec(),
                                           std::uint64_t seed = 0) {
  auto simulation = Simulation::Make(MakeWorld(std::move(spec)), FakeOptions(seed));
  EXPECT_TRUE(simulation.ok()) << simulation.error().message;
  return simulation.ok() ? std::move(simulation).value() : nullptr;
}

inline void Steps(Simulation* simulation, int count) {
  for (int i = 0; i < count; ++i) {
    const Status status = simulation->Step();
    ASSERT_TRUE(status.ok()) << status.error().message;
  }
}

inline RigidTransform PoseOf(const Simulation& simulation, const std::string& link) {
  const int id = simulation.world().FindLink(link);
  EXPECT_GE(id, 0) << link;
  return simulation.state().X_WL[static_cast<std::size_t>(id)];
}

inline Twist VelocityOf(const Simulation& simulation, const std::string& link) {
  const int id = simulation.world().FindLink(link);
  EXPECT_GE(id, 0) << link;
  return simulation.state().V_WL_W[static_cast<std::size_t>(id)];
}

inline double PositionOf(const Simulation& simulation, const std::string& joint, int axis = 0) {
  const int id = simulation.world().FindJoint(joint);
  EXPECT_GE(id, 0) << joint;
  return simulation.state().q[static_cast<std::size_t>(simulation.world().joint(id).q + axis)];
}

inline double SpeedOf(const Simulation& simulation, const std::string& joint, int axis = 0) {
  const int id = simulation.world().FindJoint(joint);
  EXPECT_GE(id, 0) << joint;
  return simulation.state().v[static_cast<std::size_t>(simulation.world().joint(id).v + axis)];
}

/// The error's text; empty if the input was accepted.
inline std::string Refusal(const Status& status) {
  return status.ok() ? std::string() : status.error().message;
}

}  // namespace surefoot::sim::test
