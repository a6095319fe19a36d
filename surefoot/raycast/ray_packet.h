#pragma once

#include <cstdint>

namespace surefoot::raycast {

/// Number of rays that are cast together: one AVX register of floats.
constexpr int kPacketRays = 8;

/// The fastest query: rays as structure of arrays in single precision, with the memory layout of
/// Embree's RTCRayHit8. Rays of a packet should be neighbours: along the azimuth for a LiDAR, along
/// a row for a camera. Origins are in the scene's coordinates (Scene::ToScene).
struct alignas(32) RayPacket {
  float origin_x[kPacketRays];
  float origin_y[kPacketRays];
  float origin_z[kPacketRays];
  float near[kPacketRays];
  /// Unit vectors in W.
  float direction_x[kPacketRays];
  float direction_y[kPacketRays];
  float direction_z[kPacketRays];
  float unused_time[kPacketRays];
  /// Input: maximum distance (m). Output: distance of the hit, unchanged if there is none.
  float distance[kPacketRays];
  std::uint32_t unused_ray[3][kPacketRays];
  /// Normal at the hit, not normalised, in the frame of the node; use Scene::Cosines or
  /// Scene::NormalOf.
  float normal_x[kPacketRays];
  float normal_y[kPacketRays];
  float normal_z[kPacketRays];
  /// As in Hit.
  float u[kPacketRays];
  float v[kPacketRays];
  std::uint32_t triangle[kPacketRays];
  std::uint32_t unused_hit[2][kPacketRays];
  /// Index for Scene::shape(), -1 if nothing was hit.
  std::int32_t shape[kPacketRays];
};

/// -1 for the rays of a packet that take part, 0 for the others.
struct alignas(32) RayMask {
  std::int32_t valid[kPacketRays];
};

}  // namespace surefoot::raycast
