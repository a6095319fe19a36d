// Models that are apart move in engine instances of their own: each as if it were alone. They are
// joined before they touch and parted afterwards, and nobody can tell from the motion.

#include <gtest/gtest.h>

#include "tests/scene/crowd.h"
#include "tests/scene/engine_test.h"

namespace surefoot::conformance {
namespace {

class Islands : public EngineTest {
 protected:
  /// A floor and a wall, so that there is more than one thing that stands still.
  static Scene Ground() {
    Scene scene;
    scene.islands = true;
    scene.Floor(0.7, 0.0, 0.1);
    auto wall =
        std::make_shared<world::Model>(*MakeBody("wall", world::Box{Vector3d(0.2, 4.0, 1.0)}, 1.0));
    wall->is_static = true;
    scene.Add(wall, RigidTransform(Vector3d(-3.0, 0.0, 0.5)), "wall");
    return scene;
  }

  /// The k-th of a crowd whose members keep apart.
  static void AddOne(int k, Scene* scene) {
    const std::string name = "one" + std::to_string(k);
    const Vector3d p(0.0, 2.0 * k, 0.0);
    const Quaterniond q = QuaternionFromRpy(0.0, 0.0, 0.3 * k);
    if (k % 3 < 2) {
      scene->Add(MakeCart(3.0 + 0.3 * k, 4.0), RigidTransform(q, p + Vector3d(0, 0, 0.101)), name);
    } else {
      scene->Add(MakeBody("box", world::Box{Vector3d(0.2, 0.15, 0.1)}, 2.0),
                 RigidTransform(QuaternionFromRpy(0.3, 0.2, 0.1), p + Vector3d(0, 0, 0.3)), name);
    }
  }

