#pragma once

/// The sun and the sky of a world: <surefoot:sun> and <surefoot:sky>.

#include <optional>

#include "surefoot/base/problem.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::world {

enum class SunShadows { kHard, kSoft, kNone };
/// Blue, butterscotch, or black as where there is no air.
enum class SkyKind { kEarth, kMars, kDark };

struct SunSpec {
  /// Towards the sun, of length 1.
  Vector3d to_sun_W = Vector3d::UnitZ();
  /// Linear, from 0 to 1.
  Vector3d color = Vector3d::Ones();
  SunShadows shadows = SunShadows::kHard;
};

struct DaylightSpec {
  /// Absent: the directional lights of the world are its suns.
  std::optional<SunSpec> sun;
  SkyKind sky = SkyKind::kEarth;
};

/// Reads the elements of the world; what is wrong is reported, and then left out.
DaylightSpec ReadDaylight(const WorldSpec& spec, Problems* problems);

/// The direction to a sun that is `azimuth` from north towards east and `elevation` above the
/// horizon, in a world whose x axis is turned by `heading` from east towards north (rad).
Vector3d DirectionToSun(double azimuth, double elevation, double heading);

}  // namespace surefoot::world
