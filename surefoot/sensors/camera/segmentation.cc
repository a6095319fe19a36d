/// Segmentation images: label per pixel, number of the object per pixel, and a coloured image of
/// either, with a legend. Topics as in docs/reference/sensors.md.

#include <array>
#include <cmath>
#include <optional>

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/sensors/camera/camera.h"
#include "surefoot/sensors/camera/labels.h"
#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {
namespace {

using msgs::sensor_msgs::CameraInfo;
using msgs::sensor_msgs::Image;

/// A colour for a number; 0 is black. Hues advance by the golden ratio, so that numbers near each
/// other have clearly different hues however many there are.
std::array<std::uint8_t, 3> ColorOf(int number) {
  if (number == 0) return {0, 0, 0};
  const double hue = std::fmod(0.61803398875 * number, 1.0);
  const double strength = number % 3 == 0 ? 0.65 : number % 3 == 1 ? 1.0 : 0.82;
  std::array<std::uint8_t, 3> rgb{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double angle = 6.283185307179586 * (hue - static_cast<double>(i) / 3.0);
    rgb[i] = static_cast<std::uint8_t>(std::lround(strength * (140.0 + 115.0 * std::cos(angle))));
  }
  return rgb;
}

class Segmentation final : public Sensor {
 public:
  explicit Segmentation(const SensorArgs& args)
      : place_(args.place),
        pixels_(CameraModel::Read(args.element)),
        labels_topic_(args.topics->Add<Image>(CameraTopic(args, "labels_map"))),
        instances_topic_(args.topics->Add<Image>(CameraTopic(args, "instance_map"))),
        colors_topic_(args.topics->Add<Image>(CameraTopic(args, "colored_map"))),
        info_topic_(args.topics->Add<CameraInfo>(CameraTopic(args, "camera_info"))),
        legend_topic_(args.topics->Add<msgs::std_msgs::String>(CameraTopic(args, "legend"), true)) {
    const std::string type = args.element.Choice("camera/segmentation_type",
                                                 {"semantic", "instance", "panoptic"}, "semantic");
    color_by_thing_ = type != "semantic";
    CheckLabels(args.world, args.element.problems());
    pixels_.model().FillInfo(&info_);
    info_.header.frame_id = OpticalFrame(args);
    Prepare("mono16", 2, &label_image_);
    Prepare("mono16", 2, &thing_image_);
    Prepare("rgb8", 3, &color_image_);
  }

  Rays rays() const override { return Rays::kVisuals; }

  void Measure(const Truth& truth, std::int64_t /*sample*/, int /*slice*/) override {
    if (!labels_) MakeLabels(*truth.visuals);
    info_.header.stamp = msgs::ToTime(truth.time_ns);
    for (Image* image : {&label_image_, &thing_image_, &color_image_}) image->header = info_.header;
    const std::vector<std::int32_t>& shapes =
        pixels_.Trace(*truth.visuals, place_.X_WS(truth.state));
    for (Image* image : {&label_image_, &thing_image_, &color_image_}) {
      image->data.resize(std::size_t{image->step} * image->height);
    }
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      const int thing = shapes[i] < 0 ? 0 : labels_->thing_of(shapes[i]);
      Put16(i, labels_->LabelOf(thing), &label_image_);
      Put16(i, thing, &thing_image_);
      const auto& color = colors_[static_cast<std::size_t>(thing)];
      std::copy(color.begin(), color.end(),
                color_image_.data.begin() + static_cast<std::ptrdiff_t>(3 * i));
    }
  }

  void Publish(SensorTopics* topics) override {
    if (topics->IsSubscribed(labels_topic_)) topics->Publish(labels_topic_, label_image_);
    if (topics->IsSubscribed(instances_topic_)) topics->Publish(instances_topic_, thing_image_);
    if (topics->IsSubscribed(colors_topic_)) topics->Publish(colors_topic_, color_image_);
    topics->Publish(info_topic_, info_);
    topics->Publish(legend_topic_, legend_);
  }

 private:
  void Prepare(const char* encoding, std::uint32_t bytes, Image* image) const {
    image->encoding = encoding;
    image->width = static_cast<std::uint32_t>(pixels_.model().width());
    image->height = static_cast<std::uint32_t>(pixels_.model().height());
    image->step = bytes * image->width;
  }

  void MakeLabels(const raycast::Scene& scene) {
    labels_.emplace(scene);
    legend_.data = labels_->Legend();
    for (int thing = 0; thing <= static_cast<int>(labels_->things().size()); ++thing) {
      colors_.push_back(ColorOf(color_by_thing_ ? thing : labels_->LabelOf(thing)));
    }
  }

  /// mono16 is little-endian here: is_bigendian is 0 in the message.
  static void Put16(std::size_t pixel, int value, Image* image) {
    image->data[2 * pixel] = static_cast<std::uint8_t>(value & 0xFF);
    image->data[2 * pixel + 1] = static_cast<std::uint8_t>(value >> 8 & 0xFF);
  }

  const SensorPlace& place_;
  ShapeImage pixels_;
  int labels_topic_;
  int instances_topic_;
  int colors_topic_;
  int info_topic_;
  int legend_topic_;
  bool color_by_thing_ = false;
  std::optional<Labels> labels_;
  /// Colour of each object by its number.
  std::vector<std::array<std::uint8_t, 3>> colors_;
  Image label_image_;
  Image thing_image_;
  Image color_image_;
  CameraInfo info_;
  msgs::std_msgs::String legend_;
};

}  // namespace

SensorKind SegmentationKind() {
  SensorKind kind;
  kind.types = {"segmentation", "segmentation_camera"};
  kind.help = "which labelled thing each pixel shows";
  kind.messages = {"sensor_msgs/msg/Image", "sensor_msgs/msg/CameraInfo", "std_msgs/msg/String"};
  kind.usual_rate = 10.0;
  kind.card = {"camera"};
  kind.make = [](const SensorArgs& args) { return std::make_unique<Segmentation>(args); };
  return kind;
}

}  // namespace surefoot::sensors
