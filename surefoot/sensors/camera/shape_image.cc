#include "surefoot/sensors/camera/shape_image.h"

#include <algorithm>

namespace surefoot::sensors {

const std::vector<std::int32_t>& ShapeImage::Trace(const raycast::Scene& scene,
                                                   const RigidTransform& X_WS) {
  constexpr auto kWidth = static_cast<std::size_t>(raycast::kPacketRays);
  if (rays_.x.empty()) rays_ = model_.MakeRays();
  shapes_.resize(rays_.x.size());
  const Eigen::Matrix3f R = (X_WS.q * CameraModel::R_SO()).toRotationMatrix().cast<float>();
  const Eigen::Vector3f origin = scene.ToScene(X_WS.p);
  const auto near_clip = static_cast<float>(model_.near_clip());
  const auto far_clip = static_cast<float>(model_.far_clip());
  raycast::RayPacket packet;
  raycast::RayMask mask;
  for (std::size_t first = 0; first < shapes_.size(); first += kWidth) {
    const std::size_t count = std::min(kWidth, shapes_.size() - first);
    for (std::size_t i = 0; i < kWidth; ++i) {
      const std::size_t ray = first + std::min(i, count - 1);
      const Eigen::Vector3f way_O(rays_.x[ray], rays_.y[ray], rays_.z[ray]);
      const Eigen::Vector3f way = R * way_O;
      const float slope = 1.0F / std::max(way_O.z(), 0.2F);
      mask.valid[i] = i < count && way_O.squaredNorm() > 0.25F ? -1 : 0;
      packet.origin_x[i] = origin.x();
      packet.origin_y[i] = origin.y();
      packet.origin_z[i] = origin.z();
      packet.direction_x[i] = way.x();
      packet.direction_y[i] = way.y();
      packet.direction_z[i] = way.z();
      packet.near[i] = slope * near_clip;
      packet.distance[i] = slope * far_clip;
    }
    scene.Cast(mask, &packet);
    for (std::size_t i = 0; i < count; ++i) {
      shapes_[first + i] = mask.valid[i] != 0 ? packet.shape[i] : -1;
    }
  }
  return shapes_;
}

}  // namespace surefoot::sensors
