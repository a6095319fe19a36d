// Models that are apart move in separate engine instances: each as if it were alone. They are
// joined before they touch and separated afterwards, without a visible effect on the motion.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/scene/crowd.h"
#include "tests/scene/engine_test.h"

namespace surefoot::conformance {
namespace {

class Islands : public EngineTest {
 protected:
  /// A floor and a wall, so that there is more than one static model.
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

  /// The k-th model of a crowd whose members keep their distance.
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

  static sim::Spawn SpawnBox(const Vector3d& p_WB) {
    sim::Spawn spawn;
    spawn.instance.name = "box";
    spawn.instance.model = MakeBody("box", world::Box{Vector3d(0.2, 0.2, 0.2)}, 1.0);
    spawn.instance.X_WM = RigidTransform(p_WB);
    return spawn;
  }

  /// Two carts that drive against each other and keep pushing.
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
  EXPECT_EQ(together->machine().island_counts().islands, 5);
  EXPECT_EQ(together->machine().island_counts().largest, 1);
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
  EXPECT_EQ(together->machine().island_counts().joined, 0);
}

TEST_P(Islands, AreJoinedBeforeTheyTouchAndPartedAfterwards) {
  Needs({physics::Capability::kContactReport});
  Scene scene = Meeting();
  auto simulation = Run(scene);
  EXPECT_EQ(simulation->machine().island_counts().islands, 2);
  // They meet, push, turn, and separate.
  JumpWatch watch(*simulation);
  Jump max;
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
    touched = touched || MoversTouch(*simulation);
    EXPECT_TRUE(!MoversTouch(*simulation) || simulation->machine().island_counts().islands == 1);
    max.Extend(watch.Look(*simulation));
  }
  // The carts hit each other with 0.8 m/s.
  EXPECT_LT(max.velocity, 1.0);
  EXPECT_LT(max.place, 2e-4);
  EXPECT_LT(max.turn, 4e-3);
  EXPECT_TRUE(touched);
  EXPECT_EQ(simulation->machine().island_counts().joined, 1);
  EXPECT_EQ(simulation->machine().island_counts().parted, 1);
  EXPECT_EQ(simulation->machine().island_counts().late, 0);
  EXPECT_EQ(simulation->machine().island_counts().islands, 2);
}

TEST_P(Islands, JoiningAndPartingChangesNothingInTheMotion) {
  // They pass each other at 4 cm. With a filter that excludes contacts they are never joined: the
  // other run must be equal to that one.
  Scene scene = Ground();
  scene.Add(MakeCart(10.0, 10.0), RigidTransform(Vector3d(-0.9, 0.0, 0.101)), "left");
  scene.Add(MakeCart(10.0, 10.0),
            RigidTransform(QuaternionFromRpy(0, 0, 3.141592653589793), Vector3d(0.9, 0.49, 0.101)),
            "right");
  auto joined = Run(scene);
  scene.spec.collision_filters.push_back({"left", "", "right", ""});
  auto apart = Run(scene);
  Difference before;
  Difference after;
  double energy = 0.0;
  for (int step = 0; step < 1800; ++step) {
    Must(joined->Step());
    Must(apart->Step());
    ASSERT_FALSE(MoversTouch(*joined));
    const bool was_joined = joined->machine().island_counts().joined > 0;
    energy = std::max(energy, std::abs(EnergyOf(*joined) - EnergyOf(*apart)));
    for (const char* model : {"left", "right"}) {
      (was_joined ? after : before).Extend(DifferenceOf(*joined, *apart, model));
    }
  }
  EXPECT_EQ(apart->machine().island_counts().joined, 0);
  EXPECT_EQ(joined->machine().island_counts().joined, 1);
  EXPECT_EQ(joined->machine().island_counts().parted, 1);
  EXPECT_EQ(before.place, 0.0);
  EXPECT_EQ(before.velocity, 0.0);
  EXPECT_LT(after.place, 1e-12);
  EXPECT_LT(after.turn, 1e-12);
  EXPECT_LT(after.velocity, 1e-11);
  EXPECT_LT(after.spin, 1e-11);
  EXPECT_LT(after.q, 1e-12);
  EXPECT_LT(after.v, 1e-11);
  EXPECT_LT(energy, 1e-10);
}

TEST_P(Islands, SnapshotsReachAcrossAJoin) {
  Needs({physics::Capability::kSnapshot});
  const Scene scene = Meeting();
  auto straight = Run(scene);
  auto saved = Run(scene);
  std::vector<sim::Snapshot> snapshots;
  for (const double time : {0.1, 0.35, 0.8, 1.2}) {
    Advance(saved.get(), time - ToSeconds(saved->time_ns()));
    snapshots.push_back(saved->machine().Save());
  }
  EXPECT_EQ(saved->machine().island_counts().islands, 1);
  Advance(straight.get(), 1.5);
  for (const sim::Snapshot& snapshot : snapshots) {
    auto fresh = Run(scene);
    Advance(fresh.get(), 0.6);
    for (sim::Simulation* simulation : {saved.get(), fresh.get()}) {
      Must(simulation->machine().Restore(snapshot));
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
    EXPECT_EQ(simulation->machine().island_counts().islands, 1);
    const double energy = EnergyOf(*simulation);
    const physics::State before = simulation->state();
    Must(simulation->Apply(SpawnBox(Vector3d(0.0, 0.0, 0.5))));
    // Everything else is unchanged, and the box differs by its height only.
    EXPECT_NEAR(EnergyOf(*simulation), energy + 1.0 * 9.81 * 0.5, 1e-9);
    for (std::size_t i = 0; i < before.X_WL.size(); ++i) {
      EXPECT_EQ((simulation->state().X_WL[i].p - before.X_WL[i].p).norm(), 0.0) << i;
      EXPECT_EQ((simulation->state().V_WL_W[i].v - before.V_WL_W[i].v).norm(), 0.0) << i;
      EXPECT_EQ((simulation->state().V_WL_W[i].w - before.V_WL_W[i].w).norm(), 0.0) << i;
    }
    JumpWatch watch(*simulation);
    Jump max;
    for (int i = 0; i < 500; ++i) {
      Must(simulation->Step());
      max.Extend(watch.Look(*simulation));
    }
    // It falls for less than half a metre: 3 m/s.
    EXPECT_LT(max.velocity, 3.0);
    EXPECT_LT(max.place, 5e-4);
    EXPECT_LT(max.turn, 3e-3);
    // It lies on one of them.
    EXPECT_EQ(simulation->machine().island_counts().largest, 3);
    EXPECT_EQ(simulation->machine().island_counts().late, 0);
    Must(simulation->Apply(sim::Remove{"right"}));
    Advance(simulation.get(), 0.5);
    return simulation;
  };
  EXPECT_EQ(run()->hash(), run()->hash());
}

TEST_P(Islands, SpawnAndRemoveAboutTheStepOfAJoin) {
  Needs({physics::Capability::kSpawn});
  const Scene scene = Meeting();
  Scene only_left = Ground();
  only_left.spec.models.push_back(scene.spec.models[2]);
  ASSERT_EQ(only_left.spec.models.back().name, "left");
  int joins_in = 0;
  for (auto run = Run(scene); run->machine().island_counts().joined == 0; ++joins_in) {
    Must(run->Step());
    ASSERT_LT(joins_in, 1000);
  }
  for (const int steps : {joins_in - 1, joins_in, joins_in + 1}) {
    SCOPED_TRACE(steps - joins_in);
    auto undisturbed = Run(scene);
    auto alone = Run(only_left);
    auto spawned = Run(scene);
    auto removed = Run(scene);
    for (sim::Simulation* run : {undisturbed.get(), alone.get(), spawned.get(), removed.get()}) {
      for (int i = 0; i < steps; ++i) Must(run->Step());
    }
    EXPECT_EQ(undisturbed->machine().island_counts().joined, steps < joins_in ? 0 : 1);
    // Another model comes and goes: the two are not affected, to the bit.
    Must(spawned->Apply(SpawnBox(Vector3d(5.0, 0.0, 0.3))));
    // One is removed: the other is alone, as it was until the step of the join.
    Must(removed->Apply(sim::Remove{"right"}));
    Difference max;
    bool touched = false;
    for (int i = 0; i < 400; ++i) {
      for (sim::Simulation* run : {undisturbed.get(), alone.get(), spawned.get(), removed.get()}) {
        Must(run->Step());
      }
      ASSERT_TRUE(SameBits(*undisturbed, "left", *spawned, "left")) << i;
      ASSERT_TRUE(SameBits(*undisturbed, "right", *spawned, "right")) << i;
      max.Extend(DifferenceOf(*alone, *removed, "left"));
      ASSERT_TRUE(steps >= joins_in || SameBits(*alone, "left", *removed, "left")) << i;
      touched = touched || MoversTouch(*undisturbed);
      if (i == 1) Must(spawned->Apply(sim::Remove{"box"}));
    }
    EXPECT_TRUE(touched);
    EXPECT_LT(max.place, 1e-12);
    EXPECT_LT(max.velocity, 1e-11);
  }
}

TEST_P(Islands, ThreadsDoNotChangeTheRun) {
  Scene crowd = Ground();
  for (int k = 0; k < 12; ++k) AddOne(k, &crowd);
  // And two that drive against each other.
  for (const double side : {-1.0, 1.0}) {
    const Quaterniond inward = QuaternionFromRpy(0, 0, side < 0.0 ? 0.0 : 3.14159265);
    crowd.Add(MakeCart(8.0, 8.0), RigidTransform(inward, Vector3d(0.6 * side, -3.0, 0.101)),
              side < 0.0 ? "left" : "right");
  }
  std::vector<std::uint64_t> hashes;
  for (const int threads : {1, 2, 8, 8}) {
    crowd.threads = threads;
    auto simulation = Run(crowd);
    Advance(simulation.get(), 0.5);
    EXPECT_EQ(simulation->machine().island_counts().joined, 1);
    hashes.push_back(simulation->hash());
  }
  for (const std::uint64_t hash : hashes) EXPECT_EQ(hash, hashes[0]);
}

TEST_P(Islands, ASpawnLeavesThoseApartThatBeganAtOnePlace) {
  Needs({physics::Capability::kSpawn});
  // They start side by side, are moved far apart, and another one is added: each is built
  // separately, not first together and then apart.
  Scene scene = Ground();
  for (int k = 0; k < 4; ++k) {
    scene.Add(MakeCart(0.0, 0.0), RigidTransform(Vector3d(0.0, 0.48 * k, 0.101)),
              "one" + std::to_string(k));
  }
  auto simulation = Run(scene);
  EXPECT_EQ(simulation->machine().island_counts().largest, 4);
  for (int k = 0; k < 4; ++k) {
    sim::Teleport away;
    away.model = "one" + std::to_string(k);
    away.X_WM = RigidTransform(Vector3d(0.0, 3.0 * k, 0.101));
    Must(simulation->Apply(away));
  }
  Must(simulation->Step());
  EXPECT_EQ(simulation->machine().island_counts().islands, 4);
  Must(simulation->Apply(SpawnBox(Vector3d(5.0, 0.0, 0.3))));
  EXPECT_EQ(simulation->machine().island_counts().islands, 5);
  EXPECT_EQ(simulation->machine().island_counts().parted, 0);
  Must(simulation->Step());
  EXPECT_EQ(simulation->machine().island_counts().parted, 0);
}

TEST_P(Islands, InARoomOneIsByItselfUntilItComesNearAWall) {
  Needs({physics::Capability::kContactReport});
  // One free body of four walls, 4 m long: its bounding box contains everything inside.
  auto room =
      std::make_shared<world::Model>(*MakeBody("room", world::Box{Vector3d(4.0, 0.1, 0.4)}, 200.0));
  std::vector<world::Collision>& walls = room->links[0].collisions;
  for (int i = 0; i < 4; ++i) {
    if (i > 0) walls.push_back(walls[0]);
    walls.back().name = "wall" + std::to_string(i);
    const Quaterniond q_LG = QuaternionFromRpy(0.0, 0.0, 1.5707963267948966 * i);
    walls.back().X_LG = RigidTransform(q_LG, q_LG * Vector3d(0.0, 2.0, 0.0));
  }
  Scene scene = Ground();
  scene.Add(room, RigidTransform(Vector3d(0.0, 0.0, 0.2)), "room");
  scene.Add(MakeCart(10.0, 10.0), RigidTransform(Vector3d(0.0, 0.0, 0.101)), "cart");
  auto simulation = Run(scene);
  EXPECT_EQ(simulation->machine().island_counts().islands, 2);
  while (!MoversTouch(*simulation)) {
    Must(simulation->Step());
    ASSERT_LT(ToSeconds(simulation->time_ns()), 3.0);
    if (PoseOf(*simulation, "cart::base").p.x() < 1.4) {
      EXPECT_EQ(simulation->machine().island_counts().islands, 2);
    }
  }
  EXPECT_EQ(simulation->machine().island_counts().islands, 1);
  EXPECT_EQ(simulation->machine().island_counts().late, 0);
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
  EXPECT_EQ(simulation->machine().island_counts().islands, 1);
  Advance(simulation.get(), 0.5);
  const Vector3d apart =
      PoseOf(*simulation, "tractor::base").p - PoseOf(*simulation, "trailer::base").p;
  EXPECT_NEAR(apart.norm(), 1.5, 0.02);
}

}  // namespace
}  // namespace surefoot::conformance
