/// Sensors that consist of two image sensors: a stereo camera, which is two cameras side by side,
/// and an RGB-D camera, which is a camera and a depth camera behind one lens.

#include <map>
#include <utility>

#include "surefoot/base/text.h"
#include "surefoot/sensors/camera/camera.h"
#include "surefoot/sensors/camera/camera_model.h"
#include "surefoot/sensors/error_fields.h"
#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {
namespace {

/// Two image sensors as one. Both take slices together when both have a rolling shutter; otherwise
/// the second one measures at the end of the first one's sample.
class CameraPair : public Sensor {
 public:
  CameraPair(std::unique_ptr<Sensor> first, std::unique_ptr<Sensor> second)
      : first_(std::move(first)), second_(std::move(second)) {}

  Rays rays() const override { return Rays::kVisuals; }
  bool sees_colors() const override { return true; }
  int slices() const override { return first_->slices(); }

  void Measure(const Truth& truth, std::int64_t sample, int slice) override {
    first_->Measure(truth, sample, slice);
    if (second_->slices() > 1) {
      second_->Measure(truth, sample, slice);
    } else if (slice + 1 == slices()) {
      second_->Measure(truth, sample, 0);
    }
  }
  void Publish(SensorTopics* topics) override {
    first_->Publish(topics);
    second_->Publish(topics);
  }
  void Archive(StateArchive* archive) override { archive->Items(first_.get(), second_.get()); }

 private:
  std::unique_ptr<Sensor> first_;
  std::unique_ptr<Sensor> second_;
};

/// Values of a device, for what the file does not specify. Baseline in m, field of view in rad.
struct StereoPreset {
  double baseline = 0.12;
  int width = 0;
  int height = 0;
  double horizontal_fov = 0.0;
};

constexpr double kDegree = 3.14159265358979323846 / 180.0;

const std::map<std::string, StereoPreset>& Presets() {
  static const std::map<std::string, StereoPreset> presets = {
      {"plain", {}},
      {"exomars_navcam", {0.15, 1024, 1024, 65.0 * kDegree}},
      {"mer_navcam", {0.20, 1024, 1024, 45.0 * kDegree}},
  };
  return presets;
}

std::vector<std::string> PresetNames() {
  std::vector<std::string> names;
  for (const auto& [name, preset] : Presets()) names.push_back(name);
  return names;
}

void SetIfMissing(world::Element* element, const std::string& name, double value) {
  world::Element* child = ChildOf(element, name);
  if (child->text.empty()) child->text = NumberText(value, 17);
}

/// The element, with values of the preset where it has none.
world::Element WithPreset(const world::Element& element, const StereoPreset& preset) {
  world::Element full = element;
  world::Element* camera = ChildOf(&full, "camera");
  if (preset.width > 0) {
    SetIfMissing(camera, "horizontal_fov", preset.horizontal_fov);
    world::Element* image = ChildOf(camera, "image");
    SetIfMissing(image, "width", preset.width);
    SetIfMissing(image, "height", preset.height);
  }
  return full;
}

/// CameraInfo of the right camera of a stereo pair has the baseline in its projection matrix:
/// P[3] = -fx * baseline (sensor_msgs/CameraInfo).
world::Element WithShift(const world::Element& element, double baseline) {
  world::Element shifted = element;
  Problems unreported;
  msgs::sensor_msgs::CameraInfo info;
  CameraModel::Read(world::ElementReader(element, &unreported)).FillInfo(&info);
  world::Element* camera = ChildOf(&shifted, "camera");
  world::Element* projection = ChildOf(ChildOf(camera, "lens"), "projection");
  ChildOf(projection, "tx")->text = NumberText(info.p[3] - info.p[0] * baseline, 17);
  return shifted;
}

/// The place of one camera, `shift` (m) to the right. Each camera has its own name and topics, but
/// both report the frame of the left one: images of a stereo pair are in one frame, and P of
/// CameraInfo has the offset.
SensorPlace PlaceOf(const SensorPlace& place, const std::string& side, double shift) {
  SensorPlace own = place;
  own.topic = (place.topic.empty() ? OwnName(place) : place.topic) + "/" + side;
  own.name += "/" + side;
  own.X_LS = place.X_LS * RigidTransform(Vector3d(0.0, -shift, 0.0));
  return own;
}

/// A base class, so that the places are constructed before the cameras, which keep references to
/// them.
struct StereoPlaces {
  SensorPlace left;
  SensorPlace right;
};

class StereoCamera final : private StereoPlaces, public CameraPair {
 public:
  StereoCamera(const SensorArgs& args, const world::Element& element, double baseline)
      : StereoPlaces{PlaceOf(args.place, "left", 0.0), PlaceOf(args.place, "right", baseline)},
        CameraPair{Make(args, left, element), Make(args, right, WithShift(element, baseline))} {}

 private:
  static std::unique_ptr<Sensor> Make(const SensorArgs& args, const SensorPlace& place,
                                      const world::Element& element) {
    const world::ElementReader reader(element, args.element.problems());
    return CameraKind().make(
        SensorArgs{args.world, place, reader, args.topics, args.kinds, args.shared});
  }
};

std::unique_ptr<Sensor> MakeStereo(const SensorArgs& args) {
  const StereoPreset& preset = Presets().at(args.element.Choice("preset", PresetNames(), "plain"));
  const double baseline =
      ReaderOf(args.element, "baseline").Number("baseline", preset.baseline, 1e-4, 100.0);
  if (args.element.Has("camera/camera_info_topic")) {
    args.element.Error("camera/camera_info_topic", "two cameras cannot share one topic", "",
                       "leave it out: the topics are left/camera_info and right/camera_info");
    return nullptr;
  }
  return std::make_unique<StereoCamera>(args, WithPreset(args.element.element(), preset), baseline);
}

}  // namespace

SensorKind StereoCameraKind() {
  SensorKind kind;
  kind.types = {"stereo_camera", "stereo"};
  kind.help = "colour pictures of two cameras side by side";
  kind.messages = {"sensor_msgs/msg/Image", "sensor_msgs/msg/CompressedImage",
                   "sensor_msgs/msg/CameraInfo"};
  kind.usual_rate = 10.0;
  kind.card = {"camera"};
  kind.fields = [](ErrorFields* fields) { fields->Noise("", "Brightness", "", "camera/noise"); };
  kind.make = MakeStereo;
  return kind;
}

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
      args.element.Error("sees", "an RGB-D camera sees visuals only", "collisions",
                         "use a separate depth_camera to see collisions");
      return nullptr;
    }
    return std::make_unique<CameraPair>(std::move(color), std::move(depth));
  };
  return kind;
}

}  // namespace surefoot::sensors
