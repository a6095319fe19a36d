#pragma once

/// Geometries as Embree scenes. Private to this folder.

#include <memory>
#include <string>

#include "surefoot/base/result.h"
#include "surefoot/world/geometry.h"

struct RTCDeviceTy;
struct RTCSceneTy;

namespace surefoot::raycast {

/// Releases what it holds.
struct ReleaseDevice {
  void operator()(RTCDeviceTy* device) const;
};
struct ReleaseScene {
  void operator()(RTCSceneTy* scene) const;
};
using Device = std::unique_ptr<RTCDeviceTy, ReleaseDevice>;
using GeometryScene = std::unique_ptr<RTCSceneTy, ReleaseScene>;

/// Equal for geometries that can share one scene.
std::string GeometryKey(const world::Geometry& geometry);

/// A committed scene of the geometry in its own frame. Shapes with formulas are kept by address:
/// `geometry` must outlive the scene.
Result<GeometryScene> MakeGeometryScene(RTCDeviceTy* device, const world::Geometry& geometry);

}  // namespace surefoot::raycast
