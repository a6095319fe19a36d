#pragma once

#include <vector>

#include "surefoot/sensors/camera/camera_model.h"

namespace surefoot::sensors {

/// Which shape each pixel of a camera sees.
class ShapeImage {
 public:
  explicit ShapeImage(const CameraModel& model) : model_(model) {}

  /// One index for Scene::shape() per pixel, -1 where nothing is seen, as the camera, whose frame S
  /// is at X_WS, sees them in the scene.
  const std::vector<std::int32_t>& Trace(const raycast::Scene& scene, const RigidTransform& X_WS);

  const CameraModel& model() const { return model_; }

 private:
  CameraModel model_;
  PixelRays rays_;
  std::vector<std::int32_t> shapes_;
};

}  // namespace surefoot::sensors
