#pragma once

#include "surefoot/world/light/daylight.h"

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

}  // namespace surefoot::render
