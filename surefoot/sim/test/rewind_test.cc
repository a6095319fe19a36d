// Resets of parts of a run, another seed, another engine, another light.

#include <gmock/gmock.h>

#include <limits>

#include "surefoot/sim/test/small_world.h"

namespace surefoot::sim {
namespace {

using test::Ball;
using test::FakeFactory;
using test::MakeRun;
using test::Place;
using test::PoseOf;
using test::PositionOf;
using test::Refusal;
using test::SmallSpec;
using test::SpeedOf;
using test::Steps;
using test::VelocityOf;
using testing::HasSubstr;

/// The ball moves, another one exists, and the pendulum has another position.
std::unique_ptr<Simulation> MakeChanged() {
  auto simulation = MakeRun();
  Steps(simulation.get(), 10);
  EXPECT_TRUE(simulation->Apply(Spawn{Place("second", Ball(), Vector3d(0, 0, 9))}).ok());
  EXPECT_TRUE(simulation->Apply(GravityChange{Vector3d(0, 0, -1)}).ok());
  EXPECT_TRUE(simulation->Apply(Teleport{"pendulum", RigidTransform(Vector3d(7, 7, 0))}).ok());
  EXPECT_TRUE(simulation->Apply(Attach{"tie", "ball::link", "robot::base"}).ok());
  Steps(simulation.get(), 10);
  return simulation;
}

TEST(RewindTest, StateGoesBackAndTimeContinues) {
  const auto simulation = MakeChanged();
  ASSERT_TRUE(simulation->Apply(StateReset{}).ok());
  EXPECT_EQ(simulation->step_count(), 20);
  EXPECT_EQ(PoseOf(*simulation, "ball::link").p, Vector3d(0, 0, 5));
  EXPECT_EQ(PoseOf(*simulation, "second::link").p, Vector3d(0, 0, 9));
  EXPECT_EQ(PoseOf(*simulation, "pendulum::rod").p, Vector3d(0, 3, 1));
  EXPECT_EQ(VelocityOf(*simulation, "ball::link").v, Vector3d::Zero());
  EXPECT_EQ(simulation->machine().inputs().gravity_W, Vector3d::Zero());
  EXPECT_TRUE(simulation->world().spec().attachments.empty());
  // The initial commands are active again.
  Steps(simulation.get(), 1);
  EXPECT_EQ(SpeedOf(*simulation, "robot::motor"), 0.5);
}

TEST(RewindTest, TimeGoesBackAndTheStateGoesOn) {
  const auto simulation = MakeChanged();
  const Vector3d ball = PoseOf(*simulation, "ball::link").p;
  const double motor = PositionOf(*simulation, "robot::motor");
  const auto twin = MakeChanged();
  ASSERT_TRUE(simulation->machine().ResetTime().ok());
  EXPECT_EQ(simulation->step_count(), 0);
  EXPECT_EQ(simulation->time_ns(), 0);
  EXPECT_EQ(PoseOf(*simulation, "ball::link").p, ball);
  EXPECT_EQ(PositionOf(*simulation, "robot::motor"), motor);
  EXPECT_EQ(simulation->machine().inputs().gravity_W, Vector3d(0, 0, -1));
  Steps(simulation.get(), 5);
  Steps(twin.get(), 5);
  EXPECT_EQ(PoseOf(*simulation, "ball::link").p, PoseOf(*twin, "ball::link").p);
}

TEST(RewindTest, AnotherSeedIsAnotherRunFromTheStart) {
  const auto simulation = MakeChanged();
  ASSERT_TRUE(simulation->machine().ResetWithSeed(9).ok());
  EXPECT_EQ(simulation->seed(), 9u);
  const auto fresh = MakeRun(SmallSpec(), 9);
  Steps(simulation.get(), 5);
  Steps(fresh.get(), 5);
  EXPECT_EQ(simulation->hash(), fresh->hash());
}

TEST(RewindTest, BranchesContinueFromASnapshotWithAnotherSeed) {
  const auto simulation = MakeChanged();
  const Snapshot snapshot = simulation->machine().Save();
  const Vector3d ball = PoseOf(*simulation, "ball::link").p;
  Steps(simulation.get(), 5);
  const std::uint64_t hash = simulation->hash();
  ASSERT_TRUE(simulation->machine().Branch(snapshot, 4).ok());
  EXPECT_EQ(simulation->seed(), 4u);
  EXPECT_EQ(simulation->step_count(), 20);
  EXPECT_EQ(PoseOf(*simulation, "ball::link").p, ball);
  Steps(simulation.get(), 5);
  EXPECT_NE(simulation->hash(), hash);
  ASSERT_TRUE(simulation->machine().Restore(snapshot).ok());
  EXPECT_EQ(simulation->seed(), 0u);
  Steps(simulation.get(), 5);
  EXPECT_EQ(simulation->hash(), hash);
}

TEST(RewindTest, AnotherEngineContinuesFromTheState) {
  const auto simulation = MakeChanged();
  physics::BackendFactory other = FakeFactory();
  const physics::BackendInfo info = other.info();
  other.info = [info] {
    physics::BackendInfo renamed = info;
    renamed.name = "other";
    return renamed;
  };
  const physics::State before = simulation->state();
  ASSERT_TRUE(simulation->machine().SwitchEngine(other).ok());
  EXPECT_EQ(simulation->machine().engine().name, "other");
  EXPECT_EQ(simulation->step_count(), 20);
  EXPECT_EQ(simulation->state().q, before.q);
  EXPECT_EQ(simulation->state().v, before.v);
  EXPECT_EQ(PoseOf(*simulation, "ball::link").p,
            before.X_WL[static_cast<std::size_t>(simulation->world().FindLink("ball::link"))].p);
  EXPECT_EQ(simulation->machine().inputs().gravity_W, Vector3d(0, 0, -1));
  Steps(simulation.get(), 5);

  // An engine that cannot run the world changes nothing.
  physics::BackendFactory broken = other;
  broken.make = [](const physics::BackendArgs&) -> Result<std::unique_ptr<physics::Backend>> {
    return Error{"not today"};
  };
  EXPECT_THAT(Refusal(simulation->machine().SwitchEngine(broken)), HasSubstr("not today"));
  EXPECT_EQ(simulation->machine().engine().name, "other");
  Steps(simulation.get(), 5);
}

TEST(RewindTest, AModelIsPutWithAVelocity) {
  const auto simulation = MakeRun();
  Teleport teleport{"robot", RigidTransform(Vector3d(1, 2, 3))};
  teleport.V_WM_W.v = Vector3d(1, 0, 0);
  teleport.V_WM_W.w = Vector3d(0, 0, 2);
  ASSERT_TRUE(simulation->Apply(teleport).ok());
  const int robot = simulation->world().FindModel("robot");
  EXPECT_LT((simulation->ModelVelocity(robot).v - Vector3d(1, 0, 0)).norm(), 1e-12);
  EXPECT_LT((simulation->ModelVelocity(robot).w - Vector3d(0, 0, 2)).norm(), 1e-12);
  const Vector3d p_MB = PoseOf(*simulation, "robot::base").p - Vector3d(1, 2, 3);
  const Vector3d expected = Vector3d(1, 0, 0) + Vector3d(0, 0, 2).cross(p_MB);
  EXPECT_LT((VelocityOf(*simulation, "robot::base").v - expected).norm(), 1e-12);
  teleport.model = "pendulum";
  EXPECT_THAT(Refusal(simulation->Apply(teleport)), HasSubstr("cannot have a velocity"));
  teleport.model = "robot";
  teleport.V_WM_W.w.x() = std::numeric_limits<double>::infinity();
  EXPECT_THAT(Refusal(simulation->Apply(teleport)), HasSubstr("not finite"));
}

TEST(RewindTest, Lights) {
  world::WorldSpec spec = SmallSpec();
  spec.lights.resize(1);
  spec.lights[0].name = "lamp";
  const auto simulation = MakeRun(spec);
  ASSERT_TRUE(simulation->Apply(LightChange{"lamp", false, 2.0, Vector3d(1, 0.5, 0)}).ok());
  const auto text = [&](const char* name) {
    const world::Element* child = simulation->world().spec().lights[0].element.Child(name);
    return child == nullptr ? std::string("none") : child->text;
  };
  EXPECT_EQ(text("light_on"), "false");
  EXPECT_EQ(text("intensity"), "2");
  EXPECT_EQ(text("diffuse"), "1 0.5 0 1");
  ASSERT_TRUE(simulation->Apply(LightChange{"lamp"}).ok());
  EXPECT_EQ(text("light_on"), "true");
  EXPECT_EQ(text("intensity"), "2");
  EXPECT_THAT(Refusal(simulation->Apply(LightChange{"sun"})), HasSubstr("lights: lamp"));
  EXPECT_THAT(Refusal(simulation->Apply(LightChange{"lamp", true, 11.0})),
              HasSubstr("between 0 and 10"));
  EXPECT_THAT(Refusal(simulation->Apply(LightChange{"lamp", true, 1.0, Vector3d(2, 0, 0)})),
              HasSubstr("between 0 and 1"));
  ASSERT_TRUE(simulation->Apply(StateReset{}).ok());
  EXPECT_EQ(text("intensity"), "none");
}

/// Two balls of one description, each with a lamp.
TEST(RewindTest, LightsOfModels) {
  world::Model glowing = *Ball();
  world::Light lamp;
  lamp.name = "lamp";
  glowing.links[0].lights.push_back(lamp);
  const auto shared = std::make_shared<const world::Model>(glowing);
  world::WorldSpec spec = SmallSpec();
  spec.models.push_back(Place("one", shared, Vector3d(0, 0, 5)));
  spec.models.push_back(Place("two", shared, Vector3d(0, 0, 7)));
  const auto simulation = MakeRun(spec);
  Steps(simulation.get(), 3);
  const Twist before = VelocityOf(*simulation, "one::link");
  const auto is_off = [&](const char* model) {
    const world::World& world = simulation->world();
    const world::Light& light = world.model(world.FindModel(model)).links[0].lights[0];
    const world::Element* on = light.element.Child("light_on");
    return on != nullptr && on->text == "false";
  };
  ASSERT_TRUE(simulation->Apply(LightChange{"one::lamp", false}).ok());
  EXPECT_TRUE(is_off("one"));
  EXPECT_FALSE(is_off("two"));
  EXPECT_EQ(VelocityOf(*simulation, "one::link").v, before.v) << "it continues unchanged";
  EXPECT_THAT(Refusal(simulation->Apply(LightChange{"lamp"})),
              HasSubstr("lights: one::lamp, two::lamp"));
  ASSERT_TRUE(simulation->Apply(StateReset{}).ok());
  EXPECT_FALSE(is_off("one"));
  ASSERT_TRUE(simulation->Apply(LightChange{"two::link::lamp", false}).ok());
  ASSERT_TRUE(simulation->Apply(Remove{"one"}).ok());
  EXPECT_TRUE(is_off("two"));
  ASSERT_TRUE(simulation->Apply(LightChange{"lamp", true}).ok()) << "the only one";
  EXPECT_FALSE(is_off("two"));
}

}  // namespace
}  // namespace surefoot::sim
