// Properties of models, read and changed in a running world.

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "tests/serve/served.h"

namespace surefoot::serve::test {
namespace {

namespace sm = msgs::surefoot_msgs;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<sm::Property> Properties(Served* served, const std::string& entity,
                                     const std::string& part) {
  sm::GetProperties::Request request;
  request.entity = entity;
  request.part = part;
  const auto answer = served->Call<sm::GetProperties>("/surefoot/edit/properties", request);
  EXPECT_TRUE(answer.success) << answer.message;
  return answer.properties;
}

sm::Property Find(Served* served, const std::string& entity, const std::string& part,
                  const std::string& name) {
  for (const sm::Property& property : Properties(served, entity, part)) {
    if (property.name == name) return property;
  }
  ADD_FAILURE() << entity << " " << part << " has no " << name;
  return sm::Property();
}

sm::SetProperty::Response Set(Served* served, const std::string& entity, const std::string& part,
                              const std::string& property, const std::vector<double>& value,
                              const std::string& text = "", int client = 0) {
  sm::SetProperty::Request request;
  request.entity = entity;
  request.part = part;
  request.property = property;
  request.value = value;
  request.text = text;
  return served->Call<sm::SetProperty>("/surefoot/edit/set", request, client);
}

TEST(EditTest, MassIsSetAndTheMotionContinues) {
  Served served("flat");
  served.Step(50);
  const world::World& before = served.simulation().world();
  const int link = before.FindLink("husky::base_link");
  ASSERT_GE(link, 0);
  const Inertia old = before.link(link).inertia;
  const physics::State state = served.simulation().state();
  const auto set = Set(&served, "husky", "link:base_link", "mass", {92.068});
  ASSERT_TRUE(set.success) << set.message;
  EXPECT_THAT(set.old_value, ElementsAre(46.034));
  const Inertia& now = served.simulation().world().link(link).inertia;
  EXPECT_EQ(now.mass, 92.068);
  EXPECT_TRUE(now.I_BBcm_B.isApprox(2.0 * old.I_BBcm_B, 1e-12));
  EXPECT_EQ(served.simulation().state().q, state.q);
  EXPECT_EQ(served.simulation().state().v, state.v);
  const sm::Property mass = Find(&served, "husky", "link:base_link", "mass");
  EXPECT_EQ(mass.label, "Mass");
  EXPECT_EQ(mass.group, "Inertia");
  EXPECT_EQ(mass.unit, "kg");
  EXPECT_THAT(mass.value, ElementsAre(92.068));
  EXPECT_THAT(mass.original, ElementsAre(46.034));
  served.Step(50);
  EXPECT_EQ(served.server().world().edits.unsaved(), 1);
}

// Doubling the chassis' mass on the same tyres: the wheels carry the weight on every engine.
TEST(EditTest, AHeavierRobotPressesOnTheGround) {
  Served served("flat");
  served.Step(1000);
  const auto height = [&] {
    const world::World& world = served.simulation().world();
    return served.simulation()
        .state()
        .X_WL[static_cast<std::size_t>(world.FindLink("husky::base_link"))]
        .p.z();
  };
  const double before = height();
  ASSERT_TRUE(Set(&served, "husky", "link:base_link", "mass", {460.0}).success);
  served.Step(1000);
  EXPECT_LT(height(), before - 1e-4);
}

TEST(EditTest, TheFourWheelsShareTheirFriction) {
  Served served("flat");
  const std::string part = "link:front_left_wheel_link";
  const sm::Property mu = Find(&served, "husky", part, "mu");
  EXPECT_EQ(mu.label, "Friction");
  EXPECT_EQ(mu.group, "Tyre contact");
  EXPECT_THAT(mu.shared_with,
              ElementsAre("link:front_right_wheel_link", "link:rear_left_wheel_link",
                          "link:rear_right_wheel_link"));
  ASSERT_TRUE(Set(&served, "husky", part, "mu", {0.5}).success);
  EXPECT_TRUE(Find(&served, "husky", part, "mu").shared_with.empty());
  std::string all = part;
  for (const std::string& other : mu.shared_with) all += "\n" + other;
  ASSERT_TRUE(Set(&served, "husky", all, "mu", {0.4}).success);
  EXPECT_EQ(Find(&served, "husky", part, "mu").shared_with.size(), 3u);
  EXPECT_THAT(Find(&served, "husky", "link:rear_right_wheel_link", "mu").value, ElementsAre(0.4));
}

TEST(EditTest, WhatIsWrongIsReported) {
  Served served("flat");
  EXPECT_THAT(Set(&served, "husky", "link:base_link", "mass", {-3}).message,
              HasSubstr("between 1e-06 and 1e+06 kg, not -3"));
  EXPECT_THAT(Set(&served, "husky", "link:base_link", "mass", {}).message,
              HasSubstr("takes 1 number, not 0"));
  EXPECT_THAT(Set(&served, "husky", "link:base_link", "mass", {std::nan("")}).message,
              HasSubstr("Mass must lie between"));
  EXPECT_THAT(Set(&served, "husky", "link:base_link", "colour", {1}).message,
              HasSubstr("unknown property 'colour'"));
  EXPECT_THAT(Set(&served, "husky", "link:base_lin", "mass", {1}).message,
              HasSubstr("did you mean \"base_link\"?"));
  EXPECT_THAT(Set(&served, "huksy", "link:base_link", "mass", {1}).message,
              HasSubstr("did you mean \"husky\"?"));
  EXPECT_THAT(Set(&served, "husky", "engine", "mass", {1}).message, HasSubstr("link:NAME"));
  EXPECT_THAT(Set(&served, "", "ground:mud", "mu", {1}).message, HasSubstr("no ground 'mud'"));
  EXPECT_EQ(served.server().world().edits.unsaved(), 0);
}

TEST(EditTest, AJointsLimitsMayBeAbsent) {
  Served served("flat");
  const std::string part = "joint:front_left_wheel";
  const sm::Property effort = Find(&served, "husky", part, "effort");
  EXPECT_EQ(effort.unit, "N m");
  ASSERT_TRUE(Set(&served, "husky", part, "effort", {std::nan("")}).success);
  EXPECT_TRUE(std::isinf(Find(&served, "husky", part, "effort").value.at(0)));
  ASSERT_TRUE(Set(&served, "husky", part, "damping", {2.5}).success);
  EXPECT_THAT(Find(&served, "husky", part, "damping").value, ElementsAre(2.5));
}

// The error of a gyroscope at rest is its bias.
TEST(EditTest, ASensorErrsAsSpecified) {
  Served served("flat");
  served.client().bridge().Subscribe("/husky/imu/data");
  served.Step(200);
  msgs::sensor_msgs::Imu imu;
  ASSERT_TRUE(served.client().Last("/husky/imu/data", &imu));
  EXPECT_LT(std::abs(imu.angular_velocity.x), 0.05);
  const auto set = Set(&served, "husky", "sensor:imu", "gyro.bias", {0.5, 0.0, 0.0});
  ASSERT_TRUE(set.success) << set.message;
  EXPECT_EQ(set.old_value.size(), 3u);
  served.Step(200);
  ASSERT_TRUE(served.client().Last("/husky/imu/data", &imu));
  EXPECT_NEAR(imu.angular_velocity.x, 0.5, 0.05);
  // The noise of the preset is kept and reported.
  EXPECT_GT(Find(&served, "husky", "sensor:imu", "gyro.noise_density").value.at(0), 0.0);
  EXPECT_THAT(Find(&served, "husky", "sensor:imu", "gyro.bias").original, ElementsAre(0, 0, 0));
  const sm::Property rate = Find(&served, "husky", "sensor:imu", "update_rate");
  EXPECT_THAT(rate.value, ElementsAre(100.0));
  ASSERT_TRUE(Set(&served, "husky", "sensor:imu", "update_rate", {50.0}).success);
  const int count = served.client().count("/husky/imu/data");
  served.Step(200);
  served.client().Look();
  EXPECT_EQ(served.client().count("/husky/imu/data"), count + 10);
}

TEST(EditTest, TheFloorIsMadeOfSoil) {
  Served served("husky_lab");
  const sm::Property ground = Find(&served, "floor", "", "ground");
  EXPECT_EQ(ground.kind, "choice");
  EXPECT_EQ(ground.label, "Made of");
  EXPECT_THAT(ground.choices, Contains("dry_sand"));
  EXPECT_THAT(ground.choices, Contains("none"));
  EXPECT_THAT(Set(&served, "floor", "", "ground", {}, "cheese").message,
              HasSubstr("must be one of"));
  const auto set = Set(&served, "floor", "", "ground", {}, "dry_sand");
  ASSERT_TRUE(set.success) << set.message;
  EXPECT_EQ(set.old_text, ground.text);
  const sm::Property cohesion = Find(&served, "", "ground:dry_sand", "soil.cohesion");
  EXPECT_EQ(cohesion.group, "Soil");
  ASSERT_TRUE(Set(&served, "", "ground:dry_sand", "soil.cohesion", {1500.0}).success);
  const world::World& world = served.simulation().world();
  EXPECT_EQ(
      world.spec().grounds[static_cast<std::size_t>(world.FindGround("dry_sand"))].soil.cohesion,
      1500.0);
  served.Step(100);
}

TEST(EditTest, GravityOfTheWorld) {
  Served served("flat");
  const sm::Property gravity = Find(&served, "", "world", "gravity");
  EXPECT_EQ(gravity.value.size(), 3u);
  ASSERT_TRUE(Set(&served, "", "world", "gravity", {0, 0, -1.62}).success);
  EXPECT_EQ(served.simulation().machine().inputs().gravity_W, Vector3d(0, 0, -1.62));
  EXPECT_EQ(Find(&served, "", "world", "gravity").original, gravity.value);
  EXPECT_THAT(Set(&served, "", "world", "gravity", {0, 0}).message, HasSubstr("three numbers"));
}

TEST(EditTest, WhoDrivesARobotKeepsOthersFromEditingIt) {
  Served served("flat");
  msgs::geometry_msgs::Twist twist;
  served.client(0).Publish("/husky/cmd_vel", twist);
  served.Turn(3);
  const auto refused = Set(&served, "husky", "link:base_link", "mass", {50}, "", 1);
  EXPECT_THAT(refused.message, HasSubstr("has control of husky"));
  EXPECT_TRUE(Set(&served, "husky", "link:base_link", "mass", {50}, "", 0).success);
}

/// The part's properties, each set to some values within its range, and a step after each.
void SetAll(Served* served, const std::string& entity, const std::string& part) {
  for (const sm::Property& property : Properties(served, entity, part)) {
    std::vector<std::pair<std::vector<double>, std::string>> values;
    for (const std::string& choice : property.choices) {
      if (values.size() < 4) values.push_back({{}, choice});
    }
    if (property.kind == "flag") values = {{{0.0}, ""}, {{1.0}, ""}};
    if (property.kind == "number" || property.kind == "vector") {
      // Near the old value, so that the robot does not break.
      for (const double share : {0.7, 1.4}) {
        std::vector<double> numbers = property.value;
        for (double& number : numbers) {
          number = number == 0.0 ? 0.01 * share : share * number;
          number = std::clamp(number, property.lower, property.upper);
        }
        values.push_back({numbers, ""});
      }
    }
    values.push_back({property.value, property.text});
    for (const auto& [numbers, text] : values) {
      // A value that does not fit the rest of the model is refused, without other effects.
      Set(served, entity, part, property.name, numbers, text);
      served->Step(1);
    }
  }
}

TEST(EditTest, EveryPropertyOfARobotTakesValues) {
  Served served("flat");
  served.Step(20);
  const world::World first = served.simulation().world();
  for (const world::ModelInstance& instance : first.spec().models) {
    SetAll(&served, instance.name, "");
    std::size_t links = 0;
    for (const world::Link& link : instance.model->links) {
      if (++links <= 4) SetAll(&served, instance.name, "link:" + link.name);
      for (const world::Sensor& sensor : link.sensors) {
        SetAll(&served, instance.name, "sensor:" + link.name + "/" + sensor.name);
      }
    }
    std::size_t joints = 0;
    for (const world::Joint& joint : instance.model->joints) {
      if (++joints <= 2) SetAll(&served, instance.name, "joint:" + joint.name);
    }
  }
  EXPECT_GT(served.server().world().edits.unsaved(), 100);
}

// Wheels in the soil keep their state where it applies, and it is dropped where it does not.
TEST(EditTest, EveryPropertyOfASoilTakesValues) {
  Served served("flat");
  ASSERT_TRUE(Set(&served, "floor", "", "ground", {}, "dry_sand").success);
  served.Step(200);
  SetAll(&served, "", "ground:dry_sand");
  SetAll(&served, "husky", "link:front_left_wheel_link");
  EXPECT_GT(served.server().world().edits.unsaved(), 50);
}

// One sensor of each kind.
TEST(EditTest, EverySensorTakesErrors) {
  Served served("sensors");
  const world::World first = served.simulation().world();
  std::set<std::string> types;
  for (const world::ModelInstance& instance : first.spec().models) {
    for (const world::Link& link : instance.model->links) {
      for (const world::Sensor& sensor : link.sensors) {
        if (!types.insert(sensor.type).second) continue;
        const std::string part = "sensor:" + link.name + "/" + sensor.name;
        const std::vector<sm::Property> all = Properties(&served, instance.name, part);
        ASSERT_FALSE(all.empty());
        const sm::Property& last = all.back();
        const auto set = Set(&served, instance.name, part, last.name,
                             std::vector<double>(last.value.size(), 0.125));
        EXPECT_TRUE(set.success) << sensor.type << " " << last.name << ": " << set.message;
        EXPECT_EQ(Find(&served, instance.name, part, last.name).value,
                  std::vector<double>(last.value.size(), 0.125));
      }
    }
  }
  EXPECT_GT(types.size(), 3u);
  served.Step(20);
}

TEST(EditTest, AResetOfTheStateKeepsWhatWasChanged) {
  Served served("flat");
  served.Step(300);
  ASSERT_TRUE(Set(&served, "husky", "link:base_link", "mass", {60}).success);
  msgs::simulation_interfaces::ResetSimulation::Request request;
  request.scope = Run::kResetState;
  served.Call<msgs::simulation_interfaces::ResetSimulation>("/reset_simulation", request);
  EXPECT_THAT(Find(&served, "husky", "link:base_link", "mass").value, ElementsAre(60));
  const int model = served.simulation().world().FindModel("husky");
  EXPECT_EQ(served.simulation().ModelPose(model).p,
            served.simulation().machine().first_world().instance(model).X_WM.p);
  request.scope = Run::kResetAll;
  served.Call<msgs::simulation_interfaces::ResetSimulation>("/reset_simulation", request);
  EXPECT_THAT(Find(&served, "husky", "link:base_link", "mass").value, ElementsAre(46.034));
}

}  // namespace
}  // namespace surefoot::serve::test
