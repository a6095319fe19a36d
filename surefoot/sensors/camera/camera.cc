#include "surefoot/sensors/camera/camera.h"

#include <algorithm>
#include <cmath>

#include "surefoot/msgs/convert.h"
#include "surefoot/sensors/camera/color_image.h"
#include "surefoot/sensors/camera/jpeg.h"
#include "surefoot/sensors/error_fields.h"
#include "surefoot/sensors/sensor.h"

// A camera's image is measured in parts of some milliseconds, so that a large image does not delay
// the sensors of others.

namespace surefoot::sensors {
namespace {

using msgs::sensor_msgs::CameraInfo;
using msgs::sensor_msgs::CompressedImage;
using msgs::sensor_msgs::Image;

/// Length of a slice of a rolling shutter (s): the usual step. The rows of a slice share a pose.
constexpr double kSliceTime = 0.001;

/// Rays of a part of an image. A part takes some milliseconds, much longer than moving the scene,
/// which is repeated when a thread changes to another image.
constexpr int kPartRays = 40000;
/// Parts begin at multiples of this many rows. Rays are cast in packets of eight, so each ray is in
/// the same packet with any division into parts, and the image does not depend on the division.
constexpr int kRowStep = 8;

class Camera final : public Sensor {
 public:
  Camera(const SensorArgs& args, bool wide_angle)
      : place_(args.place),
        topics_(*args.topics),
        picture_(args, CameraModel::Read(args.element, wide_angle)),
        image_topic_(args.topics->Add<Image>(CameraTopic(args, "image_raw"))),
        info_topic_(args.topics->Add<CameraInfo>(CameraTopic(args, "camera_info"))) {
    picture_.model().FillInfo(&info_);
    image_.header.frame_id = info_.header.frame_id = jpeg_.header.frame_id = OpticalFrame(args);
    ReadShutter(args);
    AddJpeg(args);
  }

  Rays rays() const override { return Rays::kVisuals; }
  bool sees_colors() const override { return true; }
  int slices() const override { return slices_; }
  bool can_wait() const override { return slices_ == 1; }
  int parts() const override { return (picture_.model().height() - 1) / RowsPerPart() + 1; }

  void MeasurePart(const Truth& truth, std::int64_t sample, int part) override {
    if (part == 0) Begin();
    const int first = part * RowsPerPart();
    const int last = std::min(first + RowsPerPart(), picture_.model().height());
    if (subscribed_) picture_.Trace(truth, place_.X_WS(truth.state), first, last);
    if (part + 1 == parts()) Finish(truth, sample);
  }

  void Measure(const Truth& truth, std::int64_t sample, int slice) override {
    if (slice == 0) Begin();
    const int last = slice + 1 == slices_ ? picture_.model().height() : LastRow(slice);
    if (subscribed_ && last > rows_) {
      picture_.Trace(truth, place_.X_WS(truth.state), rows_, last);
    }
    rows_ = std::max(rows_, last);
    if (slice + 1 == slices_) Finish(truth, sample);
  }

  void Publish(SensorTopics* topics) override {
    if (subscribed_ && topics->IsSubscribed(image_topic_)) topics->Publish(image_topic_, image_);
    if (encoded_) topics->Publish(jpeg_topic_, jpeg_);
    encoded_ = false;
    topics->Publish(info_topic_, info_);
  }

  void Archive(StateArchive* archive) override {
    if (slices_ == 1) return;
    archive->Items(&rows_, &subscribed_);
    archive->Require(rows_ >= 0 && rows_ <= picture_.model().height());
    if (archive->ok() && subscribed_) picture_.Archive(archive, rows_);
  }

 private:
  void Begin() {
    rows_ = 0;
    subscribed_ =
        topics_.IsSubscribed(image_topic_) || (encoder_ && topics_.IsSubscribed(jpeg_topic_));
  }

