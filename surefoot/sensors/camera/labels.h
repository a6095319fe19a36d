#pragma once

/// What things are called in segmented pictures and bounding boxes.

#include <string>
#include <vector>

#include "surefoot/raycast/scene.h"
#include "surefoot/sensors/camera/camera_model.h"

namespace surefoot::sensors {

/// A thing that has a label: a model, a link or a visual.
struct LabelledThing {
  /// "husky", "husky::base_link" or "husky::base_link::visual".
  std::string name;
  int label = 0;
  /// World id of the link that its box is told in: the only or the first one.
  int link = 0;
};

/// Labels by Gazebo's label plugin or <surefoot:label> in a model, a link or a visual, the
/// narrowest one wins. Things are numbered from 1 in the world's order; 0 is what has no label.
class Labels {
 public:
  explicit Labels(const raycast::Scene& scene);

  /// Of a shape: index of its thing plus 1, or 0.
  int thing_of(int shape) const { return thing_of_shape_[static_cast<std::size_t>(shape)]; }
  const std::vector<LabelledThing>& things() const { return things_; }
  /// Of thing number `thing`; 0 for 0.
  int LabelOf(int thing) const {
    return thing == 0 ? 0 : things_[static_cast<std::size_t>(thing) - 1].label;
  }

  /// {"labels": [...], "instances": [{"id": 1, "label": 10, "name": "husky"}, ...]}
  std::string Legend() const;

 private:
  int ThingFor(const std::string& name, int label, int link);

  std::vector<LabelledThing> things_;
  std::vector<int> thing_of_shape_;
};

/// Errors for labels that are no numbers from 0 to 65535.
void CheckLabels(const world::World& world, Problems* problems);

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
