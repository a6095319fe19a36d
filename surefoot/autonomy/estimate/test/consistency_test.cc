// Consistency of the filter on a long path among landmarks, over many runs: errors agree with its
// covariance. The bands are those of an independent implementation on the same task.

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <vector>

#include "surefoot/autonomy/estimate/ekf_slam.h"
#include "surefoot/autonomy/estimate/planar.h"
#include "surefoot/base/random.h"

namespace surefoot::estimate {
namespace {

constexpr double kDegree = M_PI / 180.0;
constexpr int kSeeds = 50;
constexpr double kMaxRange = 80.0;

/// 100 m east and 350 m north in steps of 60 s: straight, a bend to the right, straight again.
std::vector<Increment> Way() {
  std::vector<Increment> way;
  Pose2 pose(0.0, 0.0, 95.0 * kDegree);
  const double step = 40.0 / 60.0;
  double driven = 0.0;
  const auto drive = [&](double turn) {
    way.push_back({step, turn});
    pose = Moved(pose, way.back());
    driven += step;
  };
  while (driven < 150.0) drive(0.0);
  const Eigen::Vector2d target(100.0, 350.0);
  while (See(pose, target).bearing < 0.0) drive(-2.0 * kDegree);
  while (See(pose, target).range > 0.5 * step) drive(See(pose, target).bearing);
  return way;
}

std::vector<Eigen::Vector2d> Rocks() {
  RandomStream random(7, "rocks");
  std::vector<Eigen::Vector2d> rocks;
  while (rocks.size() < 70) {
    rocks.emplace_back(random.Uniform(-60.0, 200.0), random.Uniform(-40.0, 400.0));
  }
  return rocks;
}

struct Outcome {
  double odometry_error = 0.0;
  double slam_error = 0.0;
  double nis = 0.0;
  double nees = 0.0;
};

Outcome Drive(std::uint64_t seed, double scale, const Eigen::Matrix3d& P0) {
  const IncrementNoise odometry{0.03 * scale, 0.8 * kDegree * scale, 0.0};
  const RangeBearingNoise lidar{0.02 * scale, 0.3 * kDegree * scale};
  static const std::vector<Increment> way = Way();
  static const std::vector<Eigen::Vector2d> rocks = Rocks();
  RandomStream noise(seed, "odometry");
  RandomStream eyes(seed, "lidar");
  Pose2 truth(0.0, 0.0, 95.0 * kDegree);
  PlanarBelief reckoned{truth, P0};
  EkfSlam slam(truth, P0);
  std::map<int, int> known;
  Outcome outcome;
  int updates = 0;
  for (const Increment& increment : way) {
    truth = Moved(truth, increment);
    const Increment measured{increment.distance + odometry.distance * noise.Normal(),
                             increment.turn + odometry.turn * noise.Normal()};
    reckoned.Predict(measured, odometry);
    slam.Predict(measured, odometry);
    std::vector<int> visible;
    for (int j = 0; j < static_cast<int>(rocks.size()); ++j) {
      if (See(truth, rocks[static_cast<std::size_t>(j)]).range < kMaxRange) visible.push_back(j);
    }
    if (!visible.empty()) {
      const auto pick = static_cast<std::size_t>(eyes.Uniform() * double(visible.size()));
      const int j = visible[pick];
      RangeBearing z = See(truth, rocks[static_cast<std::size_t>(j)]);
      z.range += lidar.range * eyes.Normal();
      z.bearing += lidar.bearing * eyes.Normal();
      if (known.count(j) == 0) {
        known[j] = slam.Insert(z, lidar);
      } else {
        outcome.nis += slam.Update(known[j], z, lidar).nis;
        ++updates;
      }
    }
    Eigen::Vector3d e = slam.pose() - truth;
    e[2] = WrapAngle(e[2]);
    outcome.nees += SquaredMahalanobis<3>(e, slam.pose_covariance());
  }
  outcome.odometry_error = (reckoned.pose - truth).head<2>().norm();
  outcome.slam_error = (slam.pose() - truth).head<2>().norm();
  outcome.nis /= updates;
  outcome.nees /= static_cast<double>(way.size());
  return outcome;
}

Outcome MeanOf(double scale, const Eigen::Matrix3d& P0, double* better) {
  Outcome mean;
  *better = 0.0;
  for (int seed = 0; seed < kSeeds; ++seed) {
    const Outcome one = Drive(static_cast<std::uint64_t>(seed), scale, P0);
    mean.odometry_error += one.odometry_error / kSeeds;
    mean.slam_error += one.slam_error / kSeeds;
    mean.nis += one.nis / kSeeds;
    mean.nees += one.nees / kSeeds;
    *better += one.slam_error < one.odometry_error ? 1.0 / kSeeds : 0.0;
  }
  return mean;
}

TEST(Consistency, ErrorsAreAsLargeAsTheFilterSays) {
  const Eigen::Matrix3d P0 = Eigen::Vector3d(1e-6, 1e-6, std::pow(0.001 * kDegree, 2)).asDiagonal();
  double better = 0.0;
  const Outcome mean = MeanOf(0.1, P0, &better);
  EXPECT_GT(mean.nis, 1.90);
  EXPECT_LT(mean.nis, 2.10);
  EXPECT_GT(mean.nees, 2.5);
  EXPECT_LT(mean.nees, 4.0);
}

TEST(Consistency, LandmarksKeepTheErrorSmall) {
  const Eigen::Matrix3d P0 = Eigen::Vector3d(25.0, 25.0, std::pow(0.001 * kDegree, 2)).asDiagonal();
  double better = 0.0;
  const Outcome mean = MeanOf(1.0, P0, &better);
  EXPECT_GT(mean.nis, 1.90);
  EXPECT_LT(mean.nis, 2.10);
  EXPECT_GT(mean.odometry_error, 40.0);
  EXPECT_LT(mean.odometry_error, 75.0);
  EXPECT_GT(mean.slam_error, 4.5);
  EXPECT_LT(mean.slam_error, 9.0);
  EXPECT_GT(mean.odometry_error / mean.slam_error, 5.5);
  EXPECT_LT(mean.odometry_error / mean.slam_error, 12.0);
  EXPECT_GE(better, 0.8);
}

}  // namespace
}  // namespace surefoot::estimate
