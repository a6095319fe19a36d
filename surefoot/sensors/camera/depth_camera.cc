/// Depth images and point clouds, from one ray per pixel. The errors are those of a data sheet
/// (noise as a function of distance, resolution, dropouts); how stereo or structured light produce
/// them at edges is not modelled.

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "surefoot/base/random.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/noise/scalar_noise.h"
#include "surefoot/raycast/ray_fan.h"
#include "surefoot/sensors/camera/camera.h"
#include "surefoot/sensors/camera/camera_model.h"
#include "surefoot/sensors/camera/point_cloud.h"
#include "surefoot/sensors/error_fields.h"
#include "surefoot/sensors/noise_element.h"
#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {
namespace {

/// Errors of a depth camera: SDF's <noise>, and white noise with the standard deviation
/// sigma(z) = a + b z + c z^2 (m). The quadratic term is that of triangulation, whose depth error
/// grows with the square of the distance.
struct DepthErrorSpec {
  noise::ScalarNoiseSpec noise;
  double sigma[3] = {0.0, 0.0, 0.0};
  /// Step of the depths (m); 0: none.
  double resolution = 0.0;
  /// Probability that a pixel has no value.
  double dropout = 0.0;
};

using raycast::kPacketRays;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
/// Smallest z of a pixel's unit vector, 89 degrees from the axis. Pixels that look sideways or
/// backwards have no depth, because depth is measured along the axis.
constexpr float kMinForward = 0.02F;

std::vector<Vector3d> Directions(const CameraModel& camera) {
  const PixelRays rays = camera.MakeRays();
  std::vector<Vector3d> directions;
  for (std::size_t i = 0; i < rays.x.size(); ++i) {
    directions.emplace_back(rays.x[i], rays.y[i], rays.z[i]);
  }
  return directions;
}

/// Depth z along the optical axis for every pixel (m): +infinity beyond the far clip, -infinity
/// before the near clip, NaN where a pixel has no value (REP 118).
class DepthImage {
 public:
  DepthImage(const CameraModel& camera, double near, double far, const DepthErrorSpec& errors,
             std::uint64_t seed, const std::string& name)
      : near_(static_cast<float>(near)),
        far_(static_cast<float>(far)),
        errors_(errors),
        fan_(Directions(camera)),
        depths_(static_cast<std::size_t>(camera.pixel_count())),
        scratch_(depths_.size()) {
    RandomStream stream(seed, name);
    offset_ =
        static_cast<float>(errors.noise.mean + noise::ScalarNoise(errors.noise, &stream).bias());
    for (int packet = 0; packet < fan_.packet_count(); ++packet) {
      for (int i = 0; i < kPacketRays; ++i) {
        const float z = fan_.z(packet)[i];
        forward_.push_back(z < kMinForward ? 0.0F : z);
        slopes_.emplace_back(z < kMinForward ? 0.0F : fan_.x(packet)[i] / z,
                             z < kMinForward ? 0.0F : fan_.y(packet)[i] / z);
      }
    }
  }

  /// Casts one ray per pixel with the optical frame O at X_WO, and adds errors.
  void Measure(const raycast::Scene& scene, const RigidTransform& X_WO, RandomStream* stream) {
    const Eigen::Vector3f origin = scene.ToScene(X_WO.p);
    const Eigen::Matrix3f R_WO = X_WO.R().cast<float>();
    raycast::RayPacket packet;
    for (int k = 0; k < fan_.packet_count(); ++k) {
      const auto first = static_cast<std::size_t>(k) * kPacketRays;
      fan_.Fill(k, origin, R_WO, 0.0F, 0.0F, &packet);
      for (std::size_t i = 0; i < kPacketRays; ++i) {
        // The clips are planes, so they are farther away along a slanted ray. A pixel without
        // depth gets an empty interval.
        const float forward = forward_[first + i];
        packet.near[i] = forward > 0.0F ? near_ / forward : 0.0F;
        packet.distance[i] = forward > 0.0F ? far_ / forward : 0.0F;
      }
      const int count = fan_.RaysIn(k);
      scene.Cast(&packet, count);
      for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
        const float forward = forward_[first + i];
        const float depth = packet.shape[i] < 0 ? kInfinity : packet.distance[i] * forward;
        depths_[first + i] = forward > 0.0F ? depth : kNone;
      }
    }
    AddErrors(stream);
  }

