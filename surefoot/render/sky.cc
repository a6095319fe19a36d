#include "surefoot/render/sky.h"

#include "surefoot/render/color.h"

namespace surefoot::render {
namespace {

/// A white floor comes out just white.
Sky EarthSky() {
  Sky sky;
  sky.above = Vector3d(0.40, 0.43, 0.47);
  sky.below = Vector3d(0.27, 0.26, 0.25);
  sky.sun = Vector3d(0.80, 0.77, 0.72);
  sky.from_eye = 0.10;
  sky.horizon = LinearFromSrgb(Vector3d(0.84, 0.88, 0.92));
  sky.zenith = LinearFromSrgb(Vector3d(0.45, 0.62, 0.84));
  sky.nadir = LinearFromSrgb(Vector3d(0.70, 0.72, 0.74));
  return sky;
}

/// Dust makes the sky butterscotch and takes blue out of all light; its share of the light is
/// ours, for a picture that shows both sides of a shadow.
Sky MarsSky() {
  Sky sky;
  sky.above = Vector3d(0.30, 0.23, 0.16);
  sky.below = Vector3d(0.14, 0.09, 0.06);
  sky.sun = Vector3d(0.98, 0.90, 0.78);
  sky.horizon = LinearFromSrgb(Vector3d(0.87, 0.74, 0.58));
  sky.zenith = LinearFromSrgb(Vector3d(0.66, 0.50, 0.36));
  sky.nadir = LinearFromSrgb(Vector3d(0.55, 0.40, 0.29));
  return sky;
}

/// Without air only the ground throws light into shadows.
Sky DarkSky() {
  Sky sky;
  sky.below = Vector3d::Constant(0.02);
  sky.sun = Vector3d::Constant(1.0);
  sky.haze = false;
  return sky;
}

}  // namespace

Sky SkyOf(world::SkyKind kind) {
  if (kind == world::SkyKind::kMars) return MarsSky();
  return kind == world::SkyKind::kDark ? DarkSky() : EarthSky();
}

}  // namespace surefoot::render
