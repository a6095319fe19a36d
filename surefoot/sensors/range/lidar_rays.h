#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "surefoot/raycast/ray_fan.h"
#include "surefoot/raycast/scene.h"
#include "surefoot/sensors/range/lidar_spec.h"
#include "surefoot/sensors/shared_parts.h"

namespace surefoot::sensors {

/// Reflectance of each surface of a scene for a laser: <surefoot:reflectance> or <laser_retro> of
/// the file, otherwise the luminance of its colour.
class Reflectances {
 public:
  Reflectances() = default;
  explicit Reflectances(const raycast::Scene& scene);

  /// `triangle` matters only for meshes with several materials.
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

/// A whole scan, one value per ray, ring by ring. A ring has LidarRays::stride() values, a whole
/// number of packets. Ranges in m; cosines of the angle of incidence.
struct ScanValues {
  std::vector<float> ranges;
  std::vector<float> cosines;
  std::vector<float> reflectances;
};

/// Poses of the sensor for the columns of one packet, one array per component, so that Fill can be
/// vectorized.
struct ColumnPoses {
  float R_WS[9][raycast::kPacketRays];
  float p[3][raycast::kPacketRays];

  void Set(int column, const raycast::Scene& scene, const RigidTransform& X_WS);
};

/// Casts the rays of a LiDAR that moves during the scan. A packet has 8 columns of one ring.
///   rays.Prepare(scene, X_WS, shift, turn);            // once per slice
///   rays.CastBlock(scene, block, poses, &values);      // for each block of the slice
class LidarRays {
 public:
  /// `model` is the robot that carries the sensor.
  LidarRays(const LidarSpec& spec, int model, SharedParts* shared);

  int stride() const { return stride_; }
  int ring_count() const { return rings_; }
  /// Directions of a ring's rays in S, by column.
  struct Row {
    const float* x;
    const float* y;
    const float* z;
  };
  Row Directions(int ring) const;

  /// Call before the packets of a slice. The scene has its poses at the time of `X_WS`; all poses
  /// of the sensor in the slice are within `shift` metres and `turn` radians of it.
  void Prepare(const raycast::Scene& scene, const RigidTransform& X_WS, double shift, double turn);

  /// Casts the columns [8 block, 8 block + 8) of all rings.
  void CastBlock(const raycast::Scene& scene, int block, const ColumnPoses& poses,
                 ScanValues* out) const;

 private:
  using Packet = raycast::RayPacket;

  void Fill(int packet, const ColumnPoses& poses, Packet* out) const;
  bool IsOwn(const raycast::Scene& scene, std::int32_t shape) const;
  void FindOwnPackets();
  bool MayMeet(int packet, const Eigen::AlignedBox3d& box_S) const;
  void CastWithOwnRobot(const raycast::Scene& scene, int packet, Packet* out) const;
  void CastBehindOwnRobot(const raycast::Scene& scene, int lane, Packet* packet) const;
  void FindTooNear(const raycast::Scene& scene, int packet, const ColumnPoses& poses,
                   float* ranges) const;
  bool AnythingNear(const raycast::Scene& scene, const RigidTransform& X_WS) const;
  void Store(const raycast::Scene& scene, const Packet& packet, std::size_t first,
             ScanValues* out) const;

  LidarSpec spec_;
  int model_;
  int stride_;
  int rings_;
  /// Shared by LIDARs with the same rays.
  std::shared_ptr<const raycast::RayFan> rays_;
  const raycast::RayFan& fan_;
  float near_;
  float far_;

  /// The scene of the last Prepare, and its reflectances.
  const raycast::Scene* seen_ = nullptr;
  Reflectances reflectances_;
  /// Boxes of the robot's links in the sensor's frame with a margin, and per packet whether it may
  /// meet one of them.
  std::vector<Eigen::AlignedBox3d> own_boxes_S_;
  std::vector<std::uint8_t> own_packets_;
  /// Of the current slice: whether the sensor moves, and whether a model may be nearer than
  /// min_range.
  bool moving_ = false;
  bool near_things_ = false;
  ColumnPoses now_;
};

}  // namespace surefoot::sensors
