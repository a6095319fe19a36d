#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/ground/soil/soil_law.h"
#include "surefoot/ground/test/rover.h"
#include "surefoot/ground/test/soil_wheel_cases.h"

namespace surefoot::ground {
namespace {

world::GroundMaterial Soft(const std::string& name, int soil) {
  world::GroundMaterial ground;
  ground.name = name;
  ground.has_soil = true;
  ground.soil = StudySoil(soil);
  return ground;
}

world::Wheel RoverWheel() {
  world::Wheel wheel;
  wheel.radius = 0.1425;
  wheel.width = 0.12;
  wheel.tyre.flattening_pressure = 14.6e3;
  return wheel;
}

std::unique_ptr<Terrain> SoftSlope(double angle) {
  world::Collision plane = test::MakeSlope(angle);
  plane.surface.name = "drift";
  return std::move(Terrain::Make(*test::MakeStaticWorld({plane}), {Soft("drift", kDrift)})).value();
}

/// Steady forces of a wheel that rolls at a slip of 0.3 along its forward axis.
WheelForce Roll(SoilLaw* law, HubMotion hub) {
  hub.spin = 1.0;
  hub.v_WC = 0.7 * 0.1425 * hub.forward_W;
  WheelForce got;
  for (int i = 0; i < 5000; ++i) got = law->Step(hub, 1e-3);
  return got;
}

TEST(TerrainSoil, EachRegionHasItsSoil) {
  const auto half = [](double x, const char* name) {
    return test::MakeShape(world::Box{Vector3d(2.0, 2.0, 2.0)},
                           RigidTransform(Vector3d(x, 0.0, -1.0)), name);
  };
  const auto terrain =
      std::move(Terrain::Make(*test::MakeStaticWorld(
                                  {half(-1.0, "cloddy"), half(1.0, "drift"), half(3.0, "rock")}),
                              {Soft("cloddy", kCloddy), Soft("drift", kDrift)}))
          .value();
  const auto law = std::move(MakeSoilLaw(RoverWheel(), terrain.get(), nullptr, 3.71)).value();
  SoilOptions exact;
  exact.gravity = 3.71;
  SoilWheel wheel;
  wheel.radius = 0.1425;
  wheel.width = 0.12;
  wheel.flattening_pressure = 14.6e3;
  for (const int index : {kCloddy, kDrift}) {
    HubMotion hub;
    hub.p_WC = Vector3d(index == kCloddy ? -1.0 : 1.0, 0.3, 0.122);
    const WheelForce got = Roll(law.get(), hub);
    const auto contact = SoilContact::Make(StudySoil(index), wheel, exact);
    const SoilForces expected = contact->AtHeight(0.122, TreadSlipOf(0.3, 0.0));
    EXPECT_NEAR(got.f_W.x(), expected.fx, 1e-3 * expected.fz);
    EXPECT_NEAR(got.f_W.z(), expected.fz, 1e-3 * expected.fz);
  }
  HubMotion on_rock;
  on_rock.p_WC = Vector3d(3.0, 0.0, 0.122);
  EXPECT_FALSE(law->Step(on_rock, 1e-3).touching);
}

TEST(TerrainSoil, FeelsTheRoughnessOfTheGround) {
  world::Collision plane = test::MakeSlope(0.0);
  plane.surface.name = "rough";
  world::GroundMaterial ground = Soft("rough", kDrift);
  ground.hard.roughness = 2e-3;
  const auto terrain = std::move(Terrain::Make(*test::MakeStaticWorld({plane}), {ground})).value();
  const Roughness* rough = terrain->roughness(0);
  ASSERT_NE(rough, nullptr);
  TerrainSoil surface(terrain.get(), 0.1425, 0.12);
  // The plane follows the mean height under the wheel, here by sums over a fine grid.
  double found_found = 0.0;
  double found_mean = 0.0;
  double mean_mean = 0.0;
  for (int i = 0; i < 400; ++i) {
    HubMotion hub;
    hub.p_WC = Vector3d(0.037 * i, 0.3 - 0.021 * i, 0.08);
    SoilPlane found;
    ASSERT_TRUE(surface.Find(hub, &found));
    double mean = 0.0;
    for (int row = -6; row <= 6; ++row) {
      for (int col = -6; col <= 6; ++col) {
        mean += rough->HeightAt(hub.p_WC.x() + 0.055 * row / 6.0, hub.p_WC.y() + 0.045 * col / 6.0);
      }
    }
    mean /= 169.0;
    const double height = 0.08 - found.height / found.normal_W.z();
    found_found += height * height;
    found_mean += height * mean;
    mean_mean += mean * mean;
  }
  EXPECT_GT(std::sqrt(mean_mean / 400.0), 0.01);
  EXPECT_NEAR(found_mean / mean_mean, 1.0, 0.02);
  EXPECT_GT(found_mean / std::sqrt(found_found * mean_mean), 0.99);
}

TEST(TerrainSoil, SlopeTurnsForcesWithTheGround) {
  const double slope = 0.3;
  const auto flat_terrain = SoftSlope(0.0);
  const auto tilted_terrain = SoftSlope(slope);
  const auto flat = std::move(MakeSoilLaw(RoverWheel(), flat_terrain.get(), nullptr, 3.71)).value();
  const auto tilted =
      std::move(MakeSoilLaw(RoverWheel(), tilted_terrain.get(), nullptr, 3.71)).value();
  HubMotion hub;
  hub.p_WC.z() = 0.12;
  const WheelForce level = Roll(flat.get(), hub);
  const Matrix3d R = Eigen::AngleAxisd(-slope, Vector3d::UnitY()).toRotationMatrix();
  HubMotion turned;
  turned.p_WC = R * hub.p_WC;
  turned.forward_W = R * hub.forward_W;
  turned.axle_W = R * hub.axle_W;
  turned.up_W = R * hub.up_W;
  const WheelForce got = Roll(tilted.get(), turned);
  EXPECT_LT((got.f_W - R * level.f_W).norm(), 1e-9);
  EXPECT_LT((got.t_C_W - R * level.t_C_W).norm(), 1e-9);
}

TEST(TerrainSoil, BumpsUnderTheWheelAreAPlane) {
  // A field with crests of 1 cm every 5 cm: the plane is at their mean height.
  auto field = std::make_shared<HeightField>();
  field->rows = field->cols = 201;
  field->size_x = field->size_y = 2.0;
  for (int i = 0; i < 201 * 201; ++i) {
    const double x = (i % 201) * 0.01;
    field->heights.push_back(static_cast<float>(0.005 * std::sin(2.0 * M_PI * x / 0.05) + 0.005));
  }
  world::HeightMap map;
  map.field = field;
  const auto terrain =
      std::move(Terrain::Make(*test::MakeStaticWorld({test::MakeShape(map, {}, "drift")}),
                              {Soft("drift", kDrift)}))
          .value();
  TerrainSoil soil(terrain.get(), 0.1425, 0.12);
  for (double x = -0.1; x < 0.1; x += 0.007) {
    HubMotion hub;
    hub.p_WC = Vector3d(x, 0.0, 0.13);
    SoilPlane plane;
    ASSERT_TRUE(soil.Find(hub, &plane));
    EXPECT_NEAR(plane.height, 0.125, 2.5e-3);
    EXPECT_GT(plane.normal_W.z(), 0.99);
  }
}

TEST(TerrainSoil, RefusesAWheelWithoutWidth) {
  const auto soft = SoftSlope(0.0);
  world::Wheel wheel = RoverWheel();
  wheel.width = 0.0;
  const auto got = MakeSoilLaw(wheel, soft.get(), nullptr, 9.81);
  ASSERT_FALSE(got.ok());
  EXPECT_NE(got.error().message.find("drift"), std::string::npos) << got.error().message;
  EXPECT_NE(got.error().message.find("width"), std::string::npos) << got.error().message;
}

}  // namespace
}  // namespace surefoot::ground
