#pragma once

#include <cstdint>

namespace surefoot::raycast {

/// Rays that are cast together.
constexpr int kPacketRays = 8;

/// The fastest way to ask: rays side by side, one array per number, in single precision. Rays of a
/// packet should be neighbours: for a LiDAR along the azimuth, for a camera along a row. Origins
/// are told in the scene's coordinates: Scene::ToScene.
struct alignas(32) RayPacket {
  float origin_x[kPacketRays];
  float origin_y[kPacketRays];
  float origin_z[kPacketRays];
  float near[kPacketRays];
  /// In W, of length 1.
  float direction_x[kPacketRays];
  float direction_y[kPacketRays];
  float direction_z[kPacketRays];
  float unused_time[kPacketRays];
  /// Going in: how far to look. Coming out: where the ray met something, else unchanged.
  float distance[kPacketRays];
  std::uint32_t unused_ray[3][kPacketRays];
  /// Normal of the surface where something was met, not of length 1, in the frame of the node;
  /// Scene::Cosines and Scene::NormalOf make use of it.
  float normal_x[kPacketRays];
  float normal_y[kPacketRays];
  float normal_z[kPacketRays];
  /// As in Hit.
  float u[kPacketRays];
  float v[kPacketRays];
  std::uint32_t triangle[kPacketRays];
  std::uint32_t unused_hit[2][kPacketRays];
  /// Index for Scene::shape(), -1 where nothing was met.
  std::int32_t shape[kPacketRays];
};

/// -1 for the rays of a packet that count, 0 for the others.
struct alignas(32) RayMask {
  std::int32_t valid[kPacketRays];
};

}  // namespace surefoot::raycast
