#include "surefoot/evaluation/gap/verdict/state_changes.h"

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/evaluation/gap/test/u_turn.h"

namespace surefoot::gap {
namespace {

std::vector<std::vector<StateChange>> ChangesOfAll(const std::vector<Trace>& runs) {
  std::vector<std::vector<StateChange>> all;
  for (const Trace& run : runs) all.push_back(ChangesOf(UTurnTimes(), run, {}));
  return all;
}

TEST(StateChanges, OfAUTurnAreTwoTurnsAtKnownTimes) {
  UTurn exact;
  exact.speed_deviation = exact.drift_deviation = exact.turn_deviation = 0.0;
  exact.detection_deviation = exact.tracker_deviation = exact.drift = 0.0;
  // Two turns with a short pause between them look like one long turn.
  exact.leg = 0.2;
  const auto changes = ChangesOfAll(MakeUTurns(exact, 1, 1)).front();
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_EQ(changes[0].what, "turn right");
  EXPECT_EQ(changes[1].what, "turn right");
  // 0.4 m at 0.23 m/s and half of the turn; then the leg and another turn.
  const double first = 0.40 / 0.23 + 0.175;
  EXPECT_NEAR(changes[0].t, first, 0.1);
  EXPECT_NEAR(changes[1].t, first + 0.35 + 0.2 / 0.23, 0.1);
}

TEST(StateChanges, StartsAndStops) {
  Trace trace{"run", {{}, {}}};
  std::vector<double> times;
  for (int k = 0; k <= 100; ++k) {
    const double t = 0.05 * k;
    times.push_back(t);
    // Stands for 1 s, drives for 2 s, stands.
    trace.values[0].push_back(0.2 * std::min(std::max(0.0, t - 1.0), 2.0));
    trace.values[1].push_back(0.0);
  }
  const auto changes = ChangesOf(times, trace, {});
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_EQ(changes[0].what, "start");
  EXPECT_NEAR(changes[0].t, 1.0, 0.25);
  EXPECT_EQ(changes[1].what, "stop");
  EXPECT_NEAR(changes[1].t, 3.0, 0.25);
}

/// With a given heading, turns on the spot are detected when they happen.
TEST(StateChanges, TurnsOnTheSpotNeedAHeading) {
  Trace trace{"run", {{}, {}}};
  std::vector<double> times, heading;
  for (int k = 0; k <= 100; ++k) {
    times.push_back(0.05 * k);
    trace.values[0].push_back(0.0);
    trace.values[1].push_back(0.0);
    heading.push_back(
        std::remainder(3.0 + std::min(std::max(0.0, times.back() - 2.0), 1.0), 6.283185307));
  }
  const auto changes = ChangesOf(times, trace, heading);
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].what, "turn left");
  EXPECT_NEAR(changes[0].t, 2.5, 0.06);
}

TEST(StateChanges, DetectionsOfARange) {
  const std::vector<double> times = {0.0, 0.1, 0.2, 0.3, 0.4, 0.9, 1.0};
  const auto changes = DetectionsOf(times, {0.5, 0.09, 0.5, 0.08, 0.5, 0.5, 0.05}, 0.1);
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_EQ(changes[0].t, 0.1);
  EXPECT_EQ(changes[1].t, 1.0);
}

using Sequence = std::vector<StateChange>;

TEST(StateChanges, MatchingReportsMissedExtraAndLate) {
  const Sequence usual = {{1.0, "turn right"}, {2.0, "turn right"}, {3.0, "stop"}};
  const std::vector<Sequence> real(10, usual);
  std::vector<Sequence> simulated(6, {{1.4, "turn right"}, {2.0, "turn right"}, {3.0, "stop"}});
  // Two runs lack the second turn, two turn left before they stop.
  simulated.insert(simulated.end(), 2, {{1.4, "turn right"}, {3.0, "stop"}});
  simulated.insert(simulated.end(), 2,
                   {{1.4, "turn right"}, {2.0, "turn right"}, {2.5, "turn left"}, {3.0, "stop"}});
  const auto reports = CompareStateChanges(real, simulated);
  ASSERT_EQ(reports.size(), 3u);
  EXPECT_EQ(reports[0].real_share, 1.0);
  EXPECT_EQ(reports[0].simulated_share, 1.0);
  EXPECT_NEAR(reports[0].difference, 0.4, 1e-12);
  EXPECT_GT(reports[0].difference_low, 0.0);
  EXPECT_NEAR(reports[1].simulated_share, 0.8, 1e-12);
  EXPECT_NEAR(reports[1].difference, 0.0, 1e-12);
  EXPECT_NEAR(reports[2].extra, 0.2, 1e-12);
  EXPECT_EQ(reports[1].extra, 0.0);
}

TEST(StateChanges, ExtraOnesAtTheEndAreReported) {
  const std::vector<Sequence> real(3, {{1.0, "start"}});
  const std::vector<Sequence> simulated(2, {{1.0, "start"}, {2.0, "stop"}, {3.0, "start"}});
  const auto reports = CompareStateChanges(real, simulated);
  ASSERT_EQ(reports.size(), 2u);
  EXPECT_EQ(reports[1].what, "");
  EXPECT_NEAR(reports[1].extra, 2.0, 1e-12);
}

/// A simulator whose robot detects the obstacle 5 cm later turns 5 cm / speed later.
TEST(StateChanges, OfRunsWithALaterDetection) {
  UTurn late;
  late.detection += 0.05;
  UTurn usual;
  usual.leg = late.leg = 0.2;
  const auto reports = CompareStateChanges(ChangesOfAll(MakeUTurns(usual, 25, 1)),
                                           ChangesOfAll(MakeUTurns(late, 25, 2)));
  ASSERT_GE(reports.size(), 2u);
  EXPECT_NEAR(reports[0].difference, 0.05 / 0.23, 0.1);
  EXPECT_GT(reports[0].difference_low, 0.0);
  EXPECT_GT(reports[0].real_share, 0.9);
  EXPECT_GT(reports[1].simulated_share, 0.8);
}

TEST(StateChanges, OfNothingAreNone) {
  EXPECT_TRUE(ChangesOf({}, Trace{}, {}).empty());
  EXPECT_TRUE(CompareStateChanges({}, {}).empty());
  EXPECT_TRUE(CompareStateChanges({{}}, {{}}).empty());
}

}  // namespace
}  // namespace surefoot::gap