  void Finish(const Truth& truth, std::int64_t sample) {
    rows_ = 0;
    image_.header.stamp = info_.header.stamp = jpeg_.header.stamp = msgs::ToTime(truth.time_ns);
    if (!subscribed_) return;
    picture_.Develop(sample, &image_);
    if (encoder_ && topics_.IsSubscribed(jpeg_topic_))
      encoded_ = encoder_->Encode(image_.data, &jpeg_.data);
  }

  int RowsPerPart() const {
    const int steps = kPartRays / (kRowStep * picture_.model().width() * picture_.rays_per_pixel());
    return kRowStep * std::max(1, steps);
  }

  void ReadShutter(const SensorArgs& args) {
    const double period = 1.0 / place_.rate;
    const int height = picture_.model().height();
    const double line_time =
        ReaderOf(args.element, "line_time").Number("line_time", 0.0, 0.0, period / height);
    readout_ = ReaderOf(args.element, "rolling_shutter")
                   .Number("rolling_shutter", line_time * height, 0.0, period);
    if (readout_ == 0.0) return;
    slices_ = static_cast<int>(std::clamp(std::ceil(period / kSliceTime), 1.0, 1000.0));
  }

  void AddJpeg(const SensorArgs& args) {
    const world::ElementReader reader = ReaderOf(args.element, "jpeg_quality");
    const int quality = static_cast<int>(reader.Integer("jpeg_quality", 80, 1, 100));
    const std::string& encoding = picture_.encoding();
    JpegEncoder::Pixels pixels = JpegEncoder::Pixels::kGray;
    // image_transport's "compressed" plugin encodes only these as JPEG.
    if (encoding == "rgb8") {
      pixels = JpegEncoder::Pixels::kRgb;
    } else if (encoding == "bgr8") {
      pixels = JpegEncoder::Pixels::kBgr;
    } else if (encoding != "mono8") {
      return;
    }
    const bool gray = pixels == JpegEncoder::Pixels::kGray;
    jpeg_.format = encoding + "; jpeg compressed " + (gray ? "" : "bgr8");
    jpeg_topic_ = args.topics->Add<CompressedImage>(CameraTopic(args, "image_raw") + "/compressed");
    encoder_ = std::make_unique<JpegEncoder>(picture_.model().width(), picture_.model().height(),
                                             pixels, quality);
  }

  /// The first row whose readout time is nearer to a later slice. The last row is read at the end
  /// of the period and the others before it, one line time apart.
  int LastRow(int slice) const {
    const double period = 1.0 / place_.rate;
    const double until = (slice + 1.5) / slices_ * period;
    const int height = picture_.model().height();
    const double rows = (until - (period - readout_)) / readout_ * height;
    return static_cast<int>(std::clamp(rows, 0.0, static_cast<double>(height)));
  }

  const SensorPlace& place_;
  const SensorTopics& topics_;
  ColorImage picture_;
  int image_topic_;
  int info_topic_;
  int jpeg_topic_ = -1;
  std::unique_ptr<JpegEncoder> encoder_;
  /// Time from the readout of the first row to that of the last one (s); 0: global shutter.
  double readout_ = 0.0;
  int slices_ = 1;
  /// Of the current sample: rows that are traced, and whether anybody subscribes. An image without
  /// subscribers is not traced, which is most of a camera's cost.
  int rows_ = 0;
  bool subscribed_ = false;
  bool encoded_ = false;
  Image image_;
  CompressedImage jpeg_;
  CameraInfo info_;
};

using plugins::ForeignReader;
using plugins::FrameName;
using plugins::SetChild;
using plugins::ValueOf;

/// Topics of a camera plugin of Gazebo: where its images and its CameraInfo are published.
class CameraNames {
 public:
  explicit CameraNames(const ForeignReader& reader)
      : reader_(reader), camera_(reader.Text("cameraName camera_name")) {}

