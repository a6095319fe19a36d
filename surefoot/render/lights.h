#pragma once

#include <optional>
#include <vector>

#include "surefoot/render/lanes.h"
#include "surefoot/world/light/daylight.h"
#include "surefoot/world/world.h"

namespace surefoot::render {

/// What a sky gives; colours are linear.
struct Sky {
  /// Light from above and from below, and what is left of the sun's.
  Vector3d above = Vector3d::Zero();
  Vector3d below = Vector3d::Zero();
  Vector3d sun = Vector3d::Ones();
  /// A little light from the eye, so that nothing is without shape; none on other planets, where
  /// shadows are what one looks for.
  double from_eye = 0.0;
  /// Its own colours.
  Vector3d horizon = Vector3d::Zero();
  Vector3d zenith = Vector3d::Zero();
  Vector3d nadir = Vector3d::Zero();
  /// Things far away fade into the horizon.
  bool haze = true;
};

Sky SkyOf(world::SkyKind kind);

/// A light of the picture; colours are linear.
struct LightSource {
  enum class Kind { kDirectional, kPoint, kSpot };
  Kind kind = Kind::kDirectional;
  Vector3d color = Vector3d::Ones();
  bool casts_shadows = true;
  /// The sun: a point, whose shadows have no soft edge in any picture.
  bool is_hard = false;
  /// Which light it is: those of the world, then those of the links; -1: a sun that no file has.
  int number = -1;
  /// Where the light goes (directional, spot), of length 1.
  Vector3d direction_W = -Vector3d::UnitZ();
  /// Point and spot: place, reach, and 1 / (constant + linear d + quadratic d^2).
  Vector3d p_W = Vector3d::Zero();
  double range = 10.0;
  double constant = 1.0;
  double linear = 0.0;
  double quadratic = 0.0;
  /// Spot: half angles (as cosines) of the full and of the faintest light.
  double cos_inner = 1.0;
  double cos_outer = 0.0;

  /// The light that reaches a point, shadows apart.
  Vector3d ColorAt(const Vector3d& point_W) const;
};

/// The share of a point's or spot's light at a place that is `distance` away and `cosine` off the
/// light's direction, for one place or many.
template <typename Real, typename Number>
Real LightShare(const LightSource& light, const Real& distance, const Real& cosine) {
  const auto as = [](double value) { return static_cast<Number>(value); };
  const auto clamped = [](const Real& value) {
    return Real(-NotBelow(Real(-NotBelow(value, Number(0))), Number(-1)));
  };
  // Gently to nothing at the end of the range.
  const Real end = clamped(Real(Number(4) - distance * as(4.0 / light.range)));
  const Real loss =
      as(light.constant) + distance * (as(light.linear) + distance * as(light.quadratic));
  Real share = end / NotBelow(loss, Number(0.5));
  if (light.kind == LightSource::Kind::kSpot) {
    const double width = std::max(light.cos_inner - light.cos_outer, 1e-6);
    share = share * clamped(Real((cosine - as(light.cos_outer)) * as(1.0 / width)));
  }
  return share;
}

/// The lights of a world and of its links, as far as their numbers make sense, ready to be placed.
class LightSet {
 public:
  explicit LightSet(const world::World& world);

  /// The lights to draw with when the links are at X_WL: those of the world, and a sun when it has
  /// none. The first is the sun (directional); the sum of the directional ones is never too bright.
  /// With a <surefoot:sun> no other directional light counts; below the horizon it is black.
  void Place(const std::vector<RigidTransform>& X_WL, std::vector<LightSource>* lights) const;
  const Sky& sky() const { return sky_; }

 private:
  /// In the frame of the link; -1 is the world.
  struct Fixture {
    int link = -1;
    LightSource light_P;
    /// A direction that holds in the world, wherever the lamp is.
    bool in_world = false;
  };
  void Add(const world::Light& light, int link);

  std::vector<Fixture> fixtures_;
  std::optional<LightSource> sun_;
  Sky sky_;
};

std::vector<LightSource> LightsOf(const world::World& world,
                                  const std::vector<RigidTransform>& X_WL);

}  // namespace surefoot::render
