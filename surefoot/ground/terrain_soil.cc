#include "surefoot/ground/terrain_soil.h"

#include <Eigen/Dense>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace surefoot::ground {
namespace {

/// The fan reaches as far as contacts in soil do (rad).
constexpr double kHalfAngle = 0.6;

}  // namespace

TerrainSoil::TerrainSoil(const Terrain* terrain, double radius, double width)
    : fan_(terrain, radius, width, kHalfAngle),
      maps_(terrain, std::hypot(1.2 * radius, 0.5 * width)) {}

bool TerrainSoil::Find(const HubMotion& motion, SoilPlane* plane) {
  const FanFrame frame = MakeFanFrame(motion);
  if (!fan_.MoveTo(frame)) return false;
  const bool mixed = maps_.Look(frame.p_WC, &fan_);
  // The plane goes on beyond the border; only what carries ends there.
  if (mixed) maps_.ShowAll(&fan_);
  GroundMix mix;
  const Fan& fan = fan_.fan();
  // Depth below the axle as a plane over the ways forward and along the axle.
  Matrix3d normal = Matrix3d::Zero();
  Vector3d right = Vector3d::Zero();
  double deepest = -fan.radius;
  SliceDepths slices[kSlices];
  fan_.Measure(frame, fan.radius, slices);
  for (int s = 0; s < kSlices; ++s) {
    SliceDepths& slice = slices[s];
    const double offset = fan_.offset(s);
    if (mixed) {
      maps_.AddMix(frame, s, fan_, &slice, &mix);
    } else {
      maps_.Resolve(&slice);
      fan_.AddRoughness(frame, s, fan.radius, &slice);
    }
    for (std::size_t i = 0; i < kFanRays; ++i) {
      if (slice.depth[i] <= -fan.radius) continue;
      const double distance = fan.radius - slice.depth[i];
      const Vector3d row(1.0, distance * fan.sin[i], offset);
      normal += fan.weight[i] * row * row.transpose();
      right += fan.weight[i] * distance * fan.cos[i] * row;
      if (slice.depth[i] <= deepest) continue;
      deepest = slice.depth[i];
      plane->soil = slice.ground[0];
    }
  }
  if (!(deepest > 0.0)) return false;
  if (mixed) {
    plane->soil = mix.Heaviest();
    if (plane->soil < 0) return false;
    plane->next_soil = mix.Heaviest(plane->soil);
    plane->next_share = mix.ShareOf(plane->next_soil);
    plane->cover = mix.carried / mix.all;
  }
  // Where few rays meet anything, the plane lies square to the wheel.
  normal.diagonal() += 1e-9 * fan.radius * fan.radius * Vector3d(0.0, 1.0, 1.0);
  const Vector3d fit = normal.ldlt().solve(right);
  const Vector3d normal_W = -frame.down_W + fit.y() * frame.forward_W + fit.z() * frame.axle_W;
  const double size = normal_W.norm();
  plane->normal_W = normal_W / size;
  plane->height = fit.x() / size;
  return std::isfinite(plane->height);
}

Result<std::unique_ptr<SoilLaw>> MakeSoilLaw(const world::Wheel& wheel, const Terrain* terrain,
                                             CompactionMap* map, double gravity,
                                             SoilLawOptions options) {
  SoilWheel shape;
  shape.radius = wheel.radius;
  shape.width = wheel.width;
  shape.flattening_pressure = wheel.tyre.flattening_pressure;
  shape.grousers = wheel.tyre.grousers;
  shape.grouser_height = wheel.tyre.grouser_height;
  options.contact.gravity = gravity;
  std::vector<std::optional<world::Soil>> soils;
  for (int i = 0; i < terrain->ground_count(); ++i) {
    const world::GroundMaterial& ground = terrain->ground(i);
    soils.push_back(ground.has_soil ? std::make_optional(ground.soil) : std::nullopt);
    if (!ground.has_soil) continue;
    const auto contact = SoilContact::Make(ground.soil, shape, options.contact.For(ground.soil));
    if (!contact) return contact.error().Within("ground \"" + ground.name + "\"");
  }
  auto surface = std::make_unique<TerrainSoil>(terrain, wheel.radius, wheel.width);
  return SoilLaw::Make(shape, soils, std::move(surface), map, options);
}

}  // namespace surefoot::ground
