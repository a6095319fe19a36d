#include "surefoot/evaluation/recordings/pose_track.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace surefoot::gap {
namespace {

TEST(WheelSpeeds, AreStraightBetweenSamplesAndHeldOutside) {
  const WheelSpeeds wheels{{1.0, 2.0, 4.0}, {0.0, 2.0, 0.0}, {1.0, 1.0, 5.0}};
  EXPECT_EQ(wheels.At(0.0).right, 1.0);
  EXPECT_EQ(wheels.At(1.25).left, 0.5);
  EXPECT_EQ(wheels.At(2.0).left, 2.0);
  EXPECT_EQ(wheels.At(3.0).left, 1.0);
  EXPECT_EQ(wheels.At(3.0).right, 3.0);
  EXPECT_EQ(wheels.At(9.0).right, 5.0);
  // Two samples with the same time: the later one counts.
  const WheelSpeeds twice{{0.0, 1.0, 1.0, 2.0}, {0.0, 0.0, 8.0, 8.0}, {0.0, 0.0, 0.0, 0.0}};
  EXPECT_EQ(twice.At(1.0).left, 8.0);
}

TEST(PoseTrack, RelativePosesTurnBack) {
  const PlanarPose X_WA{1.0, 2.0, std::numbers::pi / 2};
  const PlanarPose X_WB{1.0, 5.0, 3.0 * std::numbers::pi};
  const PlanarPose X_AB = RelativeTo(X_WA, X_WB);
  EXPECT_NEAR(X_AB.x, 3.0, 1e-12);
  EXPECT_NEAR(X_AB.y, 0.0, 1e-12);
  EXPECT_NEAR(X_AB.yaw, 2.5 * std::numbers::pi, 1e-12);
  const PlanarPose X_WP = Ahead(X_WA, 0.5);
  EXPECT_NEAR(X_WP.x, 1.0, 1e-12);
  EXPECT_NEAR(X_WP.y, 2.5, 1e-12);
}

TEST(PoseTrack, CountsTurns) {
  constexpr double kTurn = 2.0 * std::numbers::pi;
  EXPECT_NEAR(NearestTurn(-3.0, 3.1), kTurn - 3.0, 1e-12);
  EXPECT_NEAR(NearestTurn(3.0, -9.5), 3.0 - 2.0 * kTurn, 1e-12);
  EXPECT_NEAR(NearestTurn(0.5, 0.4), 0.5, 1e-12);
}

TEST(PoseTrack, IsStraightBetweenPoses) {
  const PoseTrack track{-1.0, 0.5, {{0, 0, 0}, {1, 2, 3}, {3, 2, 1}}};
  EXPECT_EQ(track.end(), 0.0);
  EXPECT_EQ(track.At(-2.0).x, 0.0);
  EXPECT_EQ(track.At(-0.75).y, 1.0);
  EXPECT_EQ(track.At(-0.25).x, 2.0);
  EXPECT_EQ(track.At(5.0).yaw, 1.0);
}

TEST(IdealTrack, DrivesArcsInClosedForm) {
  // Left wheels at 2 rad/s, right at 4: v = 0.3 m/s, w = 0.2 * 1 / 0.5 = 0.4 rad/s.
  const WheelSpeeds wheels{{0.0}, {2.0}, {4.0}};
  const PoseTrack track = IdealTrack(wheels, {0.1, 0.5}, -1.0, 4.0);
  EXPECT_EQ(track.start, -1.0);
  EXPECT_NEAR(track.end(), 4.0, 1e-9);
  const PlanarPose end = track.At(4.0);
  const double radius = 0.3 / 0.4, angle = 0.4 * 5.0;
  EXPECT_NEAR(end.x, radius * std::sin(angle), 1e-9);
  EXPECT_NEAR(end.y, radius * (1.0 - std::cos(angle)), 1e-9);
  EXPECT_NEAR(end.yaw, angle, 1e-9);
}

TEST(IdealTrack, IntegratesChangingSpeeds) {
  // Speeds that rise from 0 to 10 rad/s in 2 s: 10 rad of wheel, 1 m.
  const WheelSpeeds wheels{{0.0, 2.0}, {0.0, 10.0}, {0.0, 10.0}};
  const PoseTrack track = IdealTrack(wheels, {0.1, 0.5}, 0.0, 2.0);
  EXPECT_NEAR(track.At(2.0).x, 1.0, 1e-9);
  EXPECT_NEAR(track.At(1.0).x, 0.25, 1e-9);
}

}  // namespace
}  // namespace surefoot::gap
