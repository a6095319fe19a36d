/// Bounding boxes of the labelled objects in an image: vision_msgs/Detection2DArray. Boxes come
/// from the shape ids of the pixels; "full_2d" also projects the vertices of hidden parts.

#include <Eigen/Geometry>
#include <algorithm>
#include <optional>

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/vision_msgs.h"
#include "surefoot/sensors/camera/camera.h"
#include "surefoot/sensors/camera/labels.h"
#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {
namespace {

using Box = Eigen::AlignedBox2d;
using msgs::sensor_msgs::CameraInfo;
using msgs::vision_msgs::Detection2DArray;

/// Round shapes become polygons of this many sides for the projection.
constexpr int kSegments = 48;
/// Vertices per shape that are projected in each sample. Larger meshes are thinned out evenly.
constexpr std::size_t kMaxPoints = 20000;

/// Points whose convex hull is the shape's, exactly or for round shapes nearly.
std::vector<Vector3d> PointsOf(const world::Geometry& geometry) {
  if (const auto* mesh = std::get_if<world::Mesh>(&geometry)) return mesh->mesh->vertices;
  if (const auto* map = std::get_if<world::HeightMap>(&geometry))
    return ToMesh(*map->field).vertices;
  if (const auto* box = std::get_if<world::Box>(&geometry)) return MakeBoxMesh(box->size).vertices;
  if (const auto* sphere = std::get_if<world::Sphere>(&geometry)) {
    return MakeSphereMesh(sphere->radius, kSegments).vertices;
  }
  if (const auto* cylinder = std::get_if<world::Cylinder>(&geometry)) {
    return MakeCylinderMesh(cylinder->radius, cylinder->length, kSegments).vertices;
  }
  if (const auto* ellipsoid = std::get_if<world::Ellipsoid>(&geometry)) {
    return Scaled(MakeSphereMesh(1.0, kSegments), ellipsoid->radii).vertices;
  }
  std::vector<Vector3d> points;
  if (const auto* capsule = std::get_if<world::Capsule>(&geometry)) {
    for (const Vector3d& p : MakeSphereMesh(capsule->radius, kSegments).vertices) {
      points.push_back(p + Vector3d(0.0, 0.0, 0.5 * capsule->length));
      points.push_back(p - Vector3d(0.0, 0.0, 0.5 * capsule->length));
    }
  }
  return points;
}

class BoundingBox final : public Sensor {
 public:
  explicit BoundingBox(const SensorArgs& args)
      : place_(args.place),
        pixels_(CameraModel::Read(args.element)),
        boxes_topic_(args.topics->Add<Detection2DArray>(CameraTopic(args, "detections"))),
        info_topic_(args.topics->Add<CameraInfo>(CameraTopic(args, "camera_info"))) {
    const std::string type =
        args.element.Choice("camera/box_type", {"visible_2d", "2d", "full_2d"}, "visible_2d");
    full_ = type == "full_2d";
    CheckLabels(args.world, args.element.problems());
    pixels_.model().FillInfo(&info_);
    info_.header.frame_id = boxes_.header.frame_id = OpticalFrame(args);
  }

  Rays rays() const override { return Rays::kVisuals; }

  void Measure(const Truth& truth, std::int64_t /*sample*/, int /*slice*/) override {
    if (!labels_) labels_.emplace(*truth.visuals);
    const RigidTransform X_WS = place_.X_WS(truth.state);
    info_.header.stamp = boxes_.header.stamp = msgs::ToTime(truth.time_ns);
    seen_.assign(labels_->things().size(), Box());
    const std::vector<std::int32_t>& shapes = pixels_.Trace(*truth.visuals, X_WS);
    const auto width = static_cast<std::size_t>(pixels_.model().width());
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      const int thing = shapes[i] < 0 ? 0 : labels_->thing_of(shapes[i]);
      if (thing == 0) continue;
      const Eigen::Vector2d pixel(static_cast<double>(i % width), static_cast<double>(i / width));
      seen_[static_cast<std::size_t>(thing) - 1].extend(pixel);
    }
    // From pixel centres to pixel edges: a single pixel has a box of 1 x 1.
    for (Box& box : seen_) {
      if (box.isEmpty()) continue;
      box.min().array() -= 0.5;
      box.max().array() += 0.5;
    }
    if (full_) AddHidden(*truth.visuals, X_WS);
    FillMessage();
  }

