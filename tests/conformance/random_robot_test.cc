// Random robots from fixed seeds. For more of them, run random_robots --seeds 1000 --engine NAME.

#include "tests/conformance/engine_test_case.h"
#include "tests/scene/random_trial.h"

namespace surefoot::conformance {
namespace {

class RandomRobots : public ConformanceTest {};
SUREFOOT_ALL_ENGINES(RandomRobots);

/// Differences between engines below this value are rounding errors and do not shrink further.
constexpr double kFloor = 2e-5;

TEST_P(RandomRobots, FreeMotionConvergesToTheSameLimit) {
  const std::string reference = EngineNames().front();
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const FreeTrial trial = RunFreeTrial(engine(), reference, seed);
    ASSERT_EQ(trial.trouble, "") << "seed " << seed;
    EXPECT_LT(trial.speed, 5.0) << "seed " << seed;
    EXPECT_TRUE(Small("random.limit", trial.limit_difference)) << "seed " << seed;
    EXPECT_TRUE(Small("random.difference_ratio", trial.DifferenceRatio(kFloor)))
        << "seed " << seed << ": " << trial.difference[0] << " " << trial.difference[1] << " "
        << trial.difference[2];
    EXPECT_TRUE(Small("random.change_ratio", trial.ChangeRatio(kFloor))) << "seed " << seed;
  }
}

TEST_P(RandomRobots, DrivenRobotsFallWithoutTrouble) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const RoughTrial trial = RunRoughTrial(engine(), seed);
    ASSERT_EQ(trial.trouble, "") << "seed " << seed;
    EXPECT_TRUE(Small("random.energy_gain", trial.energy_gain)) << "seed " << seed;
    EXPECT_TRUE(trial.repeats) << "seed " << seed;
  }
}

}  // namespace
}  // namespace surefoot::conformance
