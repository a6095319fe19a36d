// Many islands that are joined and parted all the time: nothing jumps, no energy comes from
// nowhere, and the run repeats bit for bit.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "tests/scene/crowd.h"
#include "tests/scene/engine_test.h"

namespace surefoot::conformance {
namespace {

class IslandsUnderStress : public EngineTest {
 protected:
  /// What is looked at in every step.
  struct Watched {
    std::uint64_t hash = 0;
    double most_jump = 0.0;
    double most_velocity_change = 0.0;
    /// Most energy above that at the start: what bounces gives back what it took.
    double gained = 0.0;
    islands::IslandCounts counts;
    int most_together = 0;
  };

  Watched Watch(const Scene& scene, int steps, const std::function<void(sim::Simulation*)>& start) {
    auto simulation = Run(scene);
    if (start) start(simulation.get());
    Watched watched;
    JumpWatch watch(*simulation);
    const double first = EnergyOf(*simulation);
    for (int i = 0; i < steps; ++i) {
      Must(simulation->Step());
      const Jump jump = watch.Look(*simulation);
      watched.most_jump = std::max(watched.most_jump, jump.place);
      watched.most_velocity_change = std::max(watched.most_velocity_change, jump.velocity);
      watched.gained = std::max(watched.gained, EnergyOf(*simulation) - first);
      watched.most_together = std::max(watched.most_together, simulation->island_counts().largest);
    }
    watched.hash = simulation->hash();
    watched.counts = simulation->island_counts();
    return watched;
  }
};

SUREFOOT_ALL_ENGINES(IslandsUnderStress);

TEST_P(IslandsUnderStress, FiftyCrossEachOthersPaths) {
  Needs({physics::Capability::kContactReport});
  // Pucks that slide on a floor without friction, on a ring, all towards its middle.
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
  const auto push = [this](sim::Simulation* simulation) {
    for (int i = 0; i < 50; ++i) {
      const std::string name = "puck" + std::to_string(i);
      sim::Teleport teleport;
      teleport.model = name;
      teleport.X_WM = PoseOf(*simulation, name + "::link");
      const Vector3d p = teleport.X_WM.p;
      // Past the middle, by 0.3 m.
      teleport.V_WM_W.v =
          3.0 * Vector3d(-p.x() - 0.1 * p.y(), -p.y() + 0.1 * p.x(), 0.0) / p.norm();
      Must(simulation->Apply(teleport));
    }
  };
  const Watched once = Watch(scene, 1600, push);
  EXPECT_GT(once.counts.joined, 20);
  EXPECT_GT(once.counts.parted, 5);
  EXPECT_GT(once.most_together, 5);
  // They meet with 6 m/s at most, and have 225 J all in all.
  EXPECT_LT(once.most_velocity_change, 7.0);
  EXPECT_LT(once.most_jump, 2e-3);
  EXPECT_LT(once.gained, 1.0);
  EXPECT_EQ(Watch(scene, 1600, push).hash, once.hash);
}

TEST_P(IslandsUnderStress, APileUpOfTwentyBoxes) {
  Needs({physics::Capability::kContactReport});
  Scene scene;
  scene.islands = true;
  scene.Floor(0.6);
  const auto box = MakeBody("box", world::Box{Vector3d(0.2, 0.2, 0.2)}, 1.0);
  for (int i = 0; i < 20; ++i) {
    // Four towers of five, with room between the boxes: each falls alone at first.
    const Vector3d p(0.36 * (i % 2), 0.36 * (i / 2 % 2), 0.3 + 0.5 * (i / 4));
    scene.Add(box, RigidTransform(QuaternionFromRpy(0.1 * i, 0.05 * i, 0.3 * i), p),
              "box" + std::to_string(i));
  }
  const Watched once = Watch(scene, 1000, nullptr);
  EXPECT_GT(once.counts.joined, 3);
  EXPECT_GT(once.most_together, 4);
  EXPECT_LT(once.most_velocity_change, 8.0);
  EXPECT_LT(once.most_jump, 5e-3);
  // 20 boxes that fall for a metre or so: 200 J. Not more is gained than in one instance.
  Scene one = scene;
  one.islands = false;
  EXPECT_LT(once.gained, Watch(one, 1000, nullptr).gained + 0.5);
  EXPECT_EQ(Watch(scene, 1000, nullptr).hash, once.hash);
}

TEST_P(IslandsUnderStress, ABallGoesFromOneIslandToAnother) {
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
  const auto kick = [this](sim::Simulation* simulation) {
    EXPECT_EQ(simulation->island_counts().islands, 2) << "the ball stands beside the left block";
    sim::Teleport teleport;
    teleport.model = "ball";
    teleport.X_WM = PoseOf(*simulation, "ball::link");
    teleport.V_WM_W.v = Vector3d(4.0, 0.0, 0.0);
    Must(simulation->Apply(teleport));
  };
  const Watched once = Watch(scene, 1500, kick);
  EXPECT_GE(once.counts.joined, 1);
  EXPECT_GE(once.counts.parted, 2);
  EXPECT_LT(once.most_velocity_change, 8.0);
  EXPECT_LT(once.most_jump, 2e-3);
  EXPECT_LT(once.gained, 0.1);  // of 4 J
  EXPECT_EQ(Watch(scene, 1500, kick).hash, once.hash);
}

}  // namespace
}  // namespace surefoot::conformance
