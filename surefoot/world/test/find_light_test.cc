#include "surefoot/world/light/find_light.h"

#include <gmock/gmock.h>

#include <initializer_list>

namespace surefoot::world {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A model whose links have these lights.
ModelInstance Lit(const std::string& name,
                  std::initializer_list<std::pair<const char*, const char*>> lights) {
  auto model = std::make_shared<Model>();
  for (const auto& [link, light] : lights) {
    if (model->FindLink(link) < 0) {
      model->links.emplace_back();
      model->links.back().name = link;
    }
    Light one;
    one.name = light;
    model->links.back().lights.push_back(one);
  }
  return ModelInstance{name, RigidTransform(), model};
}

WorldSpec LitWorld() {
  WorldSpec spec;
  spec.lights.resize(2);
  spec.lights[0].name = "sun";
  spec.lights[1].name = "lamp";
  spec.models.push_back(Lit("car", {{"left", "beam"}, {"right", "beam"}, {"right", "blinker"}}));
  spec.models.push_back(Lit("bike", {{"bar", "beam"}}));
  return spec;
}

TEST(FindLight, NamesDistinguishLights) {
  EXPECT_THAT(LightNames(LitWorld()),
              ElementsAre("sun", "lamp", "car::left::beam", "car::right::beam", "car::blinker",
                          "bike::beam"));
}

TEST(FindLight, FindsEachByItsName) {
  const WorldSpec spec = LitWorld();
  for (const std::string& name : LightNames(spec)) {
    const Result<LightPlace> place = FindLight(spec, name);
    ASSERT_TRUE(place.ok()) << place.error().message;
    const std::string& own = LightAt(spec, *place).name;
    EXPECT_EQ(name.substr(name.size() - own.size()), own);
  }
  const Result<LightPlace> right = FindLight(spec, "car::right::beam");
  EXPECT_EQ(right->model, 0);
  EXPECT_EQ(right->link, 1);
  EXPECT_EQ(right->light, 0);
  EXPECT_EQ(FindLight(spec, "bike::bar::beam")->model, 1);
  EXPECT_EQ(FindLight(spec, "blinker")->light, 1) << "the only light with this name";
  EXPECT_EQ(FindLight(spec, "sun")->model, -1);
}

TEST(FindLight, SaysWhichThereAre) {
  for (const char* wrong : {"beam", "car::beam", "car::middle::beam", "moon", ""}) {
    const Result<LightPlace> place = FindLight(LitWorld(), wrong);
    ASSERT_FALSE(place.ok()) << wrong;
    EXPECT_THAT(place.error().message, HasSubstr("lights: sun, lamp, car::left::beam"));
  }
  EXPECT_THAT(FindLight(WorldSpec(), "lamp").error().message, HasSubstr("lights: none"));
}

}  // namespace
}  // namespace surefoot::world
