// The same run gives the same bits: run twice, reset, snapshot and restore, through edits.

#include <gtest/gtest.h>

#include "tests/scene/crowd.h"
#include "tests/scene/engine_test.h"

namespace surefoot::conformance {
namespace {

class Determinism : public EngineTest {
 protected:
  std::unique_ptr<sim::Simulation> Run() { return EngineTest::Run(scene_); }

  /// Tumbling boxes and balls, and a driven four-wheeler: many contacts, quaternions, servos,
  /// friction and restitution.
  void SetUp() override {
    scene_.Floor(0.7, 0.0, 0.3);
    world::Surface lively;
    lively.restitution = 0.5;
    for (int i = 0; i < 8; ++i) {
      const bool ball = i % 2 == 0;
      const world::Geometry shape = ball ? world::Geometry(world::Sphere{0.1})
                                         : world::Geometry(world::Box{Vector3d(0.2, 0.15, 0.1)});
      scene_.Add(MakeBody("body", shape, 0.5 + 0.1 * i, lively),
                 RigidTransform(QuaternionFromRpy(0.3 * i, 0.2 * i, 0.1),
                                Vector3d(0.03 * i, 0.02 * i, 0.3 + 0.22 * i)),
                 "body" + std::to_string(i));
    }
    scene_.Add(RubbingCart(), RigidTransform(Vector3d(2, 0, 0.1)));
  }

  static std::shared_ptr<const world::Model> RubbingCart() {
    auto cart = std::make_shared<world::Model>(*MakeCart(3.0, 6.0));
    cart->joints[0].axes[0].friction = 0.1;
    return cart;
  }

  Scene scene_;
};

SUREFOOT_ALL_ENGINES(Determinism);

TEST_P(Determinism, TwoRunsAgree) {
  auto a = Run();
  auto b = Run();
  Advance(a.get(), 2.0);
  Advance(b.get(), 2.0);
  EXPECT_EQ(a->hash(), b->hash());
  EXPECT_GT(a->report().contacts.size(), 10u);
  // The hash does depend on the motion.
  Advance(b.get(), 0.001);
  EXPECT_NE(a->hash(), b->hash());
}

TEST_P(Determinism, ResetRepeatsTheRun) {
  Needs({physics::Capability::kSpawn});
  auto simulation = Run();
  Advance(simulation.get(), 1.0);
  const std::uint64_t hash = simulation->hash();
  ASSERT_TRUE(simulation->Apply(sim::Remove{"body3"}).ok());
  Advance(simulation.get(), 0.3);
  ASSERT_TRUE(simulation->machine().Reset().ok());
  Advance(simulation.get(), 1.0);
  EXPECT_EQ(simulation->hash(), hash);
}

TEST_P(Determinism, RestoringContinuesBitForBit) {
  Needs({physics::Capability::kSnapshot});
  auto straight = Run();
  auto saved = Run();
  Advance(straight.get(), 2.0);
  Advance(saved.get(), 0.777);
  const sim::Snapshot snapshot = saved->machine().Save();
  // Taking the snapshot changes nothing.
  Advance(saved.get(), 2.0 - 0.777);
  EXPECT_EQ(saved->hash(), straight->hash());
  // Back in time in the same simulation, and into a fresh one.
  ASSERT_TRUE(saved->machine().Restore(snapshot).ok());
  Advance(saved.get(), 2.0 - 0.777);
  EXPECT_EQ(saved->hash(), straight->hash());
  auto fresh = Run();
  ASSERT_TRUE(fresh->machine().Restore(snapshot).ok());
  Advance(fresh.get(), 2.0 - 0.777);
  EXPECT_EQ(fresh->hash(), straight->hash());
}

TEST_P(Determinism, ManySnapshotsAlongTheWay) {
  Needs({physics::Capability::kSnapshot});
  auto straight = Run();
  Advance(straight.get(), 1.5);
  auto hopping = Run();
  for (int i = 0; i < 15; ++i) {
    Advance(hopping.get(), 0.1);
    const sim::Snapshot snapshot = hopping->machine().Save();
    hopping = Run();
    ASSERT_TRUE(hopping->machine().Restore(snapshot).ok());
  }
  EXPECT_EQ(hopping->hash(), straight->hash());
}

TEST_P(Determinism, SnapshotsRememberEditsOfTheWorld) {
  Needs({physics::Capability::kSnapshot, physics::Capability::kSpawn});
  auto straight = Run();
  auto edit = [this](sim::Simulation* simulation) {
    ASSERT_TRUE(simulation->Apply(sim::Remove{"body5"}).ok());
    ASSERT_TRUE(simulation
                    ->Apply(sim::Spawn{world::ModelInstance{
                        "cart2", RigidTransform(Vector3d(-2, 0, 0.1)), RubbingCart()}})
                    .ok());
  };
  Advance(straight.get(), 0.5);
  edit(straight.get());
  Advance(straight.get(), 0.5);
  const sim::Snapshot snapshot = straight->machine().Save();
  Advance(straight.get(), 0.5);
  auto other = Run();
  ASSERT_TRUE(other->machine().Restore(snapshot).ok());
  EXPECT_EQ(other->world().FindModel("body5"), -1);
  Advance(other.get(), 0.5);
  EXPECT_EQ(other->hash(), straight->hash());
}

TEST_P(Determinism, InputsBetweenStepsAreRepeatable) {
  Needs({physics::Capability::kExternalWrench, physics::Capability::kGravityChange});
  auto a = Run();
  auto b = Run();
  for (auto* simulation : {a.get(), b.get()}) {
    Advance(simulation, 0.4);
    sim::LinkWrench push;
    push.link = "body1::link";
    push.F_L_W.force = Vector3d(3, 0, 0);
    push.steps = 50;
    ASSERT_TRUE(simulation->Apply(push).ok());
    ASSERT_TRUE(simulation->Apply(sim::GravityChange{Vector3d(0, 0.5, -9.0)}).ok());
    Advance(simulation, 0.6);
  }
  EXPECT_EQ(a->hash(), b->hash());
  auto c = Run();
  Advance(c.get(), 1.0);
  EXPECT_NE(a->hash(), c->hash());
}

}  // namespace
}  // namespace surefoot::conformance
