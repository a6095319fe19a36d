#include "surefoot/autonomy/navigate/localizer.h"

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/base/random.h"

namespace surefoot::navigate {
namespace {

using Eigen::Vector2d;
using estimate::Pose2;

/// A vehicle on a circle of 15 m radius among rocks; its wheels slip by 4 %, its gyroscope drifts.
struct Drive {
  double odometry_error = 0.0;
  double localizer_error = 0.0;
  int landmarks = 0;
};

Drive DriveRound(Localization how, std::uint64_t seed) {
  RandomStream random(seed, "drive");
  std::vector<Vector2d> rocks;
  for (int i = 0; i < 40; ++i) {
    rocks.emplace_back(random.Uniform(-25.0, 25.0), random.Uniform(-10.0, 40.0));
  }
  const Pose2 start = Pose2::Zero();
  Localizer localizer(how, Errors(), start);
  Pose2 truth = start;
  Pose2 reckoned = start;
  for (int i = 0; i < 3000; ++i) {
    const estimate::Increment way{0.05, 0.05 / 15.0};
    truth = estimate::Moved(truth, way);
    const estimate::Increment received{1.04 * way.distance, way.turn + 5e-4 * random.Normal()};
    reckoned = estimate::Moved(reckoned, received);
    localizer.Move(received);
    if (i % 20 != 0) continue;
    std::vector<estimate::SeenRock> seen;
    for (const Vector2d& rock : rocks) {
      estimate::SeenRock one;
      one.middle = estimate::See(truth, rock);
      if (one.middle.range > 20.0) continue;
      one.middle.range += 0.1 * random.Normal();
      one.middle.bearing += 0.004 * random.Normal();
      one.radius = 0.4;
      seen.push_back(one);
    }
    localizer.Look(seen);
  }
  return {(reckoned - truth).head<2>().norm(), (localizer.pose() - truth).head<2>().norm(),
          localizer.landmarks()};
}

TEST(Localizer, DeadReckoningIsWhatWheelsAndGyroscopeSay) {
  const Drive drive = DriveRound(Localization::kOdometry, 1);
  EXPECT_NEAR(drive.localizer_error, drive.odometry_error, 0.05);
  EXPECT_EQ(drive.landmarks, 0);
}

TEST(Localizer, RocksKeepItWhereItIs) {
  double reckoned = 0.0, found = 0.0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Drive drive = DriveRound(Localization::kSlam, seed);
    reckoned += drive.odometry_error / 10.0;
    found += drive.localizer_error / 10.0;
    EXPECT_LE(drive.landmarks, 44) << seed;
    EXPECT_GE(drive.landmarks, 20) << seed;
  }
  EXPECT_LT(found, 0.35);
  EXPECT_GT(reckoned, 3.0 * found);
}

/// A quarter turn on the spot, then a straight line, which must not be merged into one arc.
TEST(Localizer, TurnsOnTheSpotAreNotCutShort) {
  Localizer localizer(Localization::kOdometry, Errors(), Pose2(1.0, 2.0, 0.0));
  const double quarter = std::acos(0.0);
  for (int i = 0; i < 100; ++i) localizer.Move({0.0, quarter / 100});
  for (int i = 0; i < 100; ++i) localizer.Move({0.01, 0.0});
  localizer.Look({});
  EXPECT_LT((localizer.pose() - Pose2(1.0, 3.0, quarter)).norm(), 1e-6);
}

}  // namespace
}  // namespace surefoot::navigate
