#pragma once

/// The sun and the sky of a world: <surefoot:sun> and <surefoot:sky>.

#include <optional>

#include "surefoot/base/problem.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::world {

enum class SunShadows { kHard, kSoft, kNone };
/// Blue, butterscotch, or black as without an atmosphere.
enum class SkyKind { kEarth, kMars, kDark };

struct SunSpec {
  /// Unit vector towards the sun.
  Vector3d to_sun_W = Vector3d::UnitZ();
  /// Linear RGB, 0 to 1.
  Vector3d color = Vector3d::Ones();
  SunShadows shadows = SunShadows::kHard;
};

struct DaylightSpec {
  /// Absent: the directional lights of the world serve as suns.
  std::optional<SunSpec> sun;
  SkyKind sky = SkyKind::kEarth;
};

/// Reads the elements of the world; wrong ones are reported and ignored.
DaylightSpec ReadDaylight(const WorldSpec& spec, Problems* problems);

/// Direction to a sun at `azimuth` from north towards east and `elevation` above the horizon, in a
/// world whose x axis is rotated by `heading` from east towards north (rad).
Vector3d DirectionToSun(double azimuth, double elevation, double heading);

}  // namespace surefoot::world