  /// Two carts that drive against each other, and go on pushing.
  static Scene Meeting() {
    Scene scene = Ground();
    scene.Add(MakeCart(4.0, 4.0), RigidTransform(Vector3d(-0.8, 0.0, 0.101)), "left");
    scene.Add(MakeCart(4.0, 4.0),
              RigidTransform(QuaternionFromRpy(0, 0, 3.14159265), Vector3d(0.8, 0.1, 0.101)),
              "right");
    return scene;
  }
};

SUREFOOT_ALL_ENGINES(Islands);

TEST_P(Islands, InACrowdOneMovesAsAlone) {
  Scene crowd = Ground();
  for (int k = 0; k < 5; ++k) AddOne(k, &crowd);
  auto together = Run(crowd);
  EXPECT_EQ(together->island_counts().islands, 5);
  EXPECT_EQ(together->island_counts().largest, 1);
  std::vector<std::unique_ptr<sim::Simulation>> alone;
  for (int k = 0; k < 5; ++k) {
    Scene scene = Ground();
    AddOne(k, &scene);
    alone.push_back(Run(scene));
  }
  for (int step = 0; step < 400; ++step) {
    ASSERT_TRUE(together->Step().ok());
    for (int k = 0; k < 5; ++k) {
      const std::string name = "one" + std::to_string(k);
      sim::Simulation& own = *alone[static_cast<std::size_t>(k)];
      ASSERT_TRUE(own.Step().ok());
      ASSERT_TRUE(SameBits(own, name, *together, name)) << "step " << step;
    }
  }
  EXPECT_EQ(together->island_counts().joined, 0);
}

TEST_P(Islands, AreJoinedBeforeTheyTouchAndPartedAfterwards) {
  Needs({physics::Capability::kContactReport});
  Scene scene = Meeting();
  auto simulation = Run(scene);
  EXPECT_EQ(simulation->island_counts().islands, 2);
  // They meet, push, are turned about, and leave.
  JumpWatch watch(*simulation);
  bool touched = false;
  for (int step = 0; step < 3500; ++step) {
    if (step == 1500) {
      for (const char* joint : {"axle0", "axle1", "axle2", "axle3"}) {
        for (const char* cart : {"left::", "right::"}) {
          sim::JointCommand back;
          back.joint = std::string(cart) + joint;
          back.mode = physics::ControlMode::kVelocity;
          back.target = -4.0;
          Must(simulation->Apply(back));
        }
      }
    }
    Must(simulation->Step());
    for (const physics::Contact& contact : simulation->report().contacts) {
      const int a = simulation->world().model_of_link(contact.link_a);
      const int b = simulation->world().model_of_link(contact.link_b);
      const bool both = !simulation->world().model(a).is_static &&
                        !simulation->world().model(b).is_static && a != b;
      touched = touched || both;
    }
    const Jump jump = watch.Look(*simulation);
    // The carts hit each other with 0.8 m/s.
    ASSERT_LT(jump.velocity, 1.7) << "step " << step;
    ASSERT_LT(jump.place, 2e-3) << "step " << step;
  }
  EXPECT_TRUE(touched);
  EXPECT_EQ(simulation->island_counts().joined, 1);
  EXPECT_EQ(simulation->island_counts().parted, 1);
  EXPECT_EQ(simulation->island_counts().islands, 2);
}

TEST_P(Islands, JoiningChangesNothingInTheMotion) {
  // Until they touch, the same as one instance for all to within the solver's accuracy.
  Scene scene = Meeting();
  auto islands = Run(scene);
  scene.islands = false;
  auto one = Run(scene);
  while (islands->island_counts().joined == 0) {
    Must(islands->Step());
    Must(one->Step());
    ASSERT_LT(islands->step_count(), 1000);
  }
  for (int step = 0; step < 20; ++step) {
    for (const char* link : {"left::base", "right::base"}) {
      EXPECT_LT((PoseOf(*islands, link).p - PoseOf(*one, link).p).norm(), 1e-4) << link;
      EXPECT_LT((VelocityOf(*islands, link).v - VelocityOf(*one, link).v).norm(), 2e-3) << link;
    }
    Must(islands->Step());
    Must(one->Step());
  }
}

TEST_P(Islands, SnapshotsReachAcrossAJoin) {
  Needs({physics::Capability::kSnapshot});
  const Scene scene = Meeting();
  auto straight = Run(scene);
  auto saved = Run(scene);
  std::vector<sim::Snapshot> snapshots;
  for (const double time : {0.1, 0.35, 0.8, 1.2}) {
    Advance(saved.get(), time - ToSeconds(saved->time_ns()));
    snapshots.push_back(saved->Save());
  }
  EXPECT_EQ(saved->island_counts().islands, 1);
  Advance(straight.get(), 1.5);
  for (const sim::Snapshot& snapshot : snapshots) {
    auto fresh = Run(scene);
    Advance(fresh.get(), 0.6);
    for (sim::Simulation* simulation : {saved.get(), fresh.get()}) {
      Must(simulation->Restore(snapshot));
      Advance(simulation, 1.5 - ToSeconds(simulation->time_ns()));
      EXPECT_EQ(simulation->hash(), straight->hash());
    }
  }
}

TEST_P(Islands, SpawnAndRemoveWhileJoined) {
  Needs({physics::Capability::kSpawn});
  const auto run = [&] {
    auto simulation = Run(Meeting());
    Advance(simulation.get(), 1.0);
    EXPECT_EQ(simulation->island_counts().islands, 1);
    JumpWatch watch(*simulation);
    sim::Spawn spawn;
    spawn.instance.name = "box";
    spawn.instance.model = MakeBody("box", world::Box{Vector3d(0.2, 0.2, 0.2)}, 1.0);
    spawn.instance.X_WM = RigidTransform(Vector3d(0.0, 0.0, 0.5));
    const RigidTransform before = PoseOf(*simulation, "left::base");
    Must(simulation->Apply(spawn));
    EXPECT_EQ((PoseOf(*simulation, "left::base").p - before.p).norm(), 0.0);
    Advance(simulation.get(), 0.5);
    // It lies on one of them.
    EXPECT_EQ(simulation->island_counts().largest, 3);
    Must(simulation->Apply(sim::Remove{"right"}));
    Advance(simulation.get(), 0.5);
    return simulation;
  };
  EXPECT_EQ(run()->hash(), run()->hash());
}

TEST_P(Islands, ThreadsDoNotChangeTheRun) {
  Scene crowd = Ground();
  for (int k = 0; k < 12; ++k) AddOne(k, &crowd);
  std::vector<std::uint64_t> hashes;
  for (const int threads : {1, 2, 8, 8}) {
    crowd.threads = threads;
    auto simulation = Run(crowd);
    Advance(simulation.get(), 0.3);
    hashes.push_back(simulation->hash());
  }
  for (const std::uint64_t hash : hashes) EXPECT_EQ(hash, hashes[0]);
}

TEST_P(Islands, AttachedModelsStayTogether) {
  Needs({physics::Capability::kAttachment});
  Scene scene = Ground();
  scene.Add(MakeCart(2.0, 2.0), RigidTransform(Vector3d(0.0, 0.0, 0.101)), "tractor");
  scene.Add(MakeCart(0.0, 0.0), RigidTransform(Vector3d(-1.5, 0.0, 0.101)), "trailer");
  world::Attachment rod;
  rod.name = "rod";
  rod.model_a = "tractor";
  rod.link_a = "base";
  rod.model_b = "trailer";
  rod.link_b = "base";
  rod.X_AB = RigidTransform(Vector3d(-1.5, 0.0, 0.0));
  scene.spec.attachments.push_back(rod);
  auto simulation = Run(scene);
  EXPECT_EQ(simulation->island_counts().islands, 1);
  Advance(simulation.get(), 0.5);
  const Vector3d apart =
      PoseOf(*simulation, "tractor::base").p - PoseOf(*simulation, "trailer::base").p;
  EXPECT_NEAR(apart.norm(), 1.5, 0.02);
}

}  // namespace
}  // namespace surefoot::conformance
