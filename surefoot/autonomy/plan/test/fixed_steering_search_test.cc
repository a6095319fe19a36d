#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/autonomy/plan/fixed_steering.h"
#include "surefoot/autonomy/plan/rock_field.h"

namespace surefoot::plan {
namespace {

/// Each segment continues in the direction of the one before, except for the curvature of arcs.
void ExpectSmooth(const SteeringRoute& route, double radius) {
  for (std::size_t i = 2; i < route.points.size(); ++i) {
    const Eigen::Vector2d a = route.points[i - 1] - route.points[i - 2];
    const Eigen::Vector2d b = route.points[i] - route.points[i - 1];
    if (a.norm() < 1e-9 || b.norm() < 1e-9) continue;
    const double bend = std::atan2(a.x() * b.y() - a.y() * b.x(), a.dot(b));
    EXPECT_LT(std::abs(bend), 2.1 / radius);
    EXPECT_GE(bend * route.side, -1e-9);
  }
}

TEST(SteeringRoute, IsALineATurnAndALine) {
  SteeringSearch search;
  const Eigen::Vector2d target(100.0, 350.0);
  for (const int side : {1, -1}) {
    for (const double heading : {0.9, 1.3, 1.66}) {
      const auto route = RouteOf(search, target, heading, 80.0, side);
      if (!route) continue;
      ExpectSmooth(*route, search.radius);
      double sum = 0.0;
      for (std::size_t i = 1; i < route->points.size(); ++i) {
        sum += (route->points[i] - route->points[i - 1]).norm();
      }
      EXPECT_NEAR(route->length, sum, 0.2);
      EXPECT_EQ(route->points.back(), target);
    }
  }
  // A target straight ahead.
  const auto straight = RouteOf(search, {0.0, 100.0}, M_PI / 2.0, 30.0, 1);
  ASSERT_TRUE(straight);
  EXPECT_NEAR(straight->length, 100.0, 1e-6);
  EXPECT_FALSE(RouteOf(search, {20.0, 0.0}, 0.0, 20.0, 1)) << "no part of a circle leads back";
}

TEST(SteeringSearch, GoesRoundRocks) {
  SteeringSearch search;
  const Eigen::Vector2d target(0.0, 200.0);
  const auto free = FindSteeringRoute(search, target, {});
  ASSERT_TRUE(free.ok());
  EXPECT_NEAR(free->length, 200.0, 1e-6);
  const std::vector<Rock> rocks = {{{0.0, 100.0}, 1.0}, {{8.0, 60.0}, 1.0}};
  const auto route = FindSteeringRoute(search, target, rocks);
  ASSERT_TRUE(route.ok());
  EXPECT_GE(ClearanceOf(route->points, rocks).border, 3.0);
  EXPECT_GT(route->length, 200.0);
  EXPECT_LT(route->length, 205.0);
}

TEST(SteeringSearch, SaysWhenThereIsNoWay) {
  std::vector<Rock> wall;
  for (double x = -300.0; x < 300.0; x += 2.0) wall.push_back({{x, 100.0}, 1.0});
  EXPECT_FALSE(FindSteeringRoute({}, {0.0, 200.0}, wall).ok());
}

}  // namespace
}  // namespace surefoot::plan
