#include "surefoot/autonomy/estimate/rock_finder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "surefoot/base/random.h"

namespace surefoot::estimate {
namespace {

struct Ball {
  Eigen::Vector3d center;
  double radius;
};

/// A LIDAR 1.2 m above the origin of ground that rises by `slope` along x and has ripples, with
/// balls on it. Rays are marched in small steps, independently of the finder's method.
class Yard {
 public:
  Yard(double slope, double ripple) : slope_(slope), ripple_(ripple) {}

  double Ground(double x, double y) const {
    return slope_ * x + ripple_ * std::sin(1.7 * x) * std::cos(1.3 * y);
  }
  void Add(double x, double y, double radius) {
    balls_.push_back({Eigen::Vector3d(x, y, Ground(x, y) + 0.4 * radius), radius});
  }
  /// Expected centre of the outline, and its half width there.
  const Ball& ball(std::size_t i) const { return balls_[i]; }

  std::vector<Eigen::Vector3f> Scan(double noise, std::uint64_t seed) const {
    RandomStream random(seed, "scan");
    std::vector<Eigen::Vector3f> points;
    const double step = 0.4 * M_PI / 180.0;
    for (int i = 0; i < 900; ++i) {
      for (int j = 0; j < 64; ++j) {
        const double azimuth = i * step;
        const double elevation = (-25.0 + 0.5 * j) * M_PI / 180.0;
        const Eigen::Vector3d direction(std::cos(elevation) * std::cos(azimuth),
                                        std::cos(elevation) * std::sin(azimuth),
                                        std::sin(elevation));
        const double range = Cast(direction);
        if (range > 40.0) continue;
        const double measured = range + noise * random.Normal();
        const Eigen::Vector3d p = Eigen::Vector3d(0.0, 0.0, 1.2) + measured * direction;
        points.push_back(p.cast<float>());
      }
    }
    return points;
  }

 private:
  double Cast(const Eigen::Vector3d& direction) const {
    const Eigen::Vector3d eye(0.0, 0.0, 1.2);
    double nearest = std::numeric_limits<double>::infinity();
    for (const Ball& ball : balls_) {
      const Eigen::Vector3d to = ball.center - eye;
      const double along = to.dot(direction);
      const double square = ball.radius * ball.radius - (to.squaredNorm() - along * along);
      if (square > 0.0 && along > 0.0) nearest = std::min(nearest, along - std::sqrt(square));
    }
    const auto below = [&](double t) {
      const Eigen::Vector3d p = eye + t * direction;
      return p.z() < Ground(p.x(), p.y());
    };
    double low = 0.5;
    while (low < std::min(nearest, 45.0) && !below(low + 0.2)) low += 0.2;
    double high = low + 0.2;
    for (int i = 0; i < 12; ++i) (below(0.5 * (low + high)) ? high : low) = 0.5 * (low + high);
    return std::min(nearest, high);
  }

  double slope_;
  double ripple_;
  std::vector<Ball> balls_;
};

TEST(RockFinder, FindsRocksWhereTheyAre) {
  Yard yard(0.15, 0.04);
  const double places[][3] = {{8.0, 1.0, 0.5},   {12.0, -5.0, 0.8}, {-6.0, 7.0, 0.4},
                              {-15.0, 0.3, 1.0}, {3.0, 4.0, 0.3},   {0.5, -10.0, 0.6}};
  for (const auto& p : places) yard.Add(p[0], p[1], p[2]);
  const std::vector<SeenRock> rocks = FindRocks(yard.Scan(0.01, 1));
  ASSERT_EQ(rocks.size(), 6u);
  for (const auto& p : places) {
    const RangeBearing truth = See(Pose2::Zero(), Eigen::Vector2d(p[0], p[1]));
    double nearest = 1e9;
    const SeenRock* best = nullptr;
    for (const SeenRock& rock : rocks) {
      const double off = (Sight(Pose2::Zero(), rock.middle) - Eigen::Vector2d(p[0], p[1])).norm();
      if (off < nearest) {
        nearest = off;
        best = &rock;
      }
    }
    EXPECT_LT(std::abs(WrapAngle(best->middle.bearing - truth.bearing)), 0.005) << p[0];
    EXPECT_LT(std::abs(best->middle.range - truth.range), 0.15) << p[0];
    EXPECT_NEAR(best->radius, p[2], 0.15) << p[0];
  }
}

TEST(RockFinder, SlopesAndRipplesAreNoRocks) {
  for (const double slope : {0.0, 0.2, 0.4}) {
    EXPECT_TRUE(FindRocks(Yard(slope, 0.06).Scan(0.02, 2)).empty()) << slope;
  }
}

TEST(RockFinder, DistinguishesNeighbours) {
  Yard yard(0.0, 0.0);
  yard.Add(8.0, 0.9, 0.4);
  yard.Add(8.0, -0.9, 0.4);
  EXPECT_EQ(FindRocks(yard.Scan(0.01, 3)).size(), 2u);
}

TEST(RockFinder, BehindTheVehicleThereIsNoSeam) {
  Yard yard(0.0, 0.0);
  yard.Add(-7.0, 0.0, 0.5);
  const auto rocks = FindRocks(yard.Scan(0.01, 4));
  ASSERT_EQ(rocks.size(), 1u);
  EXPECT_NEAR(std::abs(rocks[0].middle.bearing), M_PI, 0.005);
}

TEST(RockFinder, BadPointsAreLeftOut) {
  const float nan = std::nanf("");
  const float inf = std::numeric_limits<float>::infinity();
  EXPECT_TRUE(FindRocks({{nan, 0.0F, 0.0F}, {inf, 1.0F, 1.0F}, {0.0F, 0.0F, 0.0F}}).empty());
  EXPECT_TRUE(FindRocks({}).empty());
}

}  // namespace
}  // namespace surefoot::estimate
