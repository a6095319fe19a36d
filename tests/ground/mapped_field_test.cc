// A robot on a floor whose map defines road and sand.

#include <cmath>

#include "tests/scene/engine_test.h"
#include "tests/scene/wheeled_robot.h"

namespace surefoot::conformance {
namespace {

class MappedField : public EngineTest {};
SUREFOOT_ALL_ENGINES(MappedField);

world::GroundMaterial Road(const std::string& name) {
  world::GroundMaterial road;
  road.name = name;
  road.hard.mu = 0.7;
  return road;
}

world::GroundMaterial Sand() {
  world::GroundMaterial sand;
  sand.name = "sand";
  sand.has_soil = true;
  sand.soil.cohesion = 500.0;
  sand.soil.friction_angle = 0.5;
  sand.soil.frictional_modulus = 8e5;
  sand.soil.shear_modulus_x = sand.soil.shear_modulus_y = 0.02;
  sand.soil.density = 1500.0;
  return sand;
}

Scene OnFloor(const std::string& surface, const std::vector<world::GroundMaterial>& grounds,
              double speed) {
  Scene scene = OnTyres(speed, speed);
  auto floor = std::make_shared<world::Model>(*scene.spec.models[0].model);
  floor->links[0].collisions[0].surface.name = surface;
  scene.spec.models[0].model = floor;
  scene.spec.grounds = grounds;
  scene.spec.wheel_contact = world::WheelContact::kSoil;
  return scene;
}

/// "field" is road, and sand where x is above `from`.
Scene OnField(double from, double speed) {
  world::GroundMaterial field = Road("field");
  field.map.layers.emplace_back(
      world::GroundPolygon{"sand",
                           {Eigen::Vector2d(from, -9), Eigen::Vector2d(from + 20, -9),
                            Eigen::Vector2d(from + 20, 9), Eigen::Vector2d(from, 9)},
                           Source()});
  return OnFloor("field", {field, Sand()}, speed);
}

TEST_P(MappedField, IsWhatItsPartsAre) {
  const std::pair<Scene, Scene> pairs[] = {
      {OnField(9.0, 0.5), OnFloor("road", {Road("road")}, 0.5)},
      {OnField(-9.0, 0.5), OnFloor("sand", {Sand()}, 0.5)}};
  for (const auto& [mapped, plain] : pairs) {
    auto a = Run(mapped);
    auto b = Run(plain);
    Advance(a.get(), 0.5);
    Advance(b.get(), 0.5);
    EXPECT_EQ(PoseOf(*a, "robot::base").p, PoseOf(*b, "robot::base").p);
    EXPECT_EQ(a->machine().ground().touches().size(), 4u);
  }
}

TEST_P(MappedField, ARobotDrivesFromRoadIntoSandAndIsCarriedOnce) {
  auto simulation = Run(OnField(0.6, 0.5));
  Advance(simulation.get(), 0.3);
  const double road = PoseOf(*simulation, "robot::base").p.z();
  double min = 1e9;
  double max = 0.0;
  for (int i = 0; i < 4000; ++i) {
    ASSERT_TRUE(simulation->Step().ok());
    double load = 0.0;
    for (const auto& touch : simulation->machine().ground().touches()) load += touch.force.f_W.z();
    min = std::min(min, load);
    max = std::max(max, load);
  }
  const RigidTransform& X = PoseOf(*simulation, "robot::base");
  EXPECT_GT(X.p.x(), 0.6 + kHalfBase + kRadius) << "all wheels are in sand";
  EXPECT_LT(X.p.z(), road - 0.005) << "where they sink";
  EXPECT_LT(std::abs(X.p.y()), 0.01);
  EXPECT_GT(min, 0.5 * kMass * 9.8);
  EXPECT_LT(max, 1.5 * kMass * 9.8);
}

TEST_P(MappedField, ContinuesFromASnapshotOnTheBorder) {
  auto simulation = Run(OnField(0.4, 0.5));
  Advance(simulation.get(), 0.5);
  const sim::Snapshot snapshot = simulation->machine().Save();
  Advance(simulation.get(), 0.5);
  const std::uint64_t hash = simulation->hash();
  auto other = Run(OnField(0.4, 0.5));
  ASSERT_TRUE(other->machine().Restore(snapshot).ok());
  Advance(other.get(), 0.5);
  EXPECT_EQ(other->hash(), hash);
}

TEST_P(MappedField, TyresThatAreTooStiffAreReported) {
  Scene scene = OnTyres(0.5, 0.5);
  auto simulation = Run(scene);
  Advance(simulation.get(), 0.2);
  EXPECT_TRUE(simulation->machine().ground().SoftenedWheels().empty());
  auto robot = std::make_shared<world::Model>(*WheeledRobot(0.5, 0.5));
  world::Element tyre;
  tyre.name = "surefoot:tyre";
  tyre.attributes = {{"shear_stiffness_x", "3e7"}, {"shear_stiffness_y", "3e7"}};
  robot->links[2].extensions.push_back(tyre);
  scene.spec.models.back().model = robot;
  simulation = Run(scene);
  Advance(simulation.get(), 0.2);
  const auto soft = simulation->machine().ground().SoftenedWheels();
  ASSERT_EQ(soft.size(), 1u);
  EXPECT_EQ(soft[0].wheel, 1);
  EXPECT_GT(soft[0].steps, 100);
  EXPECT_EQ(soft[0].steps, simulation->machine().ground().softened_steps());
}

}  // namespace
}  // namespace surefoot::conformance