  void Publish(SensorTopics* topics) override {
    topics->Publish(boxes_topic_, boxes_);
    topics->Publish(info_topic_, info_);
  }

 private:
  /// Vertices of each labelled shape in its own frame, made once because geometry does not change.
  void MakePoints(const raycast::Scene& scene) {
    for (int i = 0; i < scene.shape_count(); ++i) {
      points_.emplace_back();
      if (labels_->thing_of(i) == 0) continue;
      std::vector<Vector3d> points = PointsOf(scene.shape(i).geometry);
      const std::size_t step = points.size() / kMaxPoints + 1;
      for (std::size_t k = 0; k < points.size(); k += step) points_.back().push_back(points[k]);
    }
  }

  /// Extends the boxes of partly visible objects by their hidden parts. Objects that are not
  /// visible at all have no box.
  void AddHidden(const raycast::Scene& scene, const RigidTransform& X_WS) {
    if (points_.empty()) MakePoints(scene);
    const RigidTransform X_OW = RigidTransform(X_WS.q * CameraModel::R_SO(), X_WS.p).Inverse();
    const Box picture(Eigen::Vector2d(-0.5, -0.5), Eigen::Vector2d(pixels_.model().width() - 0.5,
                                                                   pixels_.model().height() - 0.5));
    for (int i = 0; i < scene.shape_count(); ++i) {
      const int thing = labels_->thing_of(i);
      if (thing == 0 || seen_[static_cast<std::size_t>(thing) - 1].isEmpty()) continue;
      Box& box = seen_[static_cast<std::size_t>(thing) - 1];
      const RigidTransform X_OG = X_OW * scene.X_WG(i);
      for (const Vector3d& p_G : points_[static_cast<std::size_t>(i)]) {
        const std::optional<Eigen::Vector2d> pixel = pixels_.model().Project(X_OG * p_G);
        if (pixel) box.extend(pixel->cwiseMax(picture.min()).cwiseMin(picture.max()));
      }
    }
  }

  void FillMessage() {
    std::size_t count = 0;
    for (const Box& box : seen_) count += box.isEmpty() ? 0 : 1;
    boxes_.detections.resize(count);
    std::size_t next = 0;
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      if (seen_[i].isEmpty()) continue;
      const LabelledThing& thing = labels_->things()[i];
      msgs::vision_msgs::Detection2D& detection = boxes_.detections[next++];
      detection.header = boxes_.header;
      detection.results.resize(1);
      detection.results[0].hypothesis.class_id = std::to_string(thing.label);
      detection.results[0].hypothesis.score = 1.0;
      detection.bbox.center.position.x = seen_[i].center().x();
      detection.bbox.center.position.y = seen_[i].center().y();
      detection.bbox.size_x = seen_[i].sizes().x();
      detection.bbox.size_y = seen_[i].sizes().y();
      detection.id = thing.name;
    }
  }

  const SensorPlace& place_;
  ShapeImage pixels_;
  int boxes_topic_;
  int info_topic_;
  bool full_ = false;
  std::optional<Labels> labels_;
  std::vector<std::vector<Vector3d>> points_;
  /// Box of each thing, in pixels from edge to edge; empty: not seen.
  std::vector<Box> seen_;
  Detection2DArray boxes_;
  CameraInfo info_;
};

}  // namespace

SensorKind BoundingBoxKind() {
  SensorKind kind;
  kind.types = {"boundingbox", "boundingbox_camera"};
  kind.help = "boxes round the labelled things in a picture";
  kind.messages = {"vision_msgs/msg/Detection2DArray", "sensor_msgs/msg/CameraInfo"};
  kind.usual_rate = 10.0;
  kind.card = {"camera"};
  kind.make = [](const SensorArgs& args) { return std::make_unique<BoundingBox>(args); };
  return kind;
}

}  // namespace surefoot::sensors
