#include "surefoot/ground/soil/terrain_soil.h"

#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace surefoot::ground {
namespace {

/// The fan reaches as far as contacts in soil do (rad).
constexpr double kHalfAngle = 0.6;

/// Depth below the axle as a plane over the ways forward and along the axle, by least squares.
struct PlaneFit {
  /// Sums over places at one way along the axle.
  struct Row {
    double w = 0.0, wx = 0.0, wxx = 0.0, wd = 0.0, wxd = 0.0;

    void Add(double weight, double forward, double depth) {
      const double x = weight * forward;
      w += weight;
      wx += x;
      wxx += x * forward;
      wd += weight * depth;
      wxd += x * depth;
    }
  };
  void Add(const Row& row, double along) {
    n00 += row.w;
    n10 += row.wx;
    n11 += row.wxx;
    n20 += along * row.w;
    n21 += along * row.wx;
    n22 += along * along * row.w;
    right += Vector3d(row.wd, row.wxd, along * row.wd);
  }
  /// Depth at the axle, and how it grows along both ways; `least` holds the slopes where there is
  /// little to tell them.
  Vector3d Solve(double least) const {
    const double l10 = n10 / n00;
    const double l20 = n20 / n00;
    const double d1 = n11 + least - l10 * n10;
    const double l21 = (n21 - l20 * n10) / d1;
    const double d2 = n22 + least - l20 * n20 - l21 * l21 * d1;
    const double y1 = right.y() - l10 * right.x();
    const double z = (right.z() - l20 * right.x() - l21 * y1) / d2;
    const double y = y1 / d1 - l21 * z;
    return Vector3d(right.x() / n00 - l10 * y - l20 * z, y, z);
  }

  double n00 = 0.0, n10 = 0.0, n11 = 0.0, n20 = 0.0, n21 = 0.0, n22 = 0.0;
  Vector3d right = Vector3d::Zero();
};

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
  PlaneFit sums;
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
    PlaneFit::Row row;
    for (std::size_t i = 0; i < kFanRays; ++i) {
      if (slice.depth[i] <= -fan.radius) continue;
      const double distance = fan.radius - slice.depth[i];
      row.Add(fan.weight[i], distance * fan.sin[i], distance * fan.cos[i]);
      if (slice.depth[i] <= deepest) continue;
      deepest = slice.depth[i];
      plane->soil = slice.ground[0];
    }
    sums.Add(row, offset);
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
  const Vector3d fit = sums.Solve(1e-9 * fan.radius * fan.radius);
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
