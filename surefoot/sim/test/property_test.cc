#include "surefoot/sim/property.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/sim/test/small_world.h"

namespace surefoot::sim {
namespace {

using test::Place;
using testing::ElementsAre;
using testing::HasSubstr;

std::shared_ptr<const world::World> MakeWorld() {
  world::WorldSpec spec;
  auto robot = std::make_shared<world::Model>(*test::Robot());
  world::Collision box;
  box.name = "box";
  box.geometry = world::Box();
  robot->links[0].collisions = {box};
  box.name = "other";
  robot->links[0].collisions.push_back(box);
  world::Sensor sensor;
  sensor.name = "scan";
  sensor.type = "gpu_lidar";
  robot->links[0].sensors = {sensor};
  robot->links[1].sensors = {sensor};
  spec.models = {Place("ball", test::Ball()), Place("robot", robot, Vector3d(3, 0, 0)),
                 Place("floor", test::Floor())};
  world::GroundMaterial sand;
  sand.name = "sand";
  sand.has_soil = true;
  sand.soil.frictional_modulus = 1e6;
  sand.soil.shear_modulus_x = sand.soil.shear_modulus_y = 0.01;
  sand.soil.density = 1500.0;
  spec.grounds = {sand};
  Problems problems;
  auto world = world::MakeWorld(spec, &problems);
  EXPECT_TRUE(world.ok()) << problems.ErrorText();
  return world.value();
}

const sensors::SensorRegistry& Kinds() {
  static const sensors::SensorRegistry kinds = sensors::BuiltinSensors();
  return kinds;
}

std::vector<std::string> Names(const world::World& world, const std::string& entity,
                               const std::string& part) {
  std::vector<std::string> names;
  const auto properties = PropertiesOf(world, Kinds(), entity, part);
  EXPECT_TRUE(properties.ok()) << properties.error().message;
  if (!properties.ok()) return names;
  for (const Property& property : *properties) names.push_back(property.name);
  return names;
}

TEST(Property, WhatAPartHas) {
  const auto world = MakeWorld();
  EXPECT_THAT(Names(*world, "ball", ""),
              ElementsAre("mass", "center_of_mass", "gravity", "mu", "mu2", "restitution"));
  EXPECT_THAT(Names(*world, "robot", ""), ElementsAre("mass"));
  EXPECT_THAT(Names(*world, "robot", "link:base"),
              ElementsAre("mass", "center_of_mass", "gravity", "box.mu", "box.mu2",
                          "box.restitution", "other.mu", "other.mu2", "other.restitution"));
  EXPECT_THAT(Names(*world, "robot", "joint:motor"),
              ElementsAre("damping", "friction", "lower", "upper", "effort", "velocity",
                          "spring_stiffness", "spring_reference"));
  EXPECT_EQ(Names(*world, "robot", "joint:cardan").size(), 16u);
  EXPECT_TRUE(Names(*world, "robot", "joint:shoulder").empty());
  EXPECT_THAT(Names(*world, "floor", ""), ElementsAre("mu", "mu2", "restitution", "ground"));
}

// Every property of every part accepts the value that it has, without a change.
TEST(Property, EachTakesItsOwnValue) {
  const auto world = MakeWorld();
  const std::pair<const char*, const char*> parts[] = {
      {"ball", ""},        {"robot", "link:base"},    {"robot", "joint:motor"},
      {"", "ground:sand"}, {"robot", "joint:cardan"}, {"robot", "sensor:base/scan"}};
  for (const auto& [entity, part] : parts) {
    const auto properties = PropertiesOf(*world, Kinds(), entity, part);
    ASSERT_TRUE(properties.ok());
    for (const Property& property : *properties) {
      const auto edited = WithProperty(
          *world, Kinds(), {entity, {part}, property.name, property.value, property.text});
      ASSERT_TRUE(edited.ok()) << property.name << ": " << edited.error().message;
      Problems problems;
      const auto made = world::MakeWorld(*edited, &problems);
      ASSERT_TRUE(made.ok()) << property.name << ": " << problems.ErrorText();
      const auto again = PropertiesOf(**made, Kinds(), entity, part);
      for (std::size_t i = 0; i < properties->size(); ++i) {
        EXPECT_EQ((*again)[i].value, (*properties)[i].value) << property.name;
        EXPECT_EQ((*again)[i].text, (*properties)[i].text) << property.name;
      }
    }
  }
}

TEST(Property, AModelsMassIsThatOfAllLinks) {
  const auto world = MakeWorld();
  const auto mass = PropertiesOf(*world, Kinds(), "robot", "");
  ASSERT_TRUE(mass.ok());
  double total = 0.0;
  for (const world::Link& link : world->model(1).links) total += link.inertia.mass;
  EXPECT_DOUBLE_EQ((*mass)[0].value[0], total);
  const auto heavy = WithProperty(*world, Kinds(), {"robot", {""}, "mass", {3.0 * total}, ""});
  ASSERT_TRUE(heavy.ok());
  EXPECT_DOUBLE_EQ(heavy->models[1].model->links[2].inertia.mass,
                   3.0 * world->model(1).links[2].inertia.mass);
  // Others with the same description are unchanged.
  EXPECT_EQ(heavy->models[0].model, world->instance(0).model);
}

TEST(Property, SensorsOfOneNameAreDistinguished) {
  const auto world = MakeWorld();
  const auto edited =
      WithProperty(*world, Kinds(), {"robot", {"sensor:base/scan"}, "stddev", {0.02}, ""});
  ASSERT_TRUE(edited.ok()) << edited.error().message;
  const auto& links = edited->models[1].model->links;
  const world::Element& element = links[0].sensors[0].element;
  ASSERT_NE(element.Child("lidar"), nullptr);
  const world::Element* noise = element.Child("lidar")->Child("noise");
  ASSERT_NE(noise, nullptr);
  EXPECT_EQ(noise->Child("stddev")->text, "0.02");
  EXPECT_TRUE(links[1].sensors[0].element.children.empty());
  EXPECT_FALSE(
      WithProperty(*world, Kinds(), {"robot", {"sensor:scan"}, "stddev", {0.02}, ""}).ok());
}

TEST(Property, OutOfRangeIsRefused) {
  const auto world = MakeWorld();
  const auto refused = [&](const char* entity, const char* part, const char* property,
                           std::vector<double> values) {
    const auto edited =
        WithProperty(*world, Kinds(), {entity, {part}, property, std::move(values), ""});
    return edited.ok() ? "" : edited.error().message;
  };
  EXPECT_THAT(refused("ball", "", "mass", {0.0}), HasSubstr("between"));
  EXPECT_THAT(refused("ball", "", "gravity", {0.5}), HasSubstr("0 or 1"));
  EXPECT_THAT(refused("ball", "", "center_of_mass", {1, 2}), HasSubstr("takes 3 numbers, not 2"));
  EXPECT_THAT(refused("ball", "", "center_of_mass", {1, 2, INFINITY}), HasSubstr("between"));
  EXPECT_THAT(refused("", "ground:sand", "soil.friction_angle", {90.0}),
              HasSubstr("between 0 and 80 deg, not 90"));
  EXPECT_THAT(refused("", "", "mass", {1.0}), HasSubstr("link:NAME"));
}

// A ball on the fake engine: a change of its mass does not affect its motion.
TEST(Property, AChangeCarriesTheStateOver) {
  auto simulation = test::MakeRun();
  ASSERT_TRUE(
      simulation->Apply(JointCommand{"robot::motor", 0, physics::ControlMode::kEffort, 3}).ok());
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(simulation->Step().ok());
  const physics::State before = simulation->state();
  const auto motors = simulation->machine().inputs().motors;
  const PropertyChange change = {"robot", {"link:base"}, "mass", {7.0}, ""};
  ASSERT_TRUE(simulation->Apply(change).ok());
  const int link = simulation->world().FindLink("robot::base");
  EXPECT_EQ(simulation->world().link(link).inertia.mass, 7.0);
  EXPECT_EQ(simulation->state().q, before.q);
  EXPECT_EQ(simulation->state().v, before.v);
  for (std::size_t i = 0; i < motors.size(); ++i) {
    EXPECT_EQ(simulation->machine().inputs().motors[i].target, motors[i].target);
  }
  EXPECT_NE(simulation->machine().first_world().link(link).inertia.mass, 7.0);
}

TEST(Property, WhatWasRemovedComesBackAsItWas) {
  auto simulation = test::MakeRun();
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(simulation->Step().ok());
  ASSERT_TRUE(simulation->Apply(PropertyChange{"robot", {"link:base"}, "mass", {7.0}, ""}).ok());
  const int model = simulation->world().FindModel("robot");
  const RigidTransform X_WM = simulation->ModelPose(model);
  ASSERT_TRUE(simulation->Apply(Remove{"robot", "one"}).ok());
  EXPECT_LT(simulation->world().FindModel("robot"), 0);
  EXPECT_FALSE(simulation->Apply(PutBack{"two"}).ok());
  ASSERT_TRUE(simulation->Apply(PutBack{"one"}).ok());
  const int again = simulation->world().FindModel("robot");
  ASSERT_GE(again, 0);
  EXPECT_LT((simulation->ModelPose(again).p - X_WM.p).norm(), 1e-12);
  EXPECT_EQ(simulation->world().link(simulation->world().FindLink("robot::base")).inertia.mass,
            7.0);
  EXPECT_THAT(simulation->Apply(PutBack{"one"}).error().message, HasSubstr("nothing is kept"));
}

TEST(Property, ADuplicateStandsElsewhere) {
  auto simulation = test::MakeRun();
  const RigidTransform X_WM(Vector3d(9, 8, 7));
  ASSERT_TRUE(simulation->Apply(Duplicate{"robot", "twin", X_WM}).ok());
  const int twin = simulation->world().FindModel("twin");
  ASSERT_GE(twin, 0);
  EXPECT_LT((simulation->ModelPose(twin).p - X_WM.p).norm(), 1e-12);
  EXPECT_FALSE(simulation->Apply(Duplicate{"robot", "twin", X_WM}).ok());
  EXPECT_THAT(simulation->Apply(Duplicate{"ghost", "other", X_WM}).error().message,
              HasSubstr("no model 'ghost'"));
}

}  // namespace
}  // namespace surefoot::sim
