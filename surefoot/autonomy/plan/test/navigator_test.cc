#include "surefoot/autonomy/plan/navigator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "surefoot/autonomy/estimate/planar.h"
#include "surefoot/base/random.h"

namespace surefoot::plan {
namespace {

using Eigen::Vector2d;
using estimate::Pose2;

constexpr double kTick = 5.0;

HazardMap EmptyMap() {
  HazardRules rules;
  rules.min_clearance = 1.2;
  rules.preferred_clearance = 2.5;
  return HazardMap(Grid{Vector2d(-20.0, -20.0), 0.5, 200, 200}, rules);
}

std::vector<Rock> RandomRocks(std::uint64_t seed, const Vector2d& target, int count) {
  RandomStream random(seed, "rocks");
  std::vector<Rock> rocks;
  while (static_cast<int>(rocks.size()) < count) {
    const Rock rock{{random.Uniform(-15.0, 75.0), random.Uniform(-15.0, 75.0)},
                    random.Uniform(0.2, 1.0)};
    if (rock.center.norm() > 4.0 && (rock.center - target).norm() > 4.0) rocks.push_back(rock);
  }
  return rocks;
}

struct Drive {
  Pose2 pose = Pose2::Zero();
  double way = 0.0;
  double time = 0.0;
  double clearance = 1e9;
  std::string phase;
};

/// Drives a point that turns and moves as commanded. It detects rocks within `sight` metres, at
/// positions that are wrong by `error` metres.
Drive DriveTo(Navigator* navigator, const std::vector<Rock>& rocks, double sight,
              double error = 0.0) {
  Drive drive;
  RandomStream random(3, "sight");
  for (int i = 0; i < 20000; ++i) {
    std::vector<Rock> seen;
    for (const Rock& rock : rocks) {
      const double distance = (rock.center - drive.pose.head<2>()).norm();
      drive.clearance = std::min(drive.clearance, distance - rock.radius);
      if (distance > sight) continue;
      seen.push_back(rock);
      seen.back().center += error * Vector2d(random.Normal(), random.Normal());
    }
    navigator->See(seen);
    const NavigatorCommand command = navigator->Step(drive.pose);
    drive.phase = command.phase;
    if (command.phase == "arrived" || command.phase == "stuck") return drive;
    drive.pose = estimate::Moved(drive.pose, {command.speed * kTick, command.turn * kTick});
    drive.way += command.speed * kTick;
    drive.time += kTick;
  }
  return drive;
}

TEST(Navigator, ReachesTheTargetAmongRocksThatItKnows) {
  NavigatorRules rules;
  rules.target = Vector2d(60.0, 60.0);
  const std::vector<Rock> rocks = RandomRocks(1, rules.target, 60);
  Navigator navigator(EmptyMap(), rules, nullptr);
  navigator.Know(rocks);
  const Drive drive = DriveTo(&navigator, rocks, 0.0);
  EXPECT_EQ(drive.phase, "arrived");
  EXPECT_LT((drive.pose.head<2>() - rules.target).norm(), rules.goal_tolerance);
  // Half a cell's diagonal, and corners that the path cuts.
  EXPECT_GT(drive.clearance, 1.2 - 0.36 - 0.3);
  EXPECT_LT(drive.way, 1.15 * rules.target.norm());
  EXPECT_EQ(navigator.plans(), 1);
}

TEST(Navigator, FindsRocksOnTheWayAndPlansAgain) {
  int plans = 0;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    NavigatorRules rules;
    rules.target = Vector2d(60.0, 60.0);
    const std::vector<Rock> rocks = RandomRocks(seed, rules.target, 60);
    Navigator navigator(EmptyMap(), rules, nullptr);
    const Drive drive = DriveTo(&navigator, rocks, 10.0, 0.05);
    EXPECT_EQ(drive.phase, "arrived") << seed;
    EXPECT_GT(drive.clearance, 0.4) << seed;
    plans += navigator.plans();
    EXPECT_LT(drive.way, 1.3 * rules.target.norm()) << seed;
    EXPECT_LT(navigator.rocks(), rocks.size() + 3) << seed;
  }
  // Not every straight line meets a rock.
  EXPECT_GE(plans, 8 + 4);
}

/// The speed law: v = v_c d / 20, so the last 20 m take (20 / v_c) ln(20 / goal_tolerance).
TEST(Navigator, SlowsDownInProportionToTheDistance) {
  NavigatorRules rules;
  rules.target = Vector2d(40.0, 0.0);
  rules.goal_tolerance = 0.5;
  Navigator navigator(EmptyMap(), rules, nullptr);
  const Drive drive = DriveTo(&navigator, {}, 0.0);
  EXPECT_EQ(drive.phase, "arrived");
  const double expected = 20.0 / rules.speed * (1.0 + std::log(20.0 / 0.5));
  EXPECT_NEAR(drive.time, expected, 0.01 * expected);
}

TEST(Navigator, TurnsOnTheSpotWhenTheWayIsBehind) {
  NavigatorRules rules;
  rules.target = Vector2d(-15.0, 0.0);
  Navigator navigator(EmptyMap(), rules, nullptr);
  const NavigatorCommand command = navigator.Step(Pose2(0.0, 0.0, 0.1));
  EXPECT_EQ(command.speed, 0.0);
  EXPECT_NE(command.turn, 0.0);
  EXPECT_EQ(DriveTo(&navigator, {}, 0.0).phase, "arrived");
}

TEST(Navigator, SaysSoWhenThereIsNoWay) {
  NavigatorRules rules;
  rules.target = Vector2d(500.0, 0.0);
  Navigator navigator(EmptyMap(), rules, nullptr);
  EXPECT_EQ(navigator.Step(Pose2::Zero()).phase, "stuck");
  EXPECT_NE(navigator.problem().find("outside the map"), std::string::npos);
}

/// Enclosed by rocks that touch each other; an unknown rock beside it does not block it.
TEST(Navigator, LeavesAPlaceThatIsTooNear) {
  NavigatorRules rules;
  rules.target = Vector2d(20.0, 0.0);
  Navigator navigator(EmptyMap(), rules, nullptr);
  navigator.See({{Vector2d(0.9, 0.0), 0.4}});
  EXPECT_EQ(DriveTo(&navigator, {}, 0.0).phase, "arrived");
}

TEST(RockMap, RocksThatAreSeenAgainAreTheSame) {
  RockMap map;
  RandomStream random(5, "sightings");
  for (int i = 0; i < 200; ++i) {
    map.See({Vector2d(5.0 + 0.05 * random.Normal(), 5.0 + 0.05 * random.Normal()), 0.4});
    map.See({Vector2d(8.0, 5.0 + 0.05 * random.Normal()), 0.4});
  }
  ASSERT_EQ(map.size(), 2u);
  EXPECT_LT((map.rocks()[0].center - Vector2d(5.0, 5.0)).norm(), 0.1);
}

}  // namespace
}  // namespace surefoot::plan
