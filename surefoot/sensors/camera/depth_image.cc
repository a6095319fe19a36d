#include "surefoot/sensors/camera/depth_image.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace surefoot::sensors {
namespace {

using raycast::kPacketRays;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
/// Pixels that look sideways or back have no depth.
constexpr float kLeastForward = 0.02F;

std::vector<Vector3d> Directions(const CameraModel& camera) {
  const PixelRays rays = camera.MakeRays();
  std::vector<Vector3d> directions;
  for (std::size_t i = 0; i < rays.x.size(); ++i) {
    directions.emplace_back(rays.x[i], rays.y[i], rays.z[i]);
  }
  return directions;
}

}  // namespace

DepthImage::DepthImage(const CameraModel& camera, double near, double far,
                       const DepthErrorSpec& errors, std::uint64_t seed, const std::string& name)
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
      forward_.push_back(z < kLeastForward ? 0.0F : z);
      slopes_.emplace_back(z < kLeastForward ? 0.0F : fan_.x(packet)[i] / z,
                           z < kLeastForward ? 0.0F : fan_.y(packet)[i] / z);
    }
  }
}

void DepthImage::Measure(const raycast::Scene& scene, const RigidTransform& X_WO,
                         RandomStream* stream) {
  const Eigen::Vector3f origin = scene.ToScene(X_WO.p);
  const Eigen::Matrix3f R_WO = X_WO.R().cast<float>();
  raycast::RayPacket packet;
  for (int k = 0; k < fan_.packet_count(); ++k) {
    const auto first = static_cast<std::size_t>(k) * kPacketRays;
    fan_.Fill(k, origin, R_WO, 0.0F, 0.0F, &packet);
    for (std::size_t i = 0; i < kPacketRays; ++i) {
      // Along a slanted ray the clips are farther away; without a view, there is nothing to look
      // for.
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

void DepthImage::AddErrors(RandomStream* stream) {
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
    for (std::size_t i = 0; i < count; ++i) depths_[i] = scratch_[i] < chance ? kNone : depths_[i];
  }
  for (float& depth : depths_) {
    depth = depth > far_ ? kInfinity : depth;
    depth = depth < near_ ? -kInfinity : depth;
  }
}

}  // namespace surefoot::sensors
