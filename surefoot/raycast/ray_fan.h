#pragma once

/// Rays from one point whose directions are fixed in a sensor's frame S, e.g. the pixels of a
/// camera or the beams of a LiDAR. Converted to packets once, cast in every step.
///
///   RayFan fan(directions_S);
///   Cast(*scene, fan, X_WS, 0.1, 30.0, distances, shapes);

#include <span>
#include <vector>

#include "surefoot/raycast/scene.h"

namespace surefoot::raycast {

class RayFan {
 public:
  /// Unit vectors in S, in the order of casting; neighbours should be adjacent.
  explicit RayFan(std::span<const Vector3d> directions_S);

  int size() const { return size_; }
  int packet_count() const { return (size_ + kPacketRays - 1) / kPacketRays; }
  /// Number of rays in a packet: kPacketRays except for the last packet.
  int RaysIn(int packet) const { return std::min(kPacketRays, size_ - packet * kPacketRays); }

  /// Sets all inputs of Cast: rays from `origin` (see Scene::ToScene), rotated by R_WS; `near` and
  /// `far` in m.
  void Fill(int packet, const Eigen::Vector3f& origin, const Eigen::Matrix3f& R_WS, float near,
            float far, RayPacket* out) const;

  /// The directions of a packet, kPacketRays values each.
  const float* x(int packet) const { return &x_[Start(packet)]; }
  const float* y(int packet) const { return &y_[Start(packet)]; }
  const float* z(int packet) const { return &z_[Start(packet)]; }

 private:
  static std::size_t Start(int packet) { return static_cast<std::size_t>(packet) * kPacketRays; }

  int size_;
  /// Padded to whole packets with the last direction.
  std::vector<float> x_;
  std::vector<float> y_;
  std::vector<float> z_;
};

/// Distance and shape for each ray of the fan; `far` and -1 if nothing is hit. Both spans have the
/// fan's size.
void Cast(const Scene& scene, const RayFan& fan, const RigidTransform& X_WS, double near,
          double far, std::span<float> distances, std::span<std::int32_t> shapes);

}  // namespace surefoot::raycast
