/// Which part computes the contacts of a World's wheels.

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "surefoot/world/test/build_model.h"
#include "surefoot/world/test/markup.h"
#include "surefoot/world/world.h"

namespace surefoot::world {
namespace {

/// A unicycle "cart" (links base, wheel), a static "floor" of two shapes, and a "box".
struct Scene {
  Scene() {
    cart.name = "cart";
    cart.links.push_back(test::MakeLink("base", 5.0));
    cart.links[0].X_ML = RigidTransform(Vector3d(0, 0, 1.5));
    cart.links.push_back(test::MakeLink("wheel"));
    cart.links[1].X_ML =
        RigidTransform(QuaternionFromRpy(-1.5707963267948966, 0, 0), Vector3d(0, 0, 0.5));
    cart.links[1].collisions[0].geometry = Cylinder{0.5, 0.1};
    cart.links[1].collisions[0].surface.mu = 0.6;
    test::Connect(&cart, JointType::kContinuous, 0, 1);
    floor.name = "floor";
    floor.is_static = true;
    floor.links.push_back(test::MakeLink("floor"));
    floor.links[0].collisions.push_back(floor.links[0].collisions[0]);
    floor.links[0].collisions[1].name = "second";
    box = test::MakeRow(1);
  }

  std::shared_ptr<const World> Make() {
    spec.models.clear();
    const std::pair<const char*, const Model*> all[] = {
        {"floor", &floor}, {"cart", &cart}, {"box", &box}};
    for (const auto& [name, model] : all) {
      spec.models.push_back(
          ModelInstance{name, RigidTransform(), std::make_shared<const Model>(*model)});
    }
    Problems problems;
    auto world = MakeWorld(spec, &problems);
    EXPECT_TRUE(world.ok()) << problems.ErrorText();
    return world.value();
  }

  void Say(int shape, const std::string& markup) {
    floor.links[0].collisions[static_cast<std::size_t>(shape)].extensions.push_back(
        test::ParseMarkup(markup));
  }

