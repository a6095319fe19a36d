/// A camera and a depth camera behind one lens.

#include <utility>

#include "surefoot/sensors/camera/camera.h"
#include "surefoot/sensors/camera/depth_camera.h"
#include "surefoot/sensors/error_fields.h"
#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {
namespace {

class RgbdCamera final : public Sensor {
 public:
  RgbdCamera(std::unique_ptr<Sensor> color, std::unique_ptr<Sensor> depth)
      : color_(std::move(color)), depth_(std::move(depth)) {}

  Rays rays() const override { return Rays::kVisuals; }
  bool sees_colors() const override { return true; }
  int slices() const override { return color_->slices(); }

  void Measure(const Truth& truth, std::int64_t sample, int slice) override {
    color_->Measure(truth, sample, slice);
    if (slice + 1 == slices()) depth_->Measure(truth, sample, 0);
  }
  void Publish(SensorTopics* topics) override {
    color_->Publish(topics);
    depth_->Publish(topics);
  }
  void Archive(StateArchive* archive) override { archive->Items(color_.get(), depth_.get()); }

 private:
  std::unique_ptr<Sensor> color_;
  std::unique_ptr<Sensor> depth_;
};

}  // namespace

SensorKind RgbdCameraKind() {
  SensorKind kind;
  kind.types = {"rgbd", "rgbd_camera"};
  kind.help = "colour and depth pictures through one lens";
  kind.messages = {"sensor_msgs/msg/Image", "sensor_msgs/msg/CompressedImage",
                   "sensor_msgs/msg/CameraInfo", "sensor_msgs/msg/PointCloud2"};
  kind.usual_rate = 15.0;
  kind.card = {"camera"};
  kind.fields = [](ErrorFields* fields) { fields->Noise("", "Brightness", "", "camera/noise"); };
  kind.make = [](const SensorArgs& args) -> std::unique_ptr<Sensor> {
    std::unique_ptr<Sensor> color = CameraKind().make(args);
    std::unique_ptr<Sensor> depth = DepthCameraKind().make(args);
    if (depth->rays() != Sensor::Rays::kVisuals) {
      args.element.Error("sees", "a camera of colours and depths sees visuals", "collisions",
                         "use a depth_camera of its own");
      return nullptr;
    }
    return std::make_unique<RgbdCamera>(std::move(color), std::move(depth));
  };
  return kind;
}

}  // namespace surefoot::sensors
