#pragma once

#include <optional>
#include <vector>

#include "surefoot/render/lanes.h"
#include "surefoot/world/light/daylight.h"
#include "surefoot/world/world.h"

namespace surefoot::render {

/// The light and the colours of a sky; all values are linear.
struct Sky {
  /// Ambient light from above and from below, and the sun's light after the atmosphere. Shading is
  /// a hemisphere model: the normal's z blends between `below` and `above`.
  Vector3d above = Vector3d::Zero();
  Vector3d below = Vector3d::Zero();
  Vector3d sun = Vector3d::Ones();
  /// Weak light from the eye, so that faces in shadow keep their shape. Zero on other planets,
  /// where a true shadow is what the picture is for.
  double from_eye = 0.0;
  /// Colours of the sky itself.
  Vector3d horizon = Vector3d::Zero();
  Vector3d zenith = Vector3d::Zero();
  Vector3d nadir = Vector3d::Zero();
  /// Whether distant surfaces fade into the colour of the horizon.
  bool haze = true;
};

/// The constants of each kind of sky; chosen by eye for balanced pictures, not measured radiances.
Sky SkyOf(world::SkyKind kind);

/// A light of the picture; colours are linear. Build the list with LightsOf, which sorts and limits
/// it.
struct LightSource {
  enum class Kind { kDirectional, kPoint, kSpot };
  Kind kind = Kind::kDirectional;
  Vector3d color = Vector3d::Ones();
  bool casts_shadows = true;
  /// A sun whose shadows have no penumbra.
  bool is_hard = false;
  /// Index of the light: first those of the world, then those of the links; -1 for a sun that no
  /// file defines.
  int number = -1;
  /// Direction of travel of the light (directional, spot); a unit vector.
  Vector3d direction_W = -Vector3d::UnitZ();
  /// Point and spot: position and range (m), attenuation 1 / (constant + linear d + quadratic d^2),
  /// as in SDF <attenuation>.
  Vector3d p_W = Vector3d::Zero();
  double range = 10.0;
  double constant = 1.0;
  double linear = 0.0;
  double quadratic = 0.0;
  /// Spot: cosines of the half angles where full light ends and where light ends.
  double cos_inner = 1.0;
  double cos_outer = 0.0;

  /// The light that reaches a point, shadows not considered.
  Vector3d ColorAt(const Vector3d& point_W) const;
};

/// Share of a point or spot light that reaches a place `distance` away (m); `cosine` is that of the
/// angle to the light's direction. Real is the type of the places, Number that of one scalar.
template <typename Real, typename Number>
Real LightShare(const LightSource& light, const Real& distance, const Real& cosine) {
  const auto as = [](double value) { return static_cast<Number>(value); };
  const auto clamped = [](const Real& value) {
    return Real(-NotBelow(Real(-NotBelow(value, Number(0))), Number(-1)));
  };
  // Fades linearly to zero over the last quarter of the range, without a visible edge.
  const Real end = clamped(Real(Number(4) - distance * as(4.0 / light.range)));
  const Real loss =
      as(light.constant) + distance * (as(light.linear) + distance * as(light.quadratic));
  // The bound keeps a lamp with a small attenuation from blinding its surroundings.
  Real share = end / NotBelow(loss, Number(0.5));
  if (light.kind == LightSource::Kind::kSpot) {
    const double width = std::max(light.cos_inner - light.cos_outer, 1e-6);
    share = share * clamped(Real((cosine - as(light.cos_outer)) * as(1.0 / width)));
  }
  return share;
}

/// The valid lights of a world and of its links, ready to be placed. Read once, placed for every
/// picture. Immutable, so threads may share it.
class LightSet {
 public:
  explicit LightSet(const world::World& world);

  /// The lights when the links are at X_WL: those of the world, with a default sun if there is
  /// none. The first is always the sun (directional), as shaders expect. The sum of the directional
  /// lights is limited. A <surefoot:sun> replaces all other directional lights; below the horizon
  /// it is black.
  void Place(const std::vector<RigidTransform>& X_WL, std::vector<LightSource>* lights) const;
  const Sky& sky() const { return sky_; }

 private:
  /// A light in the frame of its link; link -1 is the world.
  struct Fixture {
    int link = -1;
    LightSource light_P;
    /// Whether the direction is fixed in the world, however the link turns.
    bool in_world = false;
  };
  void Add(const world::Light& light, int link);

  std::vector<Fixture> fixtures_;
  std::optional<LightSource> sun_;
  Sky sky_;
};

/// Reads and places in one call, for a single picture.
std::vector<LightSource> LightsOf(const world::World& world,
                                  const std::vector<RigidTransform>& X_WL);

}  // namespace surefoot::render
