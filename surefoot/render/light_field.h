#pragma once

/// The light that comes along rays from one eye, without any of the care that pictures take: one
/// ray for each direction, one to each light. For cameras that take many pictures a second.

#include <vector>

#include "surefoot/render/lights.h"
#include "surefoot/render/looks.h"

namespace surefoot::render {

/// Rays from one place; directions in the eye's frame O, whose z axis is the middle of the view.
/// Those of length 0 see nothing.
struct ViewRays {
  RigidTransform X_WO;
  const float* x = nullptr;
  const float* y = nullptr;
  const float* z = nullptr;
  int count = 0;
  /// What is nearer or farther along z is not seen (m).
  double near_clip = 0.0;
  double far_clip = 100.0;
  /// Width of a ray's sample at distance 1.
  double sample_angle = 0.002;
  Sky sky = SkyOf(world::SkyKind::kEarth);
};

/// Linear light, one array per colour, as long as there are rays.
struct LightValues {
  float* red = nullptr;
  float* green = nullptr;
  float* blue = nullptr;
};

/// Rays should lie along a line of the picture: neighbours are cast together. `lights` as LightsOf
/// gives them. Touches nothing but `values`, so parts of a picture can be traced side by side.
void TraceLight(const raycast::Scene& scene, const Looks& looks,
                const std::vector<LightSource>& lights, const ViewRays& rays,
                const LightValues& values);

}  // namespace surefoot::render
