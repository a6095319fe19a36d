#include "surefoot/render/camera.h"

#include <gtest/gtest.h>

#include <random>

namespace surefoot::render {
namespace {

TEST(CameraTest, AllPointsAreInThePictureAndTwoOppositeSidesAreTouched) {
  std::mt19937 random(9);
  std::normal_distribution<double> any;
  for (int trial = 0; trial < 50; ++trial) {
    Camera camera;
    camera.width = 640;
    camera.height = trial % 2 == 0 ? 480 : 900;
    camera.X_WC.q = LookAlong(Vector3d(any(random), any(random), any(random)));
    std::vector<Vector3d> points;
    for (int i = 0; i < 30; ++i) points.emplace_back(2.0 * any(random), any(random), any(random));
    FitPoints(points, &camera);
    Eigen::AlignedBox2d seen;
    for (const Vector3d& point : points) {
      const auto pixel = camera.Project(point);
      ASSERT_TRUE(pixel.has_value());
      seen.extend(*pixel);
    }
    const double margin_x = std::min(seen.min().x(), camera.width - seen.max().x()) / camera.width;
    const double margin_y =
        std::min(seen.min().y(), camera.height - seen.max().y()) / camera.height;
    EXPECT_NEAR(std::min(margin_x, margin_y), 0.1, 1e-6);
    // In the limiting direction, both sides have the same margin.
    const Eigen::Vector2d middle = seen.center();
    const double off = margin_x < margin_y ? middle.x() / camera.width : middle.y() / camera.height;
    EXPECT_NEAR(off, 0.5, 1e-6);
  }
}

TEST(CameraTest, UpIsUp) {
  Camera camera;
  camera.X_WC = RigidTransform(LookAlong(Vector3d(-1.0, -0.5, -0.2)), Vector3d(5.0, 2.5, 1.0));
  const auto low = camera.Project(Vector3d::Zero());
  const auto high = camera.Project(Vector3d(0.0, 0.0, 0.5));
  ASSERT_TRUE(low && high);
  EXPECT_NEAR(low->x(), high->x(), 1e-9);
  EXPECT_LT(high->y(), low->y());
  EXPECT_FALSE(camera.Project(Vector3d(10.0, 5.0, 2.0)).has_value());
}

TEST(CameraTest, NamesOfViews) {
  EXPECT_EQ(ViewFromName("top"), View::kTop);
  EXPECT_FALSE(ViewFromName("Top").has_value());
}

}  // namespace
}  // namespace surefoot::render
