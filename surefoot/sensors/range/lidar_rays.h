#pragma once

#include <cstdint>
#include <vector>

#include "surefoot/raycast/ray_fan.h"
#include "surefoot/raycast/scene.h"
#include "surefoot/sensors/range/lidar_spec.h"

namespace surefoot::sensors {

/// How much of a laser's light each surface of a scene sends back: what the file says
/// (<surefoot:reflectance>, <laser_retro>), else the brightness of its colour.
class Reflectances {
 public:
  Reflectances() = default;
  explicit Reflectances(const raycast::Scene& scene);

  /// `triangle` counts for meshes with several materials.
  float At(std::int32_t shape, std::uint32_t triangle) const {
    const Surface& surface = surfaces_[static_cast<std::size_t>(shape)];
    if (surface.triangle_materials == nullptr) return surface.values[0];
    return surface.values[(*surface.triangle_materials)[triangle]];
  }

 private:
  struct Surface {
    /// One, or one per material of the mesh.
    std::vector<float> values;
    const std::vector<std::uint32_t>* triangle_materials = nullptr;
  };
  static Surface Read(const raycast::Scene& scene, const raycast::Shape& shape);

  std::vector<Surface> surfaces_;
};

/// A whole scan, one value per ray: row by row, a row is a ring. `stride` columns are a whole
/// number of packets.
struct ScanValues {
  std::vector<float> ranges;
  std::vector<float> cosines;
  std::vector<float> reflectances;
};

/// Poses of the sensor for one packet's columns, one array per number.
struct ColumnPoses {
  float R_WS[9][raycast::kPacketRays];
  float p[3][raycast::kPacketRays];

  void Set(int column, const raycast::Scene& scene, const RigidTransform& X_WS);
};

/// Casts the rays of a LiDAR from a sensor that moves meanwhile. Packets run along the azimuth.
class LidarRays {
 public:
  /// `model` is the robot that carries the sensor.
  LidarRays(const LidarSpec& spec, int model);

  int stride() const { return stride_; }
  int ring_count() const { return rings_; }
  /// Directions of a ring's rays in S, by column.
  struct Row {
    const float* x;
    const float* y;
    const float* z;
  };
  Row Directions(int ring) const;

  /// Before the packets of a slice: the scene stands as it is at the sensor's pose `X_WS`; poses of
  /// the slice lie within `shift` metres and `turn` radians of it.
  void Prepare(const raycast::Scene& scene, const RigidTransform& X_WS, double shift, double turn);

  /// All rings of the columns [8 block, 8 block + 8).
  void CastBlock(const raycast::Scene& scene, int block, const ColumnPoses& poses,
                 ScanValues* out) const;

 private:
  using Packet = raycast::RayPacket;

  void Fill(int packet, const ColumnPoses& poses, Packet* out) const;
  bool IsOwn(const raycast::Scene& scene, std::int32_t shape) const;
  void FindOwnPackets();
  bool MayMeet(int packet, const Eigen::AlignedBox3d& box_S) const;
  void CastWithOwnRobot(const raycast::Scene& scene, int packet, Packet* out) const;
  void LookBehindOwn(const raycast::Scene& scene, int lane, Packet* packet) const;
  void FindTooNear(const raycast::Scene& scene, int packet, const ColumnPoses& poses,
                   float* ranges) const;
  bool AnythingNear(const raycast::Scene& scene, const RigidTransform& X_WS) const;
  void Store(const raycast::Scene& scene, const Packet& packet, std::size_t first,
             ScanValues* out) const;

  LidarSpec spec_;
  int model_;
  int stride_;
  int rings_;
  raycast::RayFan fan_;
  float near_;
  float far_;

  /// Of the scene that was looked at last.
  const raycast::Scene* seen_ = nullptr;
  Reflectances reflectances_;
  /// The robot's links about the sensor, with room to move, and which packets may meet them.
  std::vector<Eigen::AlignedBox3d> own_boxes_S_;
  std::vector<std::uint8_t> own_packets_;
  /// Of this slice: whether the sensor moves, and whether something may be nearer than min_range.
  bool moving_ = false;
  bool near_things_ = false;
  ColumnPoses now_;
};

}  // namespace surefoot::sensors
