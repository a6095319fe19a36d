#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/autonomy/plan/fixed_steering.h"
#include "surefoot/ground/test/soil_wheel_cases.h"

namespace surefoot::plan {
namespace {

using Phase = FixedSteering::Phase;

constexpr double kDegree = M_PI / 180.0;

FixedSteeringPlan StudyPlan() {
  FixedSteeringPlan plan;
  plan.target = Eigen::Vector2d(100.0, 350.0);
  plan.first_heading = 95.0 * kDegree;
  plan.first_length = 150.0;
  plan.turn_steering = -4.0 * kDegree;
  return plan;
}

TEST(Approach, SteersToTheTargetAndSlowsDown) {
  const ApproachRule rule;
  const Eigen::Vector2d target(10.0, 0.0);
  EXPECT_NEAR(Approach(rule, {0.0, 0.0, 0.0}, target).steering, 0.0, 1e-12);
  EXPECT_NEAR(Approach(rule, {0.0, 0.0, 0.0}, target).speed, 0.5, 1e-12);
  EXPECT_NEAR(Approach(rule, {0.0, 0.0, 0.1}, target).steering, -0.1, 1e-12);
  EXPECT_NEAR(Approach(rule, {0.0, 0.0, 3.0}, target).steering, -10.0 * kDegree, 1e-12);
  // The shorter rotation.
  EXPECT_GT(Approach(rule, {20.0, 0.0, 3.1}, target).steering, 0.0);
  EXPECT_LT(Approach(rule, {20.0, 0.0, -3.1}, target).steering, 0.0);
  EXPECT_EQ(Approach(rule, {-500.0, 0.0, 0.0}, target).speed, 1.0);
}

TEST(FixedSteering, GoesFromPhaseToPhase) {
  FixedSteering strategy(StudyPlan());
  strategy.Decide({0.0, 149.0, 95.0 * kDegree}, 149.0);
  EXPECT_EQ(strategy.phase(), Phase::kFollow);
  EXPECT_NEAR(strategy.Command({0.0, 149.0, 90.0 * kDegree}).steering, 5.0 * kDegree, 1e-12);
  strategy.Decide({0.0, 150.0, 95.0 * kDegree}, 150.1);
  EXPECT_EQ(strategy.phase(), Phase::kTurn);
  EXPECT_NEAR(strategy.Command({0.0, 150.0, 95.0 * kDegree}).steering, -4.0 * kDegree, 1e-12);
  // The target is at 63.4 deg from (0, 150).
  strategy.Decide({0.0, 150.0, 64.0 * kDegree}, 151.0);
  EXPECT_EQ(strategy.phase(), Phase::kTurn);
  strategy.Decide({0.0, 150.0, 63.0 * kDegree}, 152.0);
  EXPECT_EQ(strategy.phase(), Phase::kBearing);
  EXPECT_NEAR(strategy.Command({50.0, 200.0, 63.0 * kDegree}).steering,
              std::atan2(200.0, 100.0) - 63.0 * kDegree, 1e-9)
      << "the bearing at the switch, not the one of now";
  strategy.Decide({100.0, 331.0, 1.6}, 300.0);
  EXPECT_EQ(strategy.phase(), Phase::kApproach);
  strategy.Decide({100.0, 349.9, 1.6}, 320.0);
  EXPECT_EQ(strategy.phase(), Phase::kArrived);
  EXPECT_EQ(strategy.Command({100.0, 349.9, 1.6}).speed, 0.0);
}

// Against an integration of the equations of motion by another program, whose speed is 0.16 %
// higher: it ends at (99.889, 349.810) after 40 260 s and 380.69 m; phases end at 13 500, 14 580
// and 32 460 s.
TEST(Traverse, IsTheReferenceDrive) {
  const auto drive =
      rover::LevelDrive::Make({}, ground::StudySoil(ground::kCloddy), 10.0 * kDegree).value();
  const auto points = DriveTraverse(drive, StudyPlan(), {});
  double ends[3] = {};
  for (const TraversePoint& point : points) {
    if (point.phase <= Phase::kBearing) ends[static_cast<int>(point.phase)] = point.state.time;
  }
  EXPECT_NEAR(ends[0], 13500.0, 61.0);
  EXPECT_NEAR(ends[1], 14580.0, 61.0);
  EXPECT_NEAR(ends[2], 32460.0, 121.0);
  const TraversePoint& end = points.back();
  EXPECT_LT((end.pose().head<2>() - StudyPlan().target).norm(), 0.23);
  EXPECT_GT((end.pose().head<2>() - StudyPlan().target).norm(), 0.2);
  EXPECT_NEAR(end.state.speed, 1.270e-4, 0.05e-4);
  EXPECT_NEAR(end.state.time, 40260.0, 181.0);
  EXPECT_NEAR(end.state.way, 380.69, 0.7);
}

TEST(Traverse, EndsWhenTimeIsUp) {
  const auto drive =
      rover::LevelDrive::Make({}, ground::StudySoil(ground::kCloddy), 10.0 * kDegree).value();
  TraverseRun run;
  run.max_time = 600.0;
  const auto points = DriveTraverse(drive, StudyPlan(), run);
  EXPECT_EQ(points.back().state.time, 600.0);
  EXPECT_EQ(points.size(), 61u);
}

TEST(RockField, FollowsItsRule) {
  RockFieldRule rule;
  const std::vector<Eigen::Vector2d> path = {{0.0, 0.0}, {-10.0, 150.0}, {100.0, 350.0}};
  RandomStream random(7, "rocks");
  const auto rocks = MakeRockField(rule, path, &random).value();
  ASSERT_EQ(rocks.size(), 70u);
  for (std::size_t i = 0; i < rocks.size(); ++i) {
    const Rock& rock = rocks[i];
    EXPECT_GE(rock.radius, rule.min_radius);
    EXPECT_LT(rock.radius, rule.max_radius);
    if (i < 3) {
      EXPECT_LT(DistanceFromPath({{0.0, 0.0}, {100.0, 350.0}}, rock.center), 3.0);
      continue;
    }
    EXPECT_GE(DistanceFromPath(path, rock.center), 4.0);
    EXPECT_GE(rock.center.norm(), 8.0);
    EXPECT_GE((rock.center - rule.target).norm(), 8.0);
    EXPECT_TRUE((rock.center.array() >= rule.low.array()).all());
    EXPECT_TRUE((rock.center.array() <= rule.high.array()).all());
  }
  const Clearance clearance = ClearanceOf(path, {rocks.begin() + 3, rocks.end()});
  EXPECT_GE(clearance.middle, 4.0);
  EXPECT_LT(clearance.border, clearance.middle);
  RandomStream again(7, "rocks");
  EXPECT_EQ(MakeRockField(rule, path, &again).value()[50].center, rocks[50].center);
}

TEST(RockField, SaysWhenThereIsNoRoom) {
  RockFieldRule rule;
  rule.low = Eigen::Vector2d(-1.0, -1.0);
  rule.high = Eigen::Vector2d(1.0, 1.0);
  RandomStream random(1, "rocks");
  EXPECT_FALSE(MakeRockField(rule, {}, &random).ok());
}

TEST(RockField, DistanceFromAPath) {
  EXPECT_NEAR(DistanceFromPath({{0.0, 0.0}, {10.0, 0.0}}, {5.0, 3.0}), 3.0, 1e-12);
  EXPECT_NEAR(DistanceFromPath({{0.0, 0.0}, {10.0, 0.0}}, {13.0, 4.0}), 5.0, 1e-12);
  EXPECT_NEAR(DistanceFromPath({{2.0, 1.0}}, {2.0, 4.0}), 3.0, 1e-12);
  EXPECT_TRUE(std::isinf(DistanceFromPath({}, {2.0, 4.0})));
}

}  // namespace
}  // namespace surefoot::plan
