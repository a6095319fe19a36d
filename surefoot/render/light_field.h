#pragma once

/// The light along rays from one eye, traced cheaply: one ray for each direction and one shadow ray
/// to each light, no supersampling and no ambient occlusion. For cameras that take many pictures a
/// second; Render() in render.h makes the better pictures.

#include <vector>

#include "surefoot/render/lights.h"
#include "surefoot/render/looks.h"

namespace surefoot::render {

/// Rays from one origin. Directions are in the eye's frame O, whose z axis is the middle of the
/// view. They have length 1; a ray of length 0 is skipped and stays black.
struct ViewRays {
  RigidTransform X_WO;
  const float* x = nullptr;
  const float* y = nullptr;
  const float* z = nullptr;
  int count = 0;
  /// Clipping planes: distances along z (m).
  double near_clip = 0.0;
  double far_clip = 100.0;
  /// Width of a ray's footprint at distance 1 (rad); selects the level of detail of textures.
  double sample_angle = 0.002;
  Sky sky = SkyOf(world::SkyKind::kEarth);
};

/// Output: linear light, one array for each colour, with ViewRays::count entries.
struct LightValues {
  float* red = nullptr;
  float* green = nullptr;
  float* blue = nullptr;
};

/// Neighbouring rays should lie along a line of the picture, because packets of neighbours are cast
/// together. `lights` is the result of LightsOf. Writes to `values` only, so several threads may
/// trace parts of a picture.
void TraceLight(const raycast::Scene& scene, const Looks& looks,
                const std::vector<LightSource>& lights, const ViewRays& rays,
                const LightValues& values);

}  // namespace surefoot::render