  /// The image topic is <cameraName>/<imageTopicName>, unless a remapping gives another one.
  void SetTopic(world::Sensor* sensor) const {
    const std::string image = reader_.Text("imageTopicName image_topic_name");
    const std::string remapped = reader_.Topic("", "~/image_raw");
    const bool depth = sensor->type.find("depth") != std::string::npos ||
                       sensor->type.find("rgbd") != std::string::npos;
    if (depth) {
      // All topics of a depth camera begin with the camera's name.
      if (!camera_.empty()) sensor->topic = reader_.InNamespace(camera_);
    } else if (!remapped.empty()) {
      sensor->topic = remapped;
    } else if (!image.empty() || !camera_.empty()) {
      sensor->topic = Within(image.empty() ? "image_raw" : image);
    }
  }

  void SetInfoTopic(world::Element* element) const {
    const world::Element* info = reader_.Find("cameraInfoTopicName camera_info_topic_name");
    const std::string topic = reader_.Topic("", "~/camera_info");
    if (!topic.empty()) {
      SetChild(element, "camera/camera_info_topic", topic, reader_.element().source);
    } else if (info != nullptr && !ValueOf(*info).empty()) {
      SetChild(element, "camera/camera_info_topic", Within(ValueOf(*info)), info->source);
    }
  }

 private:
  std::string Within(const std::string& topic) const {
    const bool whole = topic[0] == '/' || camera_.empty();
    return reader_.InNamespace(whole ? topic : camera_ + "/" + topic);
  }

  const ForeignReader& reader_;
  std::string camera_;
};

/// The frame that the plugin names is the optical frame of the images.
void CameraTopics(const ForeignReader& reader, world::Sensor* sensor) {
  const CameraNames names(reader);
  names.SetTopic(sensor);
  if (const world::Element* frame = reader.Find(plugins::kSensorFrameNames)) {
    const std::string name = FrameName(*frame);
    if (!name.empty()) {
      SetChild(&sensor->element, "camera/optical_frame_id", name, frame->source);
    }
  }
  names.SetInfoTopic(&sensor->element);
}

SensorKind KindOf(std::vector<std::string> types, const char* help, bool wide_angle) {
  SensorKind kind;
  kind.types = std::move(types);
  kind.help = help;
  kind.messages = {"sensor_msgs/msg/Image", "sensor_msgs/msg/CompressedImage",
                   "sensor_msgs/msg/CameraInfo"};
  kind.usual_rate = 30.0;
  kind.card = {"camera", "image"};
  kind.fields = [](ErrorFields* fields) { fields->Noise("", "Brightness", "", "camera/noise"); };
  if (!wide_angle) {
    // These plugins serve all kinds of cameras, so they are listed once.
    kind.spellings.in_sensor = {
        {"gazebo_ros_camera gazebo_ros_triggered_camera gazebo_ros_prosilica "
         "gazebo_ros_multicamera "
         "gazebo_ros_depth_camera gazebo_ros_openni_kinect gazebo_ros_kinect",
         "", "", "", plugins::kSensorFrameNames, CameraTopics}};
  }
  kind.make = [wide_angle](const SensorArgs& args) {
    return std::make_unique<Camera>(args, wide_angle);
  };
  return kind;
}

}  // namespace

std::string CameraTopic(const SensorArgs& args, const std::string& name) {
  const std::string info_topic = args.element.Text("camera/camera_info_topic");
  if (name == "camera_info" && !info_topic.empty()) {
    return graph::TopicName(args.place.scope, info_topic);
  }
  const std::string topic = args.place.TopicFor(OwnName(args.place));
  const std::size_t last = topic.rfind('/') + 1;
  if (topic.compare(last, 5, "image") != 0) return topic + "/" + name;
  return name == "image_raw" ? topic : topic.substr(0, last) + name;
}

SensorKind CameraKind() {
  return KindOf({"camera"}, "colour pictures through a pinhole with distortion", false);
}

/// A camera whose projection is described by <lens>.
SensorKind WideAngleCameraKind() {
  return KindOf({"wideanglecamera", "wide_angle_camera"}, "colour pictures through a fisheye lens",
                true);
}

}  // namespace surefoot::sensors