  Model cart;
  Model floor;
  Model box;
  WorldSpec spec;
};

/// A soil named "field", with a "track" that is hard and "sand" that has a soil.
void AddField(Scene* scene) {
  scene->floor.links[0].collisions[0].surface.name = "field";
  GroundMaterial field;
  field.name = "field";
  field.has_soil = true;
  field.map.layers.push_back(GroundCircle{"track", Eigen::Vector2d::Zero(), 1.0, Source()});
  field.map.layers.push_back(GroundCircle{"sand", Eigen::Vector2d::Zero(), 0.5, Source()});
  GroundMaterial track;
  track.name = "track";
  GroundMaterial sand = field;
  sand.name = "sand";
  sand.map = {};
  scene->spec.grounds = {field, track, sand};
}

constexpr int kFloor = 0;
constexpr int kBase = 1;
constexpr int kWheel = 2;
constexpr int kBox = 3;

TEST(Wheels, AreOursUnlessSomebodySaysOtherwise) {
  const auto world = Scene().Make();
  ASSERT_EQ(world->wheels().size(), 1u);
  EXPECT_EQ(world->wheels()[0].link, kWheel);
  EXPECT_EQ(world->wheels()[0].joint, 0);
  EXPECT_EQ(world->WheelOf(kWheel), 0);
  EXPECT_EQ(world->WheelOf(kBase), -1);
  EXPECT_TRUE(world->has_own_contacts());
  EXPECT_EQ(world->ContactOn(kWheel, kFloor, 0), WheelContact::kTyre);
}

TEST(Wheels, MayStayTheEngines) {
  Scene scene;
  scene.cart.links[1].extensions.push_back(
      test::ParseMarkup("<surefoot:wheel contact=\"engine\"/>"));
  const auto world = scene.Make();
  EXPECT_FALSE(world->has_own_contacts());
  EXPECT_EQ(world->ContactOn(kWheel, kFloor, 0), WheelContact::kEngine);
}

TEST(Wheels, OnlyAgainstWhatCannotMove) {
  Scene scene;
  scene.spec.wheel_contact = WheelContact::kTyre;
  const auto world = scene.Make();
  EXPECT_TRUE(world->has_own_contacts());
  EXPECT_EQ(world->ContactOn(kWheel, kFloor, 0), WheelContact::kTyre);
  EXPECT_EQ(world->ContactOn(kWheel, kBox, 0), WheelContact::kEngine);
  EXPECT_EQ(world->ContactOn(kBase, kFloor, 0), WheelContact::kEngine);
  EXPECT_EQ(world->ContactOn(kBox, kFloor, 0), WheelContact::kEngine);
}

TEST(Wheels, TheSurfaceIsStrongerThanTheWheelAndTheWorldThanBoth) {
  Scene scene;
  scene.cart.links[1].extensions.push_back(test::ParseMarkup("<surefoot:wheel contact=\"tyre\"/>"));
  scene.Say(1, "<surefoot:ground contact=\"engine\"/>");
  auto world = scene.Make();
  EXPECT_EQ(world->ContactOn(kWheel, kFloor, 0), WheelContact::kTyre);
  EXPECT_EQ(world->ContactOn(kWheel, kFloor, 1), WheelContact::kEngine);
  scene.spec.wheel_contact = WheelContact::kTyre;
  EXPECT_EQ(scene.Make()->ContactOn(kWheel, kFloor, 1), WheelContact::kTyre);
  scene.spec.wheel_contact = WheelContact::kEngine;
  world = scene.Make();
  EXPECT_EQ(world->ContactOn(kWheel, kFloor, 0), WheelContact::kEngine);
  EXPECT_FALSE(world->has_own_contacts());
}

TEST(Wheels, ASurfaceAloneMayChoose) {
  Scene scene;
  scene.cart.links[1].extensions.push_back(
      test::ParseMarkup("<surefoot:wheel contact=\"engine\"/>"));
  scene.Say(0, "<surefoot:ground contact=\"tyre\"/>");
  const auto world = scene.Make();
  EXPECT_TRUE(world->has_own_contacts());
  EXPECT_EQ(world->ContactOn(kWheel, kFloor, 0), WheelContact::kTyre);
  EXPECT_EQ(world->ContactOn(kWheel, kFloor, 1), WheelContact::kEngine);
}

TEST(Wheels, SoilOnlyWhereThereIsSome) {
  Scene scene;
  scene.floor.links[0].collisions[0].surface.name = "sand";
  scene.floor.links[0].collisions[1].surface.name = "rock";
  for (const char* name : {"sand", "rock"}) {
    GroundMaterial ground;
    ground.name = name;
    ground.has_soil = ground.name == "sand";
    ground.hard.mu = 0.4;
    scene.spec.grounds.push_back(ground);
  }
  scene.spec.wheel_contact = WheelContact::kSoil;
  auto world = scene.Make();
  EXPECT_EQ(world->ContactOn(kWheel, kFloor, 0), WheelContact::kSoil);
  EXPECT_EQ(world->ContactOn(kWheel, kFloor, 1), WheelContact::kTyre);
  ASSERT_NE(world->GroundOf(kFloor, 0), nullptr);
  EXPECT_EQ(world->GroundOf(kFloor, 0)->name, "sand");
  EXPECT_EQ(world->GroundOf(kBox, 0), nullptr);
  scene.spec.wheel_contact.reset();
  world = scene.Make();
  EXPECT_EQ(world->ContactOn(kWheel, kFloor, 0), WheelContact::kSoil);
  EXPECT_EQ(world->ContactOn(kWheel, kFloor, 1), WheelContact::kTyre);
  scene.spec.grounds[0].contact = WheelContact::kTyre;
  scene.spec.grounds[1].contact = WheelContact::kEngine;
  world = scene.Make();
  EXPECT_EQ(world->ContactOn(kWheel, kFloor, 0), WheelContact::kTyre);
  EXPECT_EQ(world->ContactOn(kWheel, kFloor, 1), WheelContact::kEngine);
}

TEST(Wheels, FrictionIsTheMaterialsOrThatOfTheTwoSurfaces) {
  Scene scene;
  scene.floor.links[0].collisions[0].surface.name = "ice";
  scene.floor.links[0].collisions[1].surface.mu = 0.5;
  GroundMaterial ice;
  ice.name = "ice";
  ice.hard.mu = 0.9;
  scene.spec.grounds.push_back(ice);
  auto world = scene.Make();
  const Wheel wheel = world->wheels()[0];
  EXPECT_DOUBLE_EQ(world->HardGroundUnder(wheel, kFloor, 0).mu, 0.9);
  EXPECT_DOUBLE_EQ(world->HardGroundUnder(wheel, kFloor, 1).mu, 0.5);
  EXPECT_DOUBLE_EQ(world->HardGroundUnder(wheel, kBox, 0).mu, 0.6);
  scene.cart.links[1].collisions[0].surface.name = "rubber";
  scene.spec.surface_pairs.push_back(SurfacePair{"rubber", "ice", 0.1, 0.1, 0.0});
  world = scene.Make();
  EXPECT_DOUBLE_EQ(world->HardGroundUnder(world->wheels()[0], kFloor, 0).mu, 0.1);
}

TEST(Wheels, GroundsAndTheirChoiceArePartOfTheHash) {
  Scene scene;
  const std::uint64_t plain = scene.Make()->content_hash();
  scene.spec.wheel_contact = WheelContact::kTyre;
  const std::uint64_t tyre = scene.Make()->content_hash();
  scene.spec.wheel_contact = WheelContact::kSoil;
  EXPECT_NE(tyre, plain);
  EXPECT_NE(scene.Make()->content_hash(), tyre);
  scene.spec.wheel_contact.reset();
  scene.spec.grounds.push_back(GroundMaterial());
  scene.spec.grounds[0].name = "ice";
  const std::uint64_t ice = scene.Make()->content_hash();
  scene.spec.grounds[0].hard.mu = 0.1;
  EXPECT_NE(ice, plain);
  EXPECT_NE(scene.Make()->content_hash(), ice);
}

TEST(Wheels, MapsAndModelsOfSoilArePartOfTheHash) {
  const std::function<void(WorldSpec*)> edits[] = {
      [](WorldSpec*) {},
      [](WorldSpec* s) { s->grounds[0].map.in_shape = true; },
      [](WorldSpec* s) { std::get<GroundCircle>(s->grounds[0].map.layers[0]).radius = 2.0; },
      [](WorldSpec* s) { std::get<GroundCircle>(s->grounds[0].map.layers[0]).ground = "sand"; },
      [](WorldSpec* s) { std::swap(s->grounds[0].map.layers[0], s->grounds[0].map.layers[1]); },
      [](WorldSpec* s) { s->grounds[2].soil.model.shear = SoilShear::kVector; },
      [](WorldSpec* s) { s->grounds[2].soil.model.bulldozing = Bulldozing::kNone; },
      [](WorldSpec* s) { s->grounds[2].soil.model.rebound = 0.1; }};
  std::set<std::uint64_t> hashes;
  for (const auto& edit : edits) {
    Scene scene;
    AddField(&scene);
    edit(&scene.spec);
    hashes.insert(scene.Make()->content_hash());
  }
  EXPECT_EQ(hashes.size(), std::size(edits));
}

TEST(Wheels, TwoGroundsOfOneNameAreAnError) {
  WorldSpec spec;
  spec.grounds.resize(2);
  spec.grounds[0].name = "ice";
  spec.grounds[1].name = "ice";
  EXPECT_FALSE(MakeWorld(spec, nullptr).ok());
}

TEST(Wheels, PartsOfAMapHaveContactsOfTheirOwn) {
  Scene scene;
  AddField(&scene);
  scene.spec.wheel_contact = WheelContact::kSoil;
  auto world = scene.Make();
  EXPECT_EQ(world->ContactOn(kWheel, kFloor, 0, 0), WheelContact::kSoil);
  EXPECT_EQ(world->ContactOn(kWheel, kFloor, 0, 1), WheelContact::kTyre)
      << "this ground has no soil";
  scene.spec.wheel_contact = WheelContact::kTyre;
  EXPECT_EQ(scene.Make()->ContactOn(kWheel, kFloor, 0, 2), WheelContact::kTyre);
  scene.spec.wheel_contact.reset();
  scene.spec.grounds[0].contact = WheelContact::kTyre;
  scene.spec.grounds[2].contact = WheelContact::kSoil;
  world = scene.Make();
  EXPECT_EQ(world->ContactOn(kWheel, kFloor, 0), WheelContact::kTyre);
  EXPECT_EQ(world->ContactOn(kWheel, kFloor, 0, 1), WheelContact::kTyre);
  EXPECT_EQ(world->ContactOn(kWheel, kFloor, 0, 2), WheelContact::kSoil);
  scene.spec.grounds[0].contact = WheelContact::kEngine;
  world = scene.Make();
  EXPECT_EQ(world->ContactOn(kWheel, kFloor, 0, 2), WheelContact::kEngine)
      << "the whole surface uses one method";
}

TEST(Wheels, MapsWithoutEffectOnTheEngineAreReportedOnce) {
  Scene scene;
  AddField(&scene);
  scene.spec.wheel_contact = WheelContact::kEngine;
  scene.Make();
  Problems problems;
  ASSERT_TRUE(MakeWorld(scene.spec, &problems).ok());
  ASSERT_EQ(problems.all().size(), 1u);
  EXPECT_NE(ToString(problems.all()[0]).find("\"field\" has no effect"), std::string::npos);
  scene.spec.wheel_contact = WheelContact::kSoil;
  Problems none;
  ASSERT_TRUE(MakeWorld(scene.spec, &none).ok());
  EXPECT_TRUE(none.all().empty());
}

TEST(Wheels, MapsOfUnknownOrMappedGroundsAreErrors) {
  const auto error = [](const std::function<void(WorldSpec*)>& edit) {
    Scene scene;
    AddField(&scene);
    scene.Make();
    edit(&scene.spec);
    const auto world = MakeWorld(scene.spec, nullptr);
    return world.ok() ? std::string() : world.error().message;
  };
  const auto has = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  EXPECT_EQ(error([](WorldSpec*) {}), "");
  EXPECT_TRUE(has(error([](WorldSpec* s) { s->grounds[1].name = "trakc"; }), "did you mean"));
  EXPECT_TRUE(has(error([](WorldSpec* s) { s->grounds[1].name = "road"; }), "grounds/track.xml"));
  EXPECT_TRUE(has(error([](WorldSpec* s) { s->grounds[1].map = s->grounds[0].map; }), "itself"));
  EXPECT_TRUE(has(
      error([](WorldSpec* s) { std::get<GroundCircle>(s->grounds[0].map.layers[0]).radius = 0.0; }),
      "radius"));
  EXPECT_TRUE(has(error([](WorldSpec* s) { s->grounds[0].map.layers.push_back(GroundImage()); }),
                  "not loaded"));
}

}  // namespace
}  // namespace surefoot::world
