/// <surefoot:sun> in pictures of `surefoot render`.

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/render/test/picture.h"
#include "surefoot/world/test/box_shadow.h"
#include "surefoot/world/test/markup.h"

namespace surefoot::render {
namespace {

const Vector3d kLow(-0.5, -0.5, 0.0);
const Vector3d kHigh(0.5, 0.5, 1.0);

std::shared_ptr<const world::World> BoxWorld(const std::string& sun) {
  world::Visual floor = Colored(world::Box{Vector3d(40, 40, 0.2)}, Vector3d::Constant(0.5));
  floor.X_LG.p.z() = -0.1;
  world::Visual box = Colored(world::Box{kHigh - kLow}, Vector3d(0.9, 0.1, 0.1));
  box.X_LG.p.z() = 0.5;
  world::WorldSpec spec = SpecWith({floor, box});
  spec.extensions.push_back(world::test::ParseMarkup(sun));
  spec.extensions.push_back(world::test::ParseMarkup("<surefoot:sky kind=\"dark\"/>"));
  return world::MakeWorld(spec, nullptr).value();
}

struct Floor {
  int lit = 0;
  int dark = 0;
  int between = 0;
  int wrong = 0;
};

/// Without an atmosphere, a level floor in shadow is black.
Floor Look(const std::string& sun, const Vector3d& to_sun) {
  const auto world = BoxWorld(sun);
  RenderOptions options;
  options.width = options.height = 300;
  options.from_W = Vector3d(0.0, -6.0, 6.0);
  options.at_W = Vector3d::Zero();
  options.supersample = 1;
  options.threads = 1;
  RenderInfo info;
  const Image image = Render(*world, Poses(*world), options, &info).value();
  const Camera& camera = info.camera;
  Floor floor;
  for (int y = 0; y < 300; ++y) {
    for (int x = 0; x < 300; ++x) {
      const Vector3d way = camera.X_WC.q * Vector3d(camera.PixelAngle() * (x + 0.5 - 150.0),
                                                    camera.PixelAngle() * (y + 0.5 - 150.0), 1.0);
      const Vector3d p = camera.X_WC.p - way * (camera.X_WC.p.z() / way.z());
      if (world::test::StayInBox(camera.X_WC.p, way, kLow, kHigh) > -0.01) continue;
      const double stay = world::test::StayInBox(p, to_sun, kLow, kHigh);
      if (std::abs(stay) < 0.01 || p.head<2>().norm() > 10.0) continue;
      const Eigen::Vector3i pixel = PixelAt(image, (x + 0.5) / 300.0, (y + 0.5) / 300.0);
      const bool is_lit = pixel.x() > 60;
      ++(is_lit ? floor.lit : floor.dark);
      floor.between += pixel.x() > 3 && !is_lit ? 1 : 0;
      floor.wrong += is_lit != (stay < 0.0) ? 1 : 0;
    }
  }
  return floor;
}

constexpr double kPi = 3.14159265358979323846;

TEST(SunTest, HardShadowsLieWhereTheFormulaSays) {
  const double azimuth = 70.0 * kPi / 180.0, elevation = 30.0 * kPi / 180.0;
  const Vector3d to_sun(std::sin(azimuth) * std::cos(elevation),
                        std::cos(azimuth) * std::cos(elevation), std::sin(elevation));
  const Floor hard = Look("<surefoot:sun azimuth_deg=\"70\" elevation_deg=\"30\"/>", to_sun);
  EXPECT_GT(hard.lit, 30000);
  EXPECT_GT(hard.dark, 1000);
  EXPECT_EQ(hard.between, 0);
  EXPECT_EQ(hard.wrong, 0);
  // Soft shadows have an edge that is neither.
  const Floor soft =
      Look("<surefoot:sun azimuth_deg=\"70\" elevation_deg=\"30\" shadows=\"soft\"/>", to_sun);
  EXPECT_GT(soft.between, 50);
}

TEST(SunTest, TheSkyHasItsColour) {
  const auto world = BoxWorld("<surefoot:sun azimuth_deg=\"70\" elevation_deg=\"30\"/>");
  RenderOptions options = SmallPicture();
  options.from_W = Vector3d(0, 0, 2);
  options.at_W = Vector3d(10, 0, 5);
  EXPECT_EQ(PixelAt(Draw(world, options), 0.5, 0.1), Eigen::Vector3i(0, 0, 0));
  world::WorldSpec mars = world->spec();
  mars.extensions.back() = world::test::ParseMarkup("<surefoot:sky kind=\"mars\"/>");
  const Eigen::Vector3i sky =
      PixelAt(Draw(world::MakeWorld(mars, nullptr).value(), options), 0.5, 0.1);
  EXPECT_GT(sky.x(), sky.y() + 15);
  EXPECT_GT(sky.y(), sky.z() + 15);
}

}  // namespace
}  // namespace surefoot::render
