#include "surefoot/evaluation/studies/rover/rock_scene.h"

#include <gtest/gtest.h>

#include <cmath>

namespace surefoot::studies {
namespace {

TEST(RockScene, FindsRocksWhereTheyAre) {
  const std::vector<plan::Rock> rocks = {
      {{12.0, 3.0}, 0.6}, {{-20.0, 15.0}, 0.9}, {{5.0, -25.0}, 0.7}};
  const auto scene = RockScene::Make(rocks, {}, 4);
  ASSERT_TRUE(scene.ok()) << scene.error().message;
  const estimate::Pose2 pose(1.0, 2.0, 0.7);
  RandomStream random(1, "scan");
  const auto seen = scene->Scan(pose, &random);
  ASSERT_EQ(seen.size(), 3u);
  for (const plan::Rock& rock : rocks) {
    double nearest = 1e9;
    double radius = 0.0;
    for (const estimate::SeenRock& one : seen) {
      const double distance = (estimate::Sight(pose, one.middle) - rock.center).norm();
      if (distance < nearest) radius = one.radius;
      nearest = std::min(nearest, distance);
    }
    EXPECT_LT(nearest, 0.3);
    EXPECT_NEAR(radius, rock.radius, 0.25);
  }
}

TEST(RockScene, FarRocksAreNotSeen) {
  const auto scene = RockScene::Make({{{70.0, 0.0}, 0.9}}, {}, 4);
  RandomStream random(1, "scan");
  EXPECT_TRUE(scene->Scan(estimate::Pose2::Zero(), &random).empty());
}

}  // namespace
}  // namespace surefoot::studies
