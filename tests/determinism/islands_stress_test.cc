// Many islands that are joined and separated all the time: no jumps, no energy from nothing, and
// bit-equal repetition.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "tests/scene/crowd.h"
#include "tests/scene/engine_test.h"
#include "tests/scene/ground_lab.h"

namespace surefoot::conformance {
namespace {

class IslandsUnderStress : public EngineTest {
 protected:
  /// What is checked in every step.
  struct Watched {
    std::uint64_t hash = 0;
    /// Maxima over all steps, and over those in which islands changed and no two moving models
    /// touched.
    Jump jump;
    Jump regroup_jump;
    int quiet_regroups = 0;
    /// Largest excess of energy over that at the start plus the work of motors: restitution returns
    /// what it took.
    double gained = 0.0;
    islands::IslandCounts counts;
    int max_together = 0;
  };

  /// Called before each step.
  using During = std::function<void(int step, sim::Simulation*)>;

  /// In the last step, with these joint speeds before it.
  static double WorkOfMotors(const sim::Simulation& simulation, const std::vector<double>& v) {
    const physics::State& state = simulation.state();
    double work = 0.0;
    for (std::size_t i = 0; i < v.size(); ++i) {
      work += 0.5 * simulation.step_size() * state.effort[i] * (v[i] + state.v[i]);
    }
    return work;
  }

  Watched Watch(const Scene& scene, int steps, const During& during, double step = 0.001) {
    auto simulation = Run(scene, step);
    if (during) during(0, simulation.get());
    Watched watched;
    JumpWatch watch(*simulation);
    double paid = EnergyOf(*simulation);
    bool touched = false;
    for (int i = 0; i < steps; ++i) {
      if (during && i > 0) during(i, simulation.get());
      const islands::IslandCounts before = simulation->machine().island_counts();
      const std::vector<double> v = simulation->state().v;
      Must(simulation->Step());
      paid += WorkOfMotors(*simulation, v);
      const islands::IslandCounts now = simulation->machine().island_counts();
      const Jump jump = watch.Look(*simulation);
      watched.jump.Extend(jump);
      const bool touches = MoversTouch(*simulation);
      const bool changed = now.joined != before.joined || now.parted != before.parted;
      if (changed && !touched && !touches) {
        watched.regroup_jump.Extend(jump);
        ++watched.quiet_regroups;
      }
      touched = touches;
      watched.gained = std::max(watched.gained, EnergyOf(*simulation) - paid);
      watched.max_together = std::max(watched.max_together, now.largest);
    }
    watched.hash = simulation->hash();
    watched.counts = simulation->machine().island_counts();
    return watched;
  }

