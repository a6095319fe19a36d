#pragma once

/// Light on surfaces; included by tile.cc and tests only.

#include "surefoot/render/lights.h"
#include "surefoot/render/looks.h"

namespace surefoot::render {

/// What light finds at a surface.
struct Reach {
  /// Share of the sky that is seen, and of the sun.
  double sky = 1.0;
  double sun = 1.0;
  /// Light of the other lamps that arrives: colour times cosine.
  Vector3d lamps = Vector3d::Zero();
};

/// The light that goes from a surface to the eye; `to_eye_W` has length 1.
Vector3d Shade(const Surface& surface, const Vector3d& to_eye_W, const LightSource& sun,
               const Reach& reach);

/// The sky in that direction, and at the horizon.
Vector3d SkyColor(const Vector3d& direction_W);
Vector3d HorizonColor();

/// Leaves most values alone and brings those beyond gently below 1.
Vector3d Compressed(const Vector3d& light);

}  // namespace surefoot::render
