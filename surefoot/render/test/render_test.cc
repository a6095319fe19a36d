#include "surefoot/render/render.h"

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/render/test/picture.h"

namespace surefoot::render {
namespace {

constexpr double kPi = 3.14159265358979323846;

TEST(RenderTest, ARedBoxIsRedInTheMiddle) {
  const Image image = Draw(WorldWith({Colored(world::Box{Vector3d::Ones()}, Vector3d(1, 0, 0))}));
  const Eigen::Vector3i middle = PixelAt(image, 0.5, 0.5);
  EXPECT_GT(middle.x(), 100);
  EXPECT_LT(middle.y(), 0.25 * middle.x());
  EXPECT_LT(middle.z(), 0.25 * middle.x());
}

TEST(RenderTest, ASphereCoversTheAreaOfItsSilhouette) {
  world::Visual sphere = Colored(world::Sphere{0.7}, Vector3d(1, 0, 0));
  sphere.material->emissive = Eigen::Vector4d(1.0, 0.0, 0.0, 1.0);
  RenderOptions options = SmallPicture();
  options.transparent = true;
  options.from_W = Vector3d(4.0, 0.0, 0.0);
  options.at_W = Vector3d::Zero();
  options.supersample = 4;
  const Image image = Draw(WorldWith({sphere}), options);
  double area = 0.0;
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) area += image.rgba[i] / 255.0;
  // The cone tangent to the sphere intersects the picture plane at distance 1 in a circle.
  const double radius = 0.7 / std::sqrt(4.0 * 4.0 - 0.7 * 0.7);
  const double pixel = 2.0 * std::tan(0.5 * options.fov) / options.height;
  EXPECT_NEAR(area * pixel * pixel / (kPi * radius * radius), 1.0, 0.003);
}

TEST(RenderTest, UpIsUpAndLeftIsLeft) {
  // Seen from the front, y is to the right; z is up.
  RenderOptions options = SmallPicture();
  options.view = View::kFront;
  const auto small_at = [](const Vector3d& p, const Vector3d& color) {
    world::Visual visual = Colored(world::Box{Vector3d::Constant(0.5)}, color);
    visual.X_LG.p = p;
    return visual;
  };
  const auto world = WorldWith({small_at(Vector3d(0, 1, 0), Vector3d(1, 0, 0)),
                                small_at(Vector3d(0, -1, 0), Vector3d(0, 1, 0)),
                                small_at(Vector3d(0, 0, 1), Vector3d(0, 0, 1))});
  const Image image = Draw(world, options);
  const Eigen::Vector2d red = MiddleOf(image, 0);
  const Eigen::Vector2d green = MiddleOf(image, 1);
  const Eigen::Vector2d blue = MiddleOf(image, 2);
  EXPECT_GT(red.x(), green.x() + 0.3);
  EXPECT_NEAR(red.y(), green.y(), 0.02);
  EXPECT_LT(blue.y(), red.y() - 0.2);
  EXPECT_NEAR(blue.x(), 0.5 * (red.x() + green.x()), 0.02);
}

TEST(RenderTest, FromAboveXIsRightAndYIsUp) {
  RenderOptions options = SmallPicture();
  options.view = View::kTop;
  world::Visual right = Colored(world::Sphere{0.3}, Vector3d(1, 0, 0));
  right.X_LG.p = Vector3d(1, 0, 0);
  world::Visual up = Colored(world::Sphere{0.3}, Vector3d(0, 1, 0));
  up.X_LG.p = Vector3d(0, 1, 0);
  const Image image = Draw(WorldWith({right, up}), options);
  EXPECT_GT(MiddleOf(image, 0).x(), MiddleOf(image, 1).x() + 0.2);
  EXPECT_GT(MiddleOf(image, 0).y(), MiddleOf(image, 1).y() + 0.2);
}

TEST(RenderTest, ABoxShadesTheFloor) {
  world::Visual floor = Colored(world::Plane{}, Vector3d(0.8, 0.8, 0.8));
  world::Visual box = Colored(world::Box{Vector3d(1, 1, 0.2)}, Vector3d(0.8, 0.8, 0.8));
  box.X_LG.p.z() = 1.5;
  auto spec = SpecWith({floor, box});
  world::Light sun;
  sun.name = "sun";
  sun.type = "directional";
  sun.element.children.push_back(world::Element{"direction", "0 0 -1", {}, {}, {}});
  spec.lights.push_back(sun);
  const auto world = world::MakeWorld(spec, nullptr).value();
  RenderOptions options = SmallPicture();
  options.from_W = Vector3d(3.0, 0.0, 0.5);
  options.at_W = Vector3d(0.0, 0.0, 0.0);
  RenderInfo info;
  const Image image = Render(*world, Poses(*world), options, &info).value();
  const auto brightness_at = [&](const Vector3d& p_W) {
    const Eigen::Vector2d pixel = *info.camera.Project(p_W);
    return PixelAt(image, pixel.x() / image.width, pixel.y() / image.height).sum();
  };
  const int shaded = brightness_at(Vector3d(0.3, 0.3, 0.0));
  const int lit = brightness_at(Vector3d(0.3, 0.9, 0.0));
  EXPECT_LT(shaded, 0.85 * lit);
  EXPECT_GT(shaded, 0.3 * lit);
}

TEST(RenderTest, WhatIsTransparentLetsTheRestThrough) {
  world::Visual wall = Colored(world::Box{Vector3d(0.1, 1, 1)}, Vector3d(0, 0, 1));
  wall.X_LG.p.x() = 1.0;
  world::Visual behind = Colored(world::Box{Vector3d(0.1, 1, 1)}, Vector3d(1, 0, 0));
  RenderOptions options = SmallPicture();
  options.view = View::kFront;
  const Eigen::Vector3i solid = PixelAt(Draw(WorldWith({wall, behind}), options), 0.5, 0.5);
  EXPECT_LT(solid.x(), 60);
  wall.transparency = 0.8;
  const Eigen::Vector3i glass = PixelAt(Draw(WorldWith({wall, behind}), options), 0.5, 0.5);
  EXPECT_GT(glass.x(), 150);
  EXPECT_GT(glass.z(), 40);
  wall.transparency = 1.0;
  const Eigen::Vector3i nothing = PixelAt(Draw(WorldWith({wall, behind}), options), 0.5, 0.5);
  EXPECT_LT(nothing.z(), 80);
}

TEST(RenderTest, AnyNumberOfThreadsGivesTheSamePicture) {
  RenderOptions options = SmallPicture();
  options.width = 200;
  options.frames = true;
  const auto world = WorldWith({Colored(world::Plane{}, Vector3d(0.5, 0.6, 0.7)),
                                Colored(world::Capsule{0.3, 0.5}, Vector3d(0.9, 0.5, 0.1))});
  options.threads = 1;
  const Image one = Draw(world, options);
  options.threads = 3;
  EXPECT_EQ(one.rgba, Draw(world, options).rgba);
}

TEST(RenderTest, AModelWithoutVisualsShowsItsCollisions) {
  auto spec = SpecWith({Colored(world::Sphere{0.5}, Vector3d(1, 1, 1))});
  auto model = std::make_shared<world::Model>(*spec.models[0].model);
  model->links[0].collisions.emplace_back().name = "collision";
  model->links[0].collisions[0].geometry = world::Sphere{0.5};
  model->links[0].visuals.clear();
  spec.models[0].model = model;
  const auto world = world::MakeWorld(spec, nullptr).value();
  RenderOptions options = SmallPicture();
  options.transparent = true;
  RenderInfo info;
  const Image image = Render(*world, Poses(*world), options, &info).value();
  EXPECT_EQ(info.collision_models, std::vector<std::string>{"model"});
  EXPECT_EQ(image.rgba[4 * (60 * 120 + 60) + 3], 255);
  EXPECT_EQ(image.rgba[3], 0);
}

TEST(RenderTest, FramesAreDrawnOverTheBody) {
  RenderOptions options = SmallPicture();
  options.width = options.height = 300;
  options.frames = true;
  const auto world = WorldWith({Colored(world::Box{Vector3d::Ones()}, Vector3d(0.5, 0.5, 0.5))});
  const Image image = Draw(world, options);
  int strong[3] = {0, 0, 0};
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      const Eigen::Vector3i pixel =
          PixelAt(image, (x + 0.5) / image.width, (y + 0.5) / image.height);
      Eigen::Index largest = 0;
      const int value = pixel.maxCoeff(&largest);
      // More than both others together: neither the grey body nor the sky has such a colour.
      if (value > pixel.sum() - value) ++strong[largest];
    }
  }
  for (const int count : strong) EXPECT_GT(count, 20);
}

TEST(RenderTest, InvalidRequestsAreRefused) {
  const auto world = WorldWith({Colored(world::Box{}, Vector3d(1, 0, 0))});
  const auto refused = [&](auto change) {
    RenderOptions options = SmallPicture();
    change(&options);
    RenderInfo info;
    return !Render(*world, Poses(*world), options, &info).ok();
  };
  EXPECT_FALSE(refused([](RenderOptions*) {}));
  EXPECT_TRUE(refused([](RenderOptions* options) { options->width = 0; }));
  EXPECT_TRUE(refused([](RenderOptions* options) { options->height = 8193; }));
  EXPECT_TRUE(refused([](RenderOptions* options) { options->supersample = 0; }));
  EXPECT_TRUE(refused([](RenderOptions* options) { options->fov = 4.0; }));
  EXPECT_TRUE(refused([](RenderOptions* options) { options->model = "nobody"; }));
  EXPECT_TRUE(refused(
      [](RenderOptions* options) { options->from_W = options->at_W = Vector3d(1.0, 2.0, 3.0); }));
}

}  // namespace
}  // namespace surefoot::render
