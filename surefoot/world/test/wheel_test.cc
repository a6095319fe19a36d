#include "surefoot/world/wheels/wheel.h"

#include <gtest/gtest.h>

#include "surefoot/world/test/build_model.h"

namespace surefoot::world {
namespace {

Model FourWheels() {
  Model model = test::MakeRow(5);
  const double y[] = {0.3, 0.3, -0.3, -0.2};
  for (int i = 1; i < 5; ++i) {
    Link& wheel = model.links[static_cast<std::size_t>(i)];
    wheel.X_ML = RigidTransform(QuaternionFromRpy(-1.5707963267948966, 0, 0),
                                Vector3d(0.2 * i, y[i - 1], 0.1));
    wheel.collisions[0].geometry = Cylinder{0.1 * i, 0.05};
    test::Connect(&model, JointType::kContinuous, 0, i);
  }
  return model;
}

TEST(Wheel, RadiusIsThatOfTheRoundShape) {
  Model model = FourWheels();
  EXPECT_DOUBLE_EQ(WheelRadius(model, 2).value(), 0.3);
  Visual ball;
  ball.geometry = Sphere{0.17};
  model.links[4].visuals.push_back(ball);
  EXPECT_DOUBLE_EQ(WheelRadius(model, 3).value(), 0.4);
  model.links[4].collisions[0].geometry = Box{};
  EXPECT_DOUBLE_EQ(WheelRadius(model, 3).value(), 0.17);
  model.links[4].visuals.clear();
  EXPECT_FALSE(WheelRadius(model, 3).has_value());
}

TEST(Wheel, RadiusOfAMeshIsHowFarItReachesFromTheAxle) {
  Model model = FourWheels();
  TriMesh mesh;
  // The joint's axis is z, so only x and y matter.
  mesh.vertices = {Vector3d(0.1, 0.0, 5.0), Vector3d(0.12, 0.16, 0.0), Vector3d(0.0, -0.05, -3.0)};
  mesh.triangles = {{0, 1, 2}};
  Mesh shape;
  shape.mesh = std::make_shared<const TriMesh>(mesh);
  model.links[4].collisions[0].geometry = shape;
  EXPECT_NEAR(WheelRadius(model, 3).value(), 0.2, 1e-12);
  // A round shape is preferred to a mesh.
  model.links[4].collisions.push_back(model.links[4].collisions[0]);
  model.links[4].collisions[1].geometry = Cylinder{0.18, 0.05};
  EXPECT_DOUBLE_EQ(WheelRadius(model, 3).value(), 0.18);
}

TEST(Wheel, TrackIsBetweenTheSides) {
  const Model model = FourWheels();
  EXPECT_NEAR((JointOrigin(model, 1) - Vector3d(0.4, 0.3, 0.1)).norm(), 0.0, 1e-12);
  EXPECT_NEAR(TrackOf(model, {0, 1}, {2, 3}), 0.55, 1e-12);
  EXPECT_NEAR(TrackOf(model, {2, 3}, {0, 1}), 0.55, 1e-12);
}

}  // namespace
}  // namespace surefoot::world
