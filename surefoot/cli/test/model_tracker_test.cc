#include <gtest/gtest.h>

#include "surefoot/builtin/builtin.h"
#include "surefoot/cli/commands/run_summary.h"
#include "surefoot/cli/test/test_world.h"

namespace surefoot::cli {
namespace {

std::unique_ptr<sim::Simulation> MakeSimulation(std::shared_ptr<const world::World> world) {
  sim::SimulationOptions options;
  options.engine = *BuiltinParts().engines.Find("mujoco");
  options.step = 0.001;
  return sim::Simulation::Make(std::move(world), std::move(options)).value();
}

TEST(ModelTracker, FreeFall) {
  const auto simulation = MakeSimulation(test::MakeWorldOf(test::MakeBalls({"ball"}), {"drop"}));
  ModelTracker tracker(*simulation);
  constexpr int kSteps = 1234;  // not a whole number of samples
  for (int i = 0; i < kSteps; ++i) {
    ASSERT_TRUE(simulation->Step().ok());
    tracker.Update(*simulation);
  }
  const std::vector<ModelMotion> motions = tracker.Finish(*simulation);
  ASSERT_EQ(motions.size(), 1u);
  EXPECT_EQ(motions[0].name, "drop");
  EXPECT_EQ(motions[0].link, "ball");
  const double t = 1.234;
  EXPECT_NEAR(motions[0].distance, 0.5 * 9.8 * t * t, 0.01);
  EXPECT_NEAR(motions[0].X_WL.p.z(), -motions[0].distance, 1e-9);
  EXPECT_NEAR(motions[0].V_WL_W.v.norm(), 9.8 * t, 1e-6);
}

TEST(ModelTracker, ThereAndBackIsTwiceTheWay) {
  const auto simulation = MakeSimulation(test::MakeWorldOf(test::MakeBalls({"ball"}), {"drop"}));
  ModelTracker tracker(*simulation);
  for (double gravity : {-2.0, 2.0}) {
    // Down faster and faster for 1 s, on more and more slowly for 1 s: 1 m + 1 m.
    ASSERT_TRUE(simulation->Apply(sim::GravityChange{Vector3d(0.0, 0.0, gravity)}).ok());
    for (int i = 0; i < 1000; ++i) {
      ASSERT_TRUE(simulation->Step().ok());
      tracker.Update(*simulation);
    }
  }
  // Up again the same way.
  for (double gravity : {2.0, -2.0}) {
    ASSERT_TRUE(simulation->Apply(sim::GravityChange{Vector3d(0.0, 0.0, gravity)}).ok());
    for (int i = 0; i < 1000; ++i) {
      ASSERT_TRUE(simulation->Step().ok());
      tracker.Update(*simulation);
    }
  }
  const std::vector<ModelMotion> motions = tracker.Finish(*simulation);
  EXPECT_NEAR(motions[0].distance, 4.0, 0.01);
  EXPECT_NEAR(motions[0].X_WL.p.z(), 0.0, 0.01);
}

TEST(ModelTracker, LeavesOutWhatCannotMoveAndReportsTheFirstMovableLink) {
  const auto hung = test::MakeBalls({"mount", "rod"});
  test::Connect("weld", world::JointType::kFixed, world::kWorldLink, 0, hung.get());
  test::Connect("hinge", world::JointType::kContinuous, 0, 1, hung.get());
  EXPECT_EQ(ModelTracker(*MakeSimulation(test::MakeWorldOf(hung, {"arm"})))
                .Finish(*MakeSimulation(test::MakeWorldOf(hung, {"arm"})))
                .at(0)
                .link,
            "rod");
  const auto fixed = test::MakeBalls({"stone"});
  fixed->is_static = true;
  const auto simulation = MakeSimulation(test::MakeWorldOf(fixed, {"stone"}));
  EXPECT_TRUE(ModelTracker(*simulation).Finish(*simulation).empty());
}

}  // namespace
}  // namespace surefoot::cli
