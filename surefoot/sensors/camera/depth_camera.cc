#include "surefoot/sensors/camera/depth_camera.h"

#include <cmath>
#include <limits>

#include "surefoot/msgs/convert.h"
#include "surefoot/sensors/camera/camera_model.h"
#include "surefoot/sensors/camera/depth_image.h"
#include "surefoot/sensors/camera/point_cloud.h"
#include "surefoot/sensors/error_fields.h"
#include "surefoot/sensors/noise_element.h"
#include "surefoot/sensors/sensor_element.h"

namespace surefoot::sensors {
namespace {

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();

struct Point {
  float x;
  float y;
  float z;
};

struct DepthCameraSpec {
  double near = 0.1;
  double far = 100.0;
  DepthErrorSpec errors;
  bool collisions = false;
};

DepthCameraSpec ReadSpec(const world::ElementReader& sensor, const CameraModel& camera) {
  DepthCameraSpec spec;
  const world::ElementReader clip = sensor.Child("camera/depth_camera/clip");
  spec.near = clip.Number("near", camera.near_clip(), 0.0, 1e5);
  spec.far = clip.Number("far", std::min(camera.far_clip(), 1e5), 0.0, 1e5);
  if (!(spec.far > spec.near)) {
    clip.Error("far", "must be farther than <near>", clip.Text("far"));
  }
  DepthErrorSpec& errors = spec.errors;
  errors.noise = ReadNoise(sensor.Child("camera"), "noise");
  const std::vector<double> sigma = sensor.Numbers("depth_noise", 3, {0.0, 0.0, 0.0});
  for (std::size_t i = 0; i < 3; ++i) {
    if (!(sigma[i] >= 0.0 && sigma[i] <= 1e3)) {
      sensor.Error("depth_noise",
                   "must be three numbers from 0 to 1000: a, b and c of the spread "
                   "a + b z + c z^2",
                   sensor.Text("depth_noise"));
      continue;
    }
    errors.sigma[i] = sigma[i];
  }
  errors.resolution = sensor.Number("depth_resolution", 0.0, 0.0, 1e3);
  errors.dropout = sensor.Number("dropout", 0.0, 0.0, 1.0);
  spec.collisions = sensor.Choice("sees", {"visuals", "collisions"}, "visuals") == "collisions";
  return spec;
}

class DepthCamera final : public Sensor {
 public:
  DepthCamera(const SensorArgs& args, const CameraModel& camera, const DepthCameraSpec& spec)
      : place_(args.place),
        collisions_(spec.collisions),
        image_(camera, spec.near, spec.far, spec.errors, args.place.seed,
               args.place.name + " bias") {
    const std::string topic = args.place.TopicFor(OwnName(args.place));
    image_topic_ = args.topics->Add<msgs::sensor_msgs::Image>(topic + "/depth/image_raw");
    info_topic_ = args.topics->Add<msgs::sensor_msgs::CameraInfo>(topic + "/depth/camera_info");
    cloud_topic_ = args.topics->Add<msgs::sensor_msgs::PointCloud2>(topic + "/points");

    camera.FillInfo(&info_);
    picture_.width = static_cast<std::uint32_t>(camera.width());
    picture_.height = static_cast<std::uint32_t>(camera.height());
    picture_.encoding = "32FC1";
    picture_.is_bigendian = 0;
    picture_.step = picture_.width * 4;
    using Field = msgs::sensor_msgs::PointField;
    SetFields({{"x", 0, Field::FLOAT32}, {"y", 4, Field::FLOAT32}, {"z", 8, Field::FLOAT32}},
              sizeof(Point), &cloud_);
    for (auto* header : {&info_.header, &picture_.header, &cloud_.header}) {
      header->frame_id = OpticalFrame(args);
    }
  }

  Rays rays() const override { return collisions_ ? Rays::kCollisions : Rays::kVisuals; }

  void Measure(const Truth& truth, std::int64_t sample, int /*slice*/) override {
    const RigidTransform X_WO =
        place_.X_WS(truth.state) * RigidTransform(CameraModel::R_SO(), Vector3d::Zero());
    RandomStream stream(place_.seed, place_.name, static_cast<std::uint64_t>(sample));
    image_.Measure(collisions_ ? *truth.collisions : *truth.visuals, X_WO, &stream);
    for (auto* header : {&info_.header, &picture_.header, &cloud_.header}) {
      header->stamp = msgs::ToTime(truth.time_ns);
    }
  }

  void Publish(SensorTopics* topics) override {
    if (topics->Wanted(image_topic_)) {
      picture_.data.resize(image_.depths().size() * sizeof(float));
      std::memcpy(picture_.data.data(), image_.depths().data(), picture_.data.size());
      topics->Publish(image_topic_, picture_);
    }
    if (topics->Wanted(info_topic_)) topics->Publish(info_topic_, info_);
    if (topics->Wanted(cloud_topic_)) {
      FillCloud();
      topics->Publish(cloud_topic_, cloud_);
    }
  }

 private:
  /// A point for every pixel, so that neighbours can be found.
  void FillCloud() {
    SetSize(picture_.width, picture_.height, false, &cloud_);
    std::uint8_t* out = cloud_.data.data();
    for (std::size_t i = 0; i < image_.depths().size(); ++i) {
      const float depth = image_.depths()[i];
      const float z = std::isfinite(depth) ? depth : kNone;
      const Eigen::Vector2f& slope = image_.Slope(i);
      const Point point{z * slope.x(), z * slope.y(), z};
      std::memcpy(out, &point, sizeof point);
      out += sizeof point;
    }
  }

  const SensorPlace& place_;
  bool collisions_;
  DepthImage image_;
  int image_topic_ = -1;
  int info_topic_ = -1;
  int cloud_topic_ = -1;
  msgs::sensor_msgs::Image picture_;
  msgs::sensor_msgs::CameraInfo info_;
  msgs::sensor_msgs::PointCloud2 cloud_;
};

}  // namespace

SensorKind DepthCameraKind() {
  SensorKind kind;
  kind.types = {"depth", "depth_camera"};
  kind.help = "depth pictures and the points in them";
  kind.messages = {"sensor_msgs/msg/Image", "sensor_msgs/msg/CameraInfo",
                   "sensor_msgs/msg/PointCloud2"};
  kind.usual_rate = 15.0;
  kind.card = {"camera"};
  kind.fields = [](ErrorFields* fields) { fields->Noise("", "Depth", "m", "camera/noise"); };
  kind.make = [](const SensorArgs& args) {
    WarnMisspelt(args, {"camera", "depth_noise", "depth_resolution", "dropout", "sees"});
    const CameraModel camera = CameraModel::Read(args.element);
    return std::make_unique<DepthCamera>(args, camera, ReadSpec(args.element, camera));
  };
  return kind;
}

}  // namespace surefoot::sensors
