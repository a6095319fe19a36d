// Each pair of shapes has one contact: Surefoot's for wheels on static ground, the engine's on
// moving bodies.

#include <cmath>

#include "surefoot/engines/register.h"
#include "tests/scene/engine_test.h"
#include "tests/scene/wheeled_robot.h"

namespace surefoot::conformance {
namespace {

class WheelContact : public EngineTest {};
SUREFOOT_ALL_ENGINES(WheelContact);

/// The engine alone, without the ground's forces: how far the robot's base has moved.
double FallOf(const std::string& engine, const Scene& scene) {
  physics::BackendRegistry engines;
  engines::RegisterBackends(&engines);
  physics::BackendArgs args;
  args.world = scene.Make();
  for (int i = 0; i < args.world->model_count(); ++i) args.models.push_back(i);
  auto backend = engines.Find(engine)->make(args);
  EXPECT_TRUE(backend.ok());
  physics::State state = physics::MakeInitialState(*args.world);
  physics::Inputs inputs;
  inputs.motors.resize(static_cast<std::size_t>(args.world->v_count()));
  inputs.gravity_W = scene.spec.gravity_W;
  physics::StepReport report;
  backend.value()->ReadState(&state);
  const auto base = static_cast<std::size_t>(args.world->FindLink("robot::base"));
  const double before = state.X_WL[base].p.z();
  for (int i = 0; i < 100; ++i) backend.value()->Step(inputs, 0.001, &state, &report);
  return before - state.X_WL[base].p.z();
}

/// Fall distance of the engine's 100 steps, with the velocity at the start or at the end of each.
constexpr double kFall = 0.5 * 9.8 * 0.1 * 0.1;

TEST_P(WheelContact, TheEngineLetsTheWheelsFallThroughTheFloor) {
  Scene scene = OnTyres(0.0, 0.0);
  EXPECT_NEAR(FallOf(engine(), scene), kFall, 0.02 * kFall);
  scene.spec.wheel_contact = world::WheelContact::kEngine;
  EXPECT_LT(FallOf(engine(), scene), 0.1 * kFall);
}

TEST_P(WheelContact, TheEngineHoldsTheWheelsOnWhatMoves) {
  Scene scene;
  scene.Floor(0.8);
  scene.Add(MakeBody("plate", world::Box{Vector3d(3, 3, 0.1)}, 500.0),
            RigidTransform(Vector3d(0, 0, 0.05)));
  scene.Add(WheeledRobot(0, 0), RigidTransform(Vector3d(0, 0, 0.1 + kHeight)), "robot");
  scene.spec.wheel_contact = world::WheelContact::kTyre;
  EXPECT_LT(FallOf(engine(), scene), 0.1 * kFall);
  auto simulation = Run(scene);
  Advance(simulation.get(), 0.5);
  EXPECT_NEAR(PoseOf(*simulation, "robot::base").p.z(), 0.1 + kHeight, 0.005);
  EXPECT_TRUE(simulation->machine().ground().touches().empty());
}

TEST_P(WheelContact, OneSurfaceMayStayTheEngines) {
  Scene scene = OnTyres(0.0, 0.0);
  scene.spec.wheel_contact.reset();
  auto robot = std::make_shared<world::Model>(*WheeledRobot(0, 0));
  for (std::size_t i = 1; i < 5; ++i) {
    world::Element element;
    element.name = "surefoot:wheel";
    element.attributes = {{"contact", "tyre"}};
    robot->links[i].extensions.push_back(element);
  }
  scene.spec.models.back().model = robot;
  EXPECT_NEAR(FallOf(engine(), scene), kFall, 0.02 * kFall);
  auto floor = std::make_shared<world::Model>(*scene.spec.models[0].model);
  world::Element element;
  element.name = "surefoot:ground";
  element.attributes = {{"contact", "engine"}};
  floor->links[0].collisions[0].extensions.push_back(element);
  scene.spec.models[0].model = floor;
  EXPECT_LT(FallOf(engine(), scene), 0.1 * kFall);
}

/// A robot driving on a plate on ice: one gains the momentum that the other loses.
TEST_P(WheelContact, MomentumStaysOnAPlateThatMoves) {
  Scene scene;
  scene.Floor(0.0);
  world::Surface rough;
  rough.mu = 0.8;
  scene.Add(MakeBody("plate", world::Box{Vector3d(4, 3, 0.1)}, 60.0, rough),
            RigidTransform(Vector3d(0, 0, 0.05)));
  scene.Add(WheeledRobot(0.4, 0.4), RigidTransform(Vector3d(-1, 0, 0.1 + kHeight)), "robot");
  scene.spec.wheel_contact = world::WheelContact::kTyre;
  auto simulation = Run(scene);
  Advance(simulation.get(), 1.0);
  double momentum = 60.0 * VelocityOf(*simulation, "plate::link").v.x() +
                    46.0 * VelocityOf(*simulation, "robot::base").v.x();
  for (int i = 0; i < 4; ++i) {
    momentum += 2.637 * VelocityOf(*simulation, "robot::wheel" + std::to_string(i)).v.x();
  }
  EXPECT_GT(VelocityOf(*simulation, "robot::base").v.x(), 0.1);
  EXPECT_NEAR(momentum, 0.0, 0.02 * kMass * 0.4);
}

}  // namespace
}  // namespace surefoot::conformance