  /// On more threads.
  void ExpectRepeats(Scene scene, int steps, const During& during, std::uint64_t hash) {
    for (const int threads : {2, 8}) {
      scene.threads = threads;
      auto simulation = Run(scene);
      for (int i = 0; i < steps; ++i) {
        if (during) during(i, simulation.get());
        Must(simulation->Step());
      }
      EXPECT_EQ(simulation->hash(), hash) << threads << " threads";
    }
  }
};

SUREFOOT_ALL_ENGINES(IslandsUnderStress);

TEST_P(IslandsUnderStress, FiftyCrossEachOthersPaths) {
  Needs({physics::Capability::kContactReport});
  // Pucks sliding on a floor without friction, from a ring towards its centre.
  Scene scene;
  scene.islands = true;
  scene.Floor(0.0);
  world::Surface smooth;
  smooth.mu = smooth.mu2 = 0.0;
  smooth.restitution = 0.8;
  const auto puck = MakeBody("puck", world::Sphere{0.1}, 1.0, smooth);
  for (int i = 0; i < 50; ++i) {
    const double angle = 2.0 * 3.14159265358979 * i / 50.0;
    const double distance = i % 2 == 0 ? 3.0 : 3.4;
    scene.Add(puck,
              RigidTransform(distance * Vector3d(std::cos(angle), std::sin(angle), 0.0) +
                             Vector3d(0, 0, 0.1)),
              "puck" + std::to_string(i));
  }
  const auto push = [this](int step, sim::Simulation* simulation) {
    for (int i = 0; i < 50 && step == 0; ++i) {
      const std::string name = "puck" + std::to_string(i);
      sim::Teleport teleport;
      teleport.model = name;
      teleport.X_WM = PoseOf(*simulation, name + "::link");
      const Vector3d p = teleport.X_WM.p;
      // Past the centre, by 0.3 m.
      teleport.V_WM_W.v =
          3.0 * Vector3d(-p.x() - 0.1 * p.y(), -p.y() + 0.1 * p.x(), 0.0) / p.norm();
      Must(simulation->Apply(teleport));
    }
  };
  const Watched once = Watch(scene, 1600, push);
  EXPECT_GT(once.counts.joined, 20);
  EXPECT_GT(once.counts.parted, 5);
  EXPECT_EQ(once.counts.late, 0);
  EXPECT_GT(once.max_together, 5);
  // They meet with at most 6 m/s, and have 225 J in total. Nothing rotates.
  EXPECT_LT(once.jump.velocity, 6.0);
  EXPECT_LT(once.jump.spin, 1e-9);
  EXPECT_LT(once.jump.place, 1e-5);
  EXPECT_LT(once.jump.turn, 1e-9);
  EXPECT_LT(once.gained, 0.05);
  // Joining or separating alone has no effect; a step of gravity may, when a puck leaves the floor.
  EXPECT_GT(once.quiet_regroups, 20);
  EXPECT_LT(once.regroup_jump.velocity, 9.82e-3);
  EXPECT_LT(once.regroup_jump.place, 1e-12);
  EXPECT_LT(once.regroup_jump.turn, 1e-12);
  ExpectRepeats(scene, 1600, push, once.hash);
}

TEST_P(IslandsUnderStress, FiftyCartsDriveThroughEachOthersPaths) {
  Needs({physics::Capability::kContactReport});
  // Lanes to the east and to the north: where lanes of the same number cross, two carts meet.
  Scene scene;
  scene.islands = true;
  scene.Floor(0.8);
  const auto cart = MakeCart(10.0, 10.0);
  const double lane = 0.8;
  for (int i = 0; i < 25; ++i) {
    const double at = lane * i;
    const Quaterniond to_north = QuaternionFromRpy(0.0, 0.0, 0.5 * 3.14159265358979);
    scene.Add(cart, RigidTransform(Vector3d(at - 0.9, at, 0.11)), "east" + std::to_string(i));
    scene.Add(cart, RigidTransform(to_north, Vector3d(at, at - 0.9, 0.11)),
              "north" + std::to_string(i));
  }
  const Watched once = Watch(scene, 1200, nullptr);
  EXPECT_EQ(once.counts.joined, 25);
  EXPECT_EQ(once.counts.late, 0);
  EXPECT_EQ(once.max_together, 2);
  EXPECT_LT(once.jump.place, 1e-5);
  EXPECT_LT(once.jump.turn, 1e-4);
  EXPECT_LT(once.jump.velocity, 1.5);
  // At 1 m/s all have 300 J.
  EXPECT_LT(once.gained, 3.0);
  ExpectRepeats(scene, 1200, nullptr, once.hash);
}

TEST_P(IslandsUnderStress, FiftyCartsPassCloseToEachOther) {
  Needs({physics::Capability::kContactReport});
  // Where two lanes cross, one cart passes behind the other at 4 cm: near enough to be joined.
  Scene scene;
  scene.islands = true;
  scene.Floor(0.8);
  const auto cart = MakeCart(10.0, 10.0);
  const Quaterniond to_north = QuaternionFromRpy(0.0, 0.0, 0.5 * 3.14159265358979);
  for (int i = 0; i < 25; ++i) {
    const double at = 4.0 * i;
    scene.Add(cart, RigidTransform(Vector3d(at - 0.9, at, 0.11)), "east" + std::to_string(i));
    scene.Add(cart, RigidTransform(to_north, Vector3d(at, at - 2.04, 0.11)),
              "north" + std::to_string(i));
  }
  const Watched once = Watch(scene, 2200, nullptr);
  EXPECT_EQ(once.counts.joined, 25);
  EXPECT_EQ(once.counts.parted, 25);
  EXPECT_EQ(once.counts.islands, 50);
  EXPECT_EQ(once.counts.late, 0);
  EXPECT_EQ(once.max_together, 2);
  EXPECT_GT(once.quiet_regroups, 1);
  EXPECT_LT(once.regroup_jump.place, 1e-5);
  EXPECT_LT(once.regroup_jump.turn, 1e-4);
  EXPECT_LT(once.gained, 3.0);
  ExpectRepeats(scene, 2200, nullptr, once.hash);
}

TEST_P(IslandsUnderStress, APileUpOfTwentyBoxes) {
  Needs({physics::Capability::kContactReport});
  Scene scene;
  scene.islands = true;
  scene.Floor(0.6);
  const auto box = MakeBody("box", world::Box{Vector3d(0.2, 0.2, 0.2)}, 1.0);
  for (int i = 0; i < 20; ++i) {
    // Four towers of five, with gaps between the boxes: each falls alone at first.
    const Vector3d p(0.36 * (i % 2), 0.36 * (i / 2 % 2), 0.3 + 0.5 * (i / 4));
    scene.Add(box, RigidTransform(QuaternionFromRpy(0.1 * i, 0.05 * i, 0.3 * i), p),
              "box" + std::to_string(i));
  }
  const Watched once = Watch(scene, 1000, nullptr);
  EXPECT_GT(once.counts.joined, 3);
  EXPECT_EQ(once.counts.late, 0);
  EXPECT_GT(once.max_together, 4);
  EXPECT_LT(once.jump.velocity, 6.0);
  EXPECT_LT(once.jump.place, 1e-3);
  EXPECT_LT(once.jump.turn, 5e-3);
  EXPECT_LT(once.regroup_jump.place, 1e-4);
  EXPECT_LT(once.regroup_jump.turn, 1e-3);
  // 20 boxes that fall for a metre or so: 200 J.
  EXPECT_LT(once.gained, 0.05);
  ExpectRepeats(scene, 1000, nullptr, once.hash);
}

TEST_P(IslandsUnderStress, APileUpOfTwentyQuadrupeds) {
  Needs({physics::Capability::kContactReport});
  Scene scene;
  scene.islands = true;
  scene.Floor(0.6);
  const auto dog = LoadRobot("quadruped");
  for (int i = 0; i < 20; ++i) {
    // Two columns of ten, with gaps slightly larger than a box.
    const Vector3d p(1.0 * (i % 2), 0.0, 0.4 + 0.6 * (i / 2));
    scene.Add(dog, RigidTransform(QuaternionFromRpy(0.1 * i, 0.05 * i, 0.6 * i), p),
              "dog" + std::to_string(i));
  }
  const Watched once = Watch(scene, 500, nullptr);
  EXPECT_GT(once.counts.joined, 5);
  EXPECT_EQ(once.counts.late, 0);
  EXPECT_GE(once.max_together, 10);
  EXPECT_LT(once.jump.velocity, 9.0);
  EXPECT_LT(once.jump.place, 5e-3);
  EXPECT_LT(once.jump.turn, 3e-2);
  EXPECT_LT(once.regroup_jump.place, 1e-4);
  EXPECT_LT(once.regroup_jump.turn, 1e-4);
  EXPECT_LT(once.gained, 0.5);  // of some 7 kJ
  EXPECT_EQ(Watch(scene, 500, nullptr).hash, once.hash);
}

TEST_P(IslandsUnderStress, ABallIsKickedFromOneIslandToAnother) {
  Needs({physics::Capability::kContactReport});
  Scene scene;
  scene.islands = true;
  scene.Floor(0.5, 0.0, 0.0);
  world::Surface lively;
  lively.restitution = 0.8;
  const auto wall = MakeBody("block", world::Box{Vector3d(0.3, 0.6, 0.4)}, 30.0, lively);
  const auto ball = MakeBody("ball", world::Sphere{0.1}, 0.5, lively);
  scene.Add(wall, RigidTransform(Vector3d(-1.0, 0.0, 0.2)), "left");
  scene.Add(wall, RigidTransform(Vector3d(1.0, 0.0, 0.2)), "right");
  scene.Add(ball, RigidTransform(Vector3d(-0.73, 0.0, 0.1)), "ball");
  for (const double step : {0.001, 0.005, 0.01}) {
    SCOPED_TRACE(step);
    // 2 Ns on 0.5 kg.
    const auto kick = [&](int now, sim::Simulation* simulation) {
      if (now > 0) return;
      EXPECT_EQ(simulation->machine().island_counts().islands, 2)
          << "the ball is beside the left block";
      sim::LinkWrench push;
      push.link = "ball::link";
      push.steps = step < 0.002 ? 5 : 1;
      push.F_L_W.force.x() = 2.0 / (static_cast<double>(push.steps) * step);
      Must(simulation->Apply(push));
    };
    const int steps = static_cast<int>(1.5 / step);
    const Watched once = Watch(scene, steps, kick, step);
    EXPECT_GE(once.counts.joined, 1);
    EXPECT_GE(once.counts.parted, 2);
    EXPECT_EQ(once.counts.late, 0);
    EXPECT_LT(once.jump.velocity, 8.0);
    EXPECT_LT(once.jump.place, 1e-4);
    EXPECT_LT(once.jump.turn, 2e-4);
    EXPECT_LT(once.regroup_jump.place, 1e-12);
    EXPECT_LT(once.regroup_jump.turn, 1e-12);
    EXPECT_LT(once.gained, 4.0);  // what the kick gives is 4 J
    EXPECT_EQ(Watch(scene, steps, kick, step).hash, once.hash);
  }
}

TEST_P(IslandsUnderStress, WhatIsHitIsSeenInTime) {
  Needs({physics::Capability::kContactReport});
  // A ram hits one end of a light rod at rest; in front of its other end is a block, far enough to
  // be separate. With steps of 10 ms, the rod moves by more than the gap in one step.
  world::Surface lively;
  lively.mu = lively.mu2 = 0.0;
  lively.restitution = 0.9;
  Scene scene;
  scene.islands = true;
  scene.Floor(0.0);
  const auto heavy = MakeBody("heavy", world::Box{Vector3d(0.3, 0.3, 0.3)}, 30.0, lively);
  const auto rod = MakeBody("rod", world::Box{Vector3d(1.5, 0.1, 0.1)}, 0.5, lively);
  scene.Add(heavy, RigidTransform(Vector3d(-2.5, 0.0, 0.15)), "ram");
  scene.Add(rod, RigidTransform(Vector3d(0.0, 0.0, 0.05)), "rod");
  scene.Add(heavy, RigidTransform(Vector3d(0.75 + 0.12 + 0.15, 0.0, 0.15)), "block");
  for (const double step : {0.001, 0.005, 0.01}) {
    SCOPED_TRACE(step);
    auto simulation = Run(scene, step);
    EXPECT_EQ(simulation->machine().island_counts().islands, 3);
    Scene together = scene;
    together.islands = false;
    auto one = Run(together, step);
    for (sim::Simulation* run : {simulation.get(), one.get()}) {
      sim::Teleport teleport;
      teleport.model = "ram";
      teleport.X_WM = PoseOf(*run, "ram::link");
      teleport.V_WM_W.v = Vector3d(8.0, 0.0, 0.0);
      Must(run->Apply(teleport));
    }
    while (VelocityOf(*simulation, "block::link").v.x() < 0.05) {
      Must(simulation->Step());
      Must(one->Step());
      ASSERT_LT(ToSeconds(simulation->time_ns()), 1.0) << "the rod does not reach the block";
    }
    EXPECT_EQ(simulation->machine().island_counts().late, 0);
    EXPECT_EQ(simulation->machine().island_counts().largest, 3);
    for (const char* model : {"ram", "rod", "block"}) {
      const Difference apart = DifferenceOf(*simulation, *one, model);
      EXPECT_LT(apart.place, 1e-6) << model;
      EXPECT_LT(apart.velocity, 1e-4) << model;
    }
  }
}

}  // namespace
}  // namespace surefoot::conformance
