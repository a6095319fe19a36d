#include "surefoot/ground/terrain/wheel_fan.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "surefoot/ground/soil/soil_law.h"
#include "surefoot/ground/test/rover.h"
#include "surefoot/ground/tyre/tyre_law.h"
#include "tests/allocation_counter.h"

namespace surefoot::ground {
namespace {

using test::MakeShape;
using test::MakeTerrain;

/// Waves of half a metre, `height` from crest to trough.
std::shared_ptr<const HeightField> Waves(double height) {
  auto field = std::make_shared<HeightField>();
  field->rows = field->cols = 121;
  field->size_x = field->size_y = 6.0;
  for (int i = 0; i < field->rows * field->cols; ++i) {
    const double row = i / field->cols;
    const double col = i % field->cols;
    field->heights.push_back(
        static_cast<float>(0.25 * height * (2.0 + std::sin(0.6 * row) + std::cos(0.5 * col))));
  }
  return field;
}

world::HeightMap MapOf(std::shared_ptr<const HeightField> field) {
  world::HeightMap map;
  map.field = std::move(field);
  return map;
}

world::Mesh MeshOf(const HeightField& field) {
  world::Mesh mesh;
  mesh.mesh = std::make_shared<TriMesh>(ToMesh(field));
  return mesh;
}

std::unique_ptr<TyreLaw> HuskyTyre(const Terrain* terrain) {
  TyreSpec spec;
  spec.name = "wheel";
  spec.radius = 0.165;
  spec.width = 0.114;
  spec.nominal_load = 184.0;
  return std::move(TyreLaw::Make(spec, terrain)).value();
}

/// A wheel that rolls along an arc and bounces, pressed in by 0 to 16 mm relative to the mean
/// height.
HubMotion Bouncing(int step, double height) {
  const double yaw = 0.0007 * step;
  HubMotion motion;
  motion.forward_W = Vector3d(std::cos(yaw), std::sin(yaw), 0.0);
  motion.axle_W = Vector3d(-std::sin(yaw), std::cos(yaw), 0.0);
  motion.p_WC = Vector3d(-0.6 + 0.0007 * step, 0.0004 * step,
                         height + 0.165 - 0.008 + 0.008 * std::sin(0.013 * step));
  motion.v_WC = 0.7 * motion.forward_W;
  motion.spin = 0.75 / 0.165;
  motion.effective_mass_x = motion.effective_mass_y = motion.effective_mass_z = 18.0;
  return motion;
}

// Deep in the ground, the tread touches beyond the rays below: rays ahead and behind must take over
// without a jump, on a height map as on its triangles.
TEST(WheelFanTest, HeightMapsActAsTheirTriangles) {
  const auto field = Waves(0.04);
  const auto as_map = MakeTerrain({MakeShape(MapOf(field))}, world::HardGround());
  const auto as_mesh = MakeTerrain({MakeShape(MeshOf(*field))}, world::HardGround());
  const auto on_map = HuskyTyre(as_map.get());
  const auto on_mesh = HuskyTyre(as_mesh.get());
  double largest = 0.0;
  for (int i = 0; i < 2000; ++i) {
    const HubMotion motion = Bouncing(i, 0.02);
    const WheelForce a = on_map->Step(motion, 0.001);
    const WheelForce b = on_mesh->Step(motion, 0.001);
    largest = std::max(largest, a.load);
    ASSERT_NEAR((a.f_W - b.f_W).norm(), 0.0, 1e-4 * b.load) << "step " << i << ", load " << b.load;
  }
  EXPECT_GT(largest, 1000.0) << "deep enough";
}

TEST(WheelFanTest, ContinuesFromASnapshotBitForBit) {
  const auto terrain = MakeTerrain({MakeShape(MapOf(Waves(0.06)))}, world::HardGround());
  const auto wheel = HuskyTyre(terrain.get());
  for (int i = 0; i < 777; ++i) wheel->Step(Bouncing(i, 0.03), 0.001);
  const Bytes saved = SavedState(wheel.get());
  const auto copy = HuskyTyre(terrain.get());
  ASSERT_TRUE(RestoreState(saved, copy.get()));
  for (int i = 777; i < 2000; ++i) {
    const HubMotion motion = Bouncing(i, 0.03);
    const WheelForce a = wheel->Step(motion, 0.001);
    const WheelForce b = copy->Step(motion, 0.001);
    ASSERT_EQ(a.f_W, b.f_W) << "step " << i;
    ASSERT_EQ(a.t_C_W, b.t_C_W) << "step " << i;
  }
}

TEST(WheelFanTest, DoesNotAllocateOnAnyGround) {
  const auto field = Waves(0.04);
  const std::vector<std::vector<world::Collision>> grounds = {
      {MakeShape(world::Plane())},
      {MakeShape(MapOf(field))},
      {MakeShape(MeshOf(*field))},
      {MakeShape(world::Plane()), MakeShape(world::Box{Vector3d(0.5, 4.0, 0.06)}),
       MakeShape(world::Sphere{0.05}, RigidTransform(Vector3d(0.5, 0.4, 0.0)))},
  };
  for (const auto& shapes : grounds) {
    world::HardGround hard;
    hard.roughness = 20e-6;
    const auto terrain = MakeTerrain(shapes, hard);
    const auto tyre = HuskyTyre(terrain.get());
    TerrainSoil soil(terrain.get(), 0.165, 0.114);
    const long before = AllocationCount();
    SoilPlane plane;
    double sum = 0.0;
    for (int i = 0; i < 1500; ++i) {
      const HubMotion motion = Bouncing(i, 0.02);
      sum += tyre->Step(motion, 0.001).load;
      if (soil.Find(motion, &plane)) sum += plane.height;
      sum += terrain->Below(motion.p_WC, 1.0).distance;
    }
    EXPECT_EQ(AllocationCount(), before);
    EXPECT_GT(sum, 0.0);
  }
}

// The edge of the ground directly under a ray must not count as contact at the axle.
TEST(WheelFanTest, EdgesAlongARayDoNotCount) {
  auto field = std::make_shared<HeightField>();
  field->rows = field->cols = 101;
  field->size_x = field->size_y = 1.0;
  field->heights.assign(101 * 101, 0.0F);
  const auto terrain = MakeTerrain({MakeShape(MeshOf(*field))}, world::HardGround());
  WheelFan fan(terrain.get(), 0.15, 0.12, 0.35);
  HubMotion motion;
  // The slices are on rows of samples, the middle ray on a column.
  motion.p_WC = Vector3d(0.0, 0.0, 0.149);
  const FanFrame frame = MakeFanFrame(motion);
  SliceDepths slices[kSlices];
  fan.MoveTo(frame);
  fan.Measure(frame, 0.15, slices);
  for (const SliceDepths& slice : slices) {
    for (std::size_t i = 0; i < kFanRays; ++i) {
      EXPECT_NEAR(slice.depth[i], 0.15 - 0.149 / fan.fan().cos[i], 1e-12) << "ray " << i;
    }
  }
}

}  // namespace
}  // namespace surefoot::ground
