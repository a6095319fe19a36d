#pragma once

/// Labels of models, links and visuals, for segmentation images and bounding boxes.

#include <string>
#include <vector>

#include "surefoot/raycast/scene.h"
#include "surefoot/sensors/camera/camera_model.h"

namespace surefoot::sensors {

/// An object with a label: a model, a link or a visual.
struct LabelledThing {
  /// "husky", "husky::base_link" or "husky::base_link::visual".
  std::string name;
  int label = 0;
  /// World id of its link; the first link of a model.
  int link = 0;
};

/// Labels from Gazebo's label plugin or <surefoot:label> in a model, a link or a visual; the
/// innermost one applies. Objects are numbered from 1 in the world's order; 0 is the unlabelled
/// rest.
class Labels {
 public:
  explicit Labels(const raycast::Scene& scene);

  /// Number of the object that a shape of the scene belongs to; 0: none.
  int thing_of(int shape) const { return thing_of_shape_[static_cast<std::size_t>(shape)]; }
  const std::vector<LabelledThing>& things() const { return things_; }
  /// Label of object number `thing`; 0 for 0.
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

/// Reports labels that are not whole numbers from 0 to 65535, the range of a mono16 image.
void CheckLabels(const world::World& world, Problems* problems);

/// The shape that each pixel of a camera sees. Keeps its buffers from image to image.
class ShapeImage {
 public:
  explicit ShapeImage(const CameraModel& model) : model_(model) {}

  /// One index for Scene::shape() per pixel, -1 where nothing is seen, with the camera's frame S at
  /// X_WS. Valid until the next call.
  const std::vector<std::int32_t>& Trace(const raycast::Scene& scene, const RigidTransform& X_WS);

  const CameraModel& model() const { return model_; }

 private:
  CameraModel model_;
  PixelRays rays_;
  std::vector<std::int32_t> shapes_;
};

}  // namespace surefoot::sensors
