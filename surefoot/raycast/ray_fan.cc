#include "surefoot/raycast/ray_fan.h"

#include <algorithm>

// Rays from one origin are cast in packets of the width that Embree handles at once.

namespace surefoot::raycast {

// The last packet is padded with the last ray, so that loops have a constant length.
RayFan::RayFan(std::span<const Vector3d> directions_S)
    : size_(static_cast<int>(directions_S.size())) {
  const std::size_t padded = Start(packet_count());
  for (std::vector<float>* values : {&x_, &y_, &z_}) values->resize(padded);
  for (std::size_t i = 0; i < padded; ++i) {
    const Vector3d& d = directions_S[std::min(i, directions_S.size() - 1)];
    x_[i] = static_cast<float>(d.x());
    y_[i] = static_cast<float>(d.y());
    z_[i] = static_cast<float>(d.z());
  }
}

// A copy of the matrix, so that the compiler knows that the output does not overlap it.
void RayFan::Fill(int packet, const Eigen::Vector3f& origin, const Eigen::Matrix3f& R_WS,
                  float near, float far, RayPacket* out) const {
  const float* dx = x(packet);
  const float* dy = y(packet);
  const float* dz = z(packet);
  const Eigen::Matrix3f R = R_WS;
  for (int i = 0; i < kPacketRays; ++i) {
    out->origin_x[i] = origin.x();
    out->origin_y[i] = origin.y();
    out->origin_z[i] = origin.z();
    out->direction_x[i] = R(0, 0) * dx[i] + R(0, 1) * dy[i] + R(0, 2) * dz[i];
    out->direction_y[i] = R(1, 0) * dx[i] + R(1, 1) * dy[i] + R(1, 2) * dz[i];
    out->direction_z[i] = R(2, 0) * dx[i] + R(2, 1) * dy[i] + R(2, 2) * dz[i];
    out->near[i] = near;
    out->distance[i] = far;
  }
}

// In single precision relative to the scene's origin, as Embree computes.
void Cast(const Scene& scene, const RayFan& fan, const RigidTransform& X_WS, double near,
          double far, std::span<float> distances, std::span<std::int32_t> shapes) {
  SUREFOOT_CHECK(static_cast<int>(distances.size()) == fan.size() &&
                     static_cast<int>(shapes.size()) == fan.size(),
                 std::to_string(distances.size()) + " distances");
  const Eigen::Vector3f origin = scene.ToScene(X_WS.p);
  const Eigen::Matrix3f R_WS = X_WS.R().cast<float>();
  RayPacket packet;
  for (int k = 0; k < fan.packet_count(); ++k) {
    const int count = fan.RaysIn(k);
    fan.Fill(k, origin, R_WS, static_cast<float>(near), static_cast<float>(far), &packet);
    scene.Cast(&packet, count);
    const auto first = static_cast<std::size_t>(k) * kPacketRays;
    std::copy_n(packet.distance, count, &distances[first]);
    std::copy_n(packet.shape, count, &shapes[first]);
  }
}

}  // namespace surefoot::raycast
