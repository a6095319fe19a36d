#include "surefoot/render/lights.h"

#include <gtest/gtest.h>

namespace surefoot::render {
namespace {

world::Light MakeLight(const std::string& type, std::vector<world::Element> children) {
  world::Light light;
  light.type = type;
  light.element.children = std::move(children);
  return light;
}

world::Element Text(const std::string& name, const std::string& text) {
  world::Element element;
  element.name = name;
  element.text = text;
  return element;
}

std::vector<LightSource> Lights(std::vector<world::Light> lights) {
  world::WorldSpec spec;
  spec.lights = std::move(lights);
  for (std::size_t i = 0; i < spec.lights.size(); ++i) {
    spec.lights[i].name = "light" + std::to_string(i);
  }
  return LightsOf(*world::MakeWorld(spec, nullptr).value(), {});
}

TEST(LightsTest, AWorldWithoutLightsHasASun) {
  const auto lights = Lights({});
  ASSERT_EQ(lights.size(), 1u);
  EXPECT_EQ(lights[0].kind, LightSource::Kind::kDirectional);
  EXPECT_LT(lights[0].direction_W.z(), -0.3);
}

TEST(LightsTest, TheSunComesFirstAndIsAsTheWorldSays) {
  const auto lights = Lights(
      {MakeLight("point", {}),
       MakeLight("directional", {Text("direction", "0 -1 -1"), Text("diffuse", "1 .5 0 1")})});
  ASSERT_EQ(lights.size(), 2u);
  EXPECT_NEAR((lights[0].direction_W - Vector3d(0, -1, -1).normalized()).norm(), 0.0, 1e-12);
  EXPECT_EQ(lights[0].color, Vector3d(1.0, 0.5, 0.0));
  EXPECT_EQ(lights[1].kind, LightSource::Kind::kPoint);
}

TEST(LightsTest, NumbersWithoutSenseAreLeftOut) {
  const auto lights = Lights({MakeLight("directional", {Text("direction", "0 0 1")}),
                              MakeLight("directional", {Text("diffuse", "0 0 0 1")}),
                              MakeLight("directional", {Text("direction", "x nan 1e999")})});
  ASSERT_EQ(lights.size(), 1u);
  EXPECT_LT(lights[0].direction_W.z(), -0.3);
}

TEST(LightsTest, ManySunsAreNoBrighterThanOne) {
  const auto lights = Lights({MakeLight("directional", {Text("diffuse", "1 1 1 1")}),
                              MakeLight("directional", {Text("diffuse", "1 1 1 1")})});
  ASSERT_EQ(lights.size(), 2u);
  EXPECT_NEAR(lights[0].color.x() + lights[1].color.x(), 1.0, 1e-12);
}

TEST(LightsTest, ALampFadesWithDistanceAndASpotHasACone) {
  world::Element attenuation;
  attenuation.name = "attenuation";
  attenuation.children = {Text("range", "100"), Text("constant", "0"), Text("linear", "0"),
                          Text("quadratic", "1")};
  world::Element spot;
  spot.name = "spot";
  spot.children = {Text("inner_angle", "0.4"), Text("outer_angle", "0.8")};
  const auto lights = Lights({MakeLight("spot", {attenuation, spot, Text("diffuse", "1 1 1 1")})});
  ASSERT_EQ(lights.size(), 2u);
  const LightSource& lamp = lights[1];
  EXPECT_NEAR(lamp.ColorAt(Vector3d(0, 0, -2)).x(), 0.25, 1e-9);
  EXPECT_NEAR(lamp.ColorAt(Vector3d(0, 0, -4)).x(), 0.0625, 1e-9);
  EXPECT_EQ(lamp.ColorAt(Vector3d(0, 4, -4)).x(), 0.0);
  EXPECT_EQ(lamp.ColorAt(Vector3d(0, 0, -101)).x(), 0.0);
}

}  // namespace
}  // namespace surefoot::render
