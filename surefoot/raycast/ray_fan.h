#pragma once

/// Rays from one point whose directions are fixed in a sensor's frame S: the pixels of a camera,
/// the rays of a LiDAR.

#include <span>
#include <vector>

#include "surefoot/raycast/scene.h"

namespace surefoot::raycast {

class RayFan {
 public:
  /// Directions of length 1 in S, in the order in which they are cast: neighbours side by side.
  explicit RayFan(std::span<const Vector3d> directions_S);

  int size() const { return size_; }
  int packet_count() const { return (size_ + kPacketRays - 1) / kPacketRays; }
  /// Rays of a packet: kPacketRays but for the last one.
  int RaysIn(int packet) const { return std::min(kPacketRays, size_ - packet * kPacketRays); }

  /// Fills in everything that Cast needs: from `origin` (Scene::ToScene), turned by R_WS.
  void Fill(int packet, const Eigen::Vector3f& origin, const Eigen::Matrix3f& R_WS, float near,
            float far, RayPacket* out) const;

  /// The directions of a packet, kPacketRays numbers each.
  const float* x(int packet) const { return &x_[Start(packet)]; }
  const float* y(int packet) const { return &y_[Start(packet)]; }
  const float* z(int packet) const { return &z_[Start(packet)]; }

 private:
  static std::size_t Start(int packet) { return static_cast<std::size_t>(packet) * kPacketRays; }

  int size_;
  /// Filled up to whole packets.
  std::vector<float> x_;
  std::vector<float> y_;
  std::vector<float> z_;
};

/// Distance and shape for each ray of the fan; `far` and -1 where nothing is met. Both have the
/// fan's size.
void Cast(const Scene& scene, const RayFan& fan, const RigidTransform& X_WS, double near,
          double far, std::span<float> distances, std::span<std::int32_t> shapes);

}  // namespace surefoot::raycast