  /// Depths in m, row by row from the top left.
  const std::vector<float>& depths() const { return depths_; }
  /// The point of a pixel in O is its depth times this; its z is 1.
  const Eigen::Vector2f& Slope(std::size_t pixel) const { return slopes_[pixel]; }

 private:
  /// Order as in a device: noise, offset, rounding, dropout. Clipping is last, so that noise does
  /// not report a depth outside of the range.
  void AddErrors(RandomStream* stream) {
    const auto a = static_cast<float>(errors_.sigma[0]);
    const auto b = static_cast<float>(errors_.sigma[1]);
    const auto c = static_cast<float>(errors_.sigma[2]);
    const auto white = static_cast<float>(errors_.noise.stddev);
    const std::size_t count = depths_.size();
    if (a > 0.0F || b > 0.0F || c > 0.0F || white > 0.0F) {
      stream->FillNormals(scratch_.data(), count);
      for (std::size_t i = 0; i < count; ++i) {
        const float z = depths_[i] < kInfinity ? depths_[i] : 0.0F;
        const float sigma = a + b * z + c * z * z;
        depths_[i] += std::sqrt(sigma * sigma + white * white) * scratch_[i];
      }
    }
    if (offset_ != 0.0F) {
      for (float& depth : depths_) depth += offset_;
    }
    const double step = std::max(errors_.resolution, errors_.noise.precision);
    if (step > 0.0) {
      const auto width = static_cast<float>(step);
      for (float& depth : depths_) depth = std::round(depth / width) * width;
    }
    if (errors_.dropout > 0.0) {
      const auto chance = static_cast<float>(errors_.dropout);
      stream->FillUniforms(scratch_.data(), count);
      for (std::size_t i = 0; i < count; ++i)
        depths_[i] = scratch_[i] < chance ? kNone : depths_[i];
    }
    for (float& depth : depths_) {
      depth = depth > far_ ? kInfinity : depth;
      depth = depth < near_ ? -kInfinity : depth;
    }
  }

  float near_;
  float far_;
  DepthErrorSpec errors_;
  float offset_ = 0.0F;
  raycast::RayFan fan_;
  std::vector<Eigen::Vector2f> slopes_;
  /// z of each pixel's unit vector; 0 where the pixel has no depth.
  std::vector<float> forward_;
  std::vector<float> depths_;
  std::vector<float> scratch_;
};

/// A point of the cloud in the optical frame (m), as it is in PointCloud2's bytes.
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
    if (topics->IsSubscribed(image_topic_)) {
      picture_.data.resize(image_.depths().size() * sizeof(float));
      std::memcpy(picture_.data.data(), image_.depths().data(), picture_.data.size());
      topics->Publish(image_topic_, picture_);
    }
    if (topics->IsSubscribed(info_topic_)) topics->Publish(info_topic_, info_);
    if (topics->IsSubscribed(cloud_topic_)) {
      FillCloud();
      topics->Publish(cloud_topic_, cloud_);
    }
  }

 private:
  /// One point per pixel (an organized cloud): neighbours in the image stay neighbours in the
  /// cloud.
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
    const CameraModel camera = CameraModel::Read(args.element);
    const DepthCameraSpec spec = ReadSpec(args.element, camera);
    WarnMisspelt(args);
    return std::make_unique<DepthCamera>(args, camera, spec);
  };
  return kind;
}

}  // namespace surefoot::sensors
