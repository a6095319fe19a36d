#include "surefoot/ground/terrain/terrain.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "surefoot/ground/terrain/fan_depths.h"
#include "surefoot/ground/terrain/wheel_fan.h"
#include "surefoot/ground/test/rover.h"

namespace surefoot::ground {
namespace {

using test::MakeShape;
using test::MakeTerrain;

constexpr double kPi = 3.14159265358979323846;

std::shared_ptr<const HeightField> MakeField(int rows, int cols, double cell, double height,
                                             unsigned seed) {
  auto field = std::make_shared<HeightField>();
  field->rows = rows;
  field->cols = cols;
  field->size_x = cell * (cols - 1);
  field->size_y = 1.3 * cell * (rows - 1);
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> any(0.0F, static_cast<float>(height));
  for (int i = 0; i < rows * cols; ++i) field->heights.push_back(any(random));
  return field;
}

world::HeightMap MapOf(std::shared_ptr<const HeightField> field) {
  world::HeightMap map;
  map.field = std::move(field);
  return map;
}

TEST(TerrainTest, LooksDownFromWhereItIsAsked) {
  const auto terrain = MakeTerrain(
      {MakeShape(world::Plane()),
       MakeShape(world::Box{Vector3d(4.0, 2.0, 0.2)}, RigidTransform(Vector3d(0.0, 0.0, 3.0)))},
      world::HardGround());
  EXPECT_NEAR(terrain->Below(Vector3d(0.0, 0.0, 5.0), 10.0).distance, 1.9, 1e-12);
  EXPECT_NEAR(terrain->Below(Vector3d(0.0, 0.0, 2.0), 10.0).distance, 2.0, 1e-12) << "a bridge";
  EXPECT_NEAR(terrain->Below(Vector3d(3.0, 0.0, 5.0), 10.0).distance, 5.0, 1e-12) << "beside it";
  EXPECT_FALSE(terrain->Below(Vector3d(3.0, 0.0, 5.0), 4.0).ok());
}

TEST(TerrainTest, HeightsAreThoseOfTheField) {
  const auto field = MakeField(9, 13, 0.2, 0.3, 5);
  const RigidTransform X_WG(Quaterniond(Eigen::AngleAxisd(0.4, Vector3d::UnitZ())),
                            Vector3d(30.0, -20.0, 1.0));
  const auto terrain = MakeTerrain({MakeShape(MapOf(field), X_WG)}, world::HardGround());
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  for (int i = 0; i < 500; ++i) {
    const Vector3d p_G(any(random), 0.9 * any(random), 2.0);
    const GroundHit hit = terrain->Below(X_WG * p_G, 10.0);
    ASSERT_TRUE(hit.ok());
    EXPECT_NEAR(2.0 - hit.distance, field->HeightAt(p_G.x(), p_G.y()), 1e-12);
  }
  EXPECT_FALSE(terrain->Below(X_WG * Vector3d(1.3, 0.0, 2.0), 10.0).ok()) << "beside the field";
}

TEST(TerrainTest, EachSurfaceHasItsGround) {
  std::vector<world::Collision> shapes = {
      MakeShape(world::Plane(), RigidTransform(), "ice"),
      MakeShape(world::Box{Vector3d(1.0, 1.0, 0.2)}, RigidTransform(), "asphalt"),
      MakeShape(world::Box{Vector3d(1.0, 1.0, 0.2)}, RigidTransform(Vector3d(3.0, 0.0, 0.0)), "")};
  shapes[2].surface.mu = 0.33;
  world::GroundMaterial ice;
  ice.name = "ice";
  ice.hard.mu = 0.15;
  world::GroundMaterial asphalt;
  asphalt.name = "asphalt";
  const auto terrain =
      std::move(Terrain::Make(*test::MakeStaticWorld(shapes), {asphalt, ice})).value();
  const auto ground_at = [&](double x) {
    return terrain->Below(Vector3d(x, 0.0, 1.0), 2.0).ground;
  };
  EXPECT_EQ(terrain->ground(ground_at(-2.0)).name, "ice");
  EXPECT_EQ(terrain->ground(ground_at(0.0)).name, "asphalt");
  EXPECT_EQ(terrain->ground(ground_at(3.0)).hard.mu, 0.33);
  EXPECT_FALSE(terrain->is_named(ground_at(3.0)));
  EXPECT_TRUE(terrain->is_named(ground_at(0.0)));
}

/// Each ray of a slice cast separately.
void ExpectRaysAgree(const Terrain& terrain, const FanSlice& at, const Fan& fan,
                     const SliceDepths& slice) {
  for (int i = 0; i < kRays; ++i) {
    if (i == kFanRays) continue;
    const auto k = static_cast<std::size_t>(i);
    const Vector3d d_W = fan.cos[k] * at.down_W + fan.sin[k] * at.forward_W;
    const GroundHit hit = terrain.Cast(at.p_W, d_W, at.radius);
    if (i >= kFanRays && !slice.sides) {
      EXPECT_GT(hit.distance, at.radius - 1e-9) << "ray " << i;
    } else if (hit.ok()) {
      EXPECT_NEAR(slice.depth[k], at.radius - hit.distance, 1e-9) << "ray " << i;
    } else {
      EXPECT_LE(slice.depth[k], 1e-9) << "ray " << i;
    }
  }
}

void ExpectRaysAgree(const Terrain& terrain, const FanFrame& frame, WheelFan* fan) {
  const double radius = fan->fan().radius;
  SliceDepths slices[kSlices];
  fan->MoveTo(frame);
  fan->Measure(frame, radius, slices);
  for (int s = 0; s < kSlices; ++s) {
    const FanSlice at{frame.p_WC + fan->offset(s) * frame.axle_W, frame.forward_W, frame.down_W,
                      radius};
    ExpectRaysAgree(terrain, at, fan->fan(), slices[s]);
  }
}

FanFrame AnyFrame(double radius, double height, std::mt19937* random) {
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  HubMotion motion;
  const Quaterniond q =
      QuaternionFromRpy(0.1 * any(*random), 0.1 * any(*random), kPi * any(*random));
  motion.p_WC = Vector3d(0.5 * any(*random), 0.5 * any(*random), height + radius);
  motion.forward_W = q * Vector3d::UnitX();
  motion.axle_W = q * Vector3d::UnitY();
  motion.up_W = q * Vector3d::UnitZ();
  return MakeFanFrame(motion);
}

TEST(TerrainTest, SlicesAgreeWithSingleRays) {
  std::mt19937 random(3);
  const double radius = 0.165;
  const std::vector<std::vector<world::Collision>> worlds = {
      {MakeShape(world::Plane())},
      {MakeShape(MapOf(MakeField(30, 30, 0.1, 0.005, 1)))},
      {MakeShape(MapOf(MakeField(90, 90, 0.03, 0.004, 2)))},
      {MakeShape(MapOf(MakeField(30, 30, 0.1, 0.15, 3)))},
      {MakeShape(world::Box{Vector3d(9.0, 9.0, 0.2)}, RigidTransform(Vector3d(0.0, 0.0, -0.1))),
       MakeShape(world::Box{Vector3d(0.4, 0.4, 0.1)})},
      {MakeShape(world::Plane()), MakeShape(world::Sphere{0.1}),
       MakeShape(world::Cylinder{0.1, 0.1}, RigidTransform(Vector3d(0.3, 0.0, 0.0)))},
  };
  for (const auto& shapes : worlds) {
    const auto terrain = MakeTerrain(shapes, world::HardGround());
    WheelFan fan(terrain.get(), radius, 0.114, 20.0 / 180.0 * kPi);
    for (int i = 0; i < 200; ++i) {
      const FanFrame frame = AnyFrame(radius, i % 2 == 0 ? 0.0 : 0.05, &random);
      ExpectRaysAgree(*terrain, frame, &fan);
      if (HasFailure()) return;
    }
  }
}

TEST(TerrainTest, WhatIsNearIsFoundAgainWhileMoving) {
  const auto terrain =
      MakeTerrain({MakeShape(MapOf(MakeField(60, 60, 0.05, 0.06, 4)))}, world::HardGround());
  WheelFan moving(terrain.get(), 0.165, 0.114, 20.0 / 180.0 * kPi);
  HubMotion motion;
  SliceDepths slices[kSlices];
  SliceDepths again[kSlices];
  for (int i = 0; i < 1000; ++i) {
    motion.p_WC = Vector3d(-0.5 + 0.001 * i, 0.0003 * i, 0.17);
    const FanFrame frame = MakeFanFrame(motion);
    WheelFan fresh(terrain.get(), 0.165, 0.114, 20.0 / 180.0 * kPi);
    moving.MoveTo(frame);
    fresh.MoveTo(frame);
    moving.Measure(frame, 0.165, slices);
    fresh.Measure(frame, 0.165, again);
    for (int s = 0; s < kSlices; ++s) {
      const std::size_t count = slices[s].sides && again[s].sides ? kRays : kFanRays;
      for (std::size_t k = 0; k < count; ++k) {
        ASSERT_NEAR(std::max(slices[s].depth[k], 0.0), std::max(again[s].depth[k], 0.0), 1e-9) << i;
      }
    }
  }
}

}  // namespace
}  // namespace surefoot::ground
