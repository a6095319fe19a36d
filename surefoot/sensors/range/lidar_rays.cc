#include "surefoot/sensors/range/lidar_rays.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "surefoot/raycast/shape_rays.h"
#include "surefoot/world/element_reader.h"

namespace surefoot::sensors {
namespace {

/// Reflectance of shapes without a colour, such as collisions.
constexpr float kUsual = 0.5F;
/// <laser_retro> has no unit: it is what the author of a model wants to read as intensity.
constexpr double kMax = 1e9;

/// Relative luminance of a linear RGB colour (ITU-R BT.709).
float Brightness(const Eigen::Vector4d& color) {
  return static_cast<float>(0.2126 * color.x() + 0.7152 * color.y() + 0.0722 * color.z());
}

/// The reflectance that the file specifies.
std::optional<float> Given(const std::vector<world::Element>& extensions) {
  // Wrong values were reported when the file was read; here they count as absent.
  Problems problems;
  std::optional<float> given;
  for (const world::Element& extension : extensions) {
    if (extension.name != "surefoot:reflectance" && extension.name != "surefoot:laser_retro") {
      continue;
    }
    world::Element holder;
    holder.children.push_back(extension);
    const world::ElementReader reader(holder, &problems);
    const double value = reader.Number(extension.name, -1.0, 0.0, kMax);
    if (value >= 0.0) given = static_cast<float>(value);
  }
  return given;
}

using raycast::kPacketRays;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
/// How far the robot's links may move relative to the sensor before FindOwnPackets runs again (m).
constexpr double kMargin = 0.05;
/// A motion within a slice that is neglected (m, and rad).
constexpr double kStill = 1e-6;
/// Surfaces of the robot itself that a ray may pass through, a limit for meshes with many layers.
constexpr int kMaxLayers = 16;

int RoundUp(int value) { return (value + kPacketRays - 1) / kPacketRays * kPacketRays; }

/// Unit vectors, ring by ring; each ring is padded to whole packets with its last direction.
std::vector<Vector3d> MakeDirections(const LidarSpec& spec, int stride) {
  // Each angle occurs in many rays.
  std::vector<Eigen::Vector2d> headings;
  for (int i = 0; i < stride; ++i) {
    const double azimuth = spec.min_azimuth + std::min(i, spec.columns - 1) * spec.azimuth_step();
    headings.emplace_back(std::cos(azimuth), std::sin(azimuth));
  }
  std::vector<Vector3d> directions;
  directions.reserve(spec.rings.size() * headings.size());
  for (const double elevation : spec.rings) {
    const double level = std::cos(elevation);
    const double up = std::sin(elevation);
    for (const Eigen::Vector2d& heading : headings) {
      directions.emplace_back(heading.x() * level, heading.y() * level, up);
    }
  }
  return directions;
}

/// The numbers that MakeDirections uses, as bytes.
std::string FanKey(const LidarSpec& spec) {
  std::vector<double> numbers = {static_cast<double>(spec.columns), spec.min_azimuth,
                                 spec.azimuth_step()};
  numbers.insert(numbers.end(), spec.rings.begin(), spec.rings.end());
  std::string key = "lidar ";
  key.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double));
  return key;
}

void CopyLane(const raycast::RayPacket& from, int i, raycast::RayPacket* to, int k) {
  to->origin_x[k] = from.origin_x[i];
  to->origin_y[k] = from.origin_y[i];
  to->origin_z[k] = from.origin_z[i];
  to->near[k] = from.near[i];
  to->direction_x[k] = from.direction_x[i];
  to->direction_y[k] = from.direction_y[i];
  to->direction_z[k] = from.direction_z[i];
  to->distance[k] = from.distance[i];
  to->normal_x[k] = from.normal_x[i];
  to->normal_y[k] = from.normal_y[i];
  to->normal_z[k] = from.normal_z[i];
  to->triangle[k] = from.triangle[i];
  to->shape[k] = from.shape[i];
}

}  // namespace

Reflectances::Surface Reflectances::Read(const raycast::Scene& scene, const raycast::Shape& shape) {
  const world::Link& link = scene.world().link(shape.link);
  const auto index = static_cast<std::size_t>(shape.index);
  const auto& extensions =
      shape.is_collision ? link.collisions[index].extensions : link.visuals[index].extensions;
  Surface surface;
  if (const std::optional<float> given = Given(extensions)) {
    surface.values = {*given};
    return surface;
  }
  if (shape.is_collision) {
    surface.values = {kUsual};
    return surface;
  }
  const world::Visual& visual = link.visuals[index];
  if (visual.material) {
    surface.values = {Brightness(visual.material->diffuse)};
    return surface;
  }
  const auto* mesh = std::get_if<world::Mesh>(&visual.geometry);
  if (mesh != nullptr && !mesh->mesh->materials.empty()) {
    for (const MeshMaterial& material : mesh->mesh->materials) {
      surface.values.push_back(Brightness(material.diffuse));
    }
    const auto& materials = mesh->mesh->triangle_materials;
    const bool right = materials.size() == mesh->mesh->triangles.size() &&
                       std::all_of(materials.begin(), materials.end(),
                                   [&](std::uint32_t at) { return at < surface.values.size(); });
    if (right) surface.triangle_materials = &materials;
    return surface;
  }
  surface.values = {Brightness(world::Material().diffuse)};
  return surface;
}

Reflectances::Reflectances(const raycast::Scene& scene) {
  for (int i = 0; i < scene.shape_count(); ++i) surfaces_.push_back(Read(scene, scene.shape(i)));
}

void ColumnPoses::Set(int column, const raycast::Scene& scene, const RigidTransform& X_WS) {
  const Matrix3d R = X_WS.R();
  for (int i = 0; i < 9; ++i) R_WS[i][column] = static_cast<float>(R(i / 3, i % 3));
  const Eigen::Vector3f origin = scene.ToScene(X_WS.p);
  for (int i = 0; i < 3; ++i) p[i][column] = origin[i];
}

LidarRays::LidarRays(const LidarSpec& spec, int model, SharedParts* shared)
    : spec_(spec),
      model_(model),
      stride_(RoundUp(spec.columns)),
      rings_(static_cast<int>(spec.rings.size())),
      rays_(shared->Get<raycast::RayFan>(
          FanKey(spec), [&] { return raycast::RayFan(MakeDirections(spec, stride_)); })),
      fan_(*rays_),
      near_(static_cast<float>(spec.errors.min_range)),
      far_(static_cast<float>(spec.errors.max_range)) {}

LidarRays::Row LidarRays::Directions(int ring) const {
  const int packet = ring * (stride_ / kPacketRays);
  return Row{fan_.x(packet), fan_.y(packet), fan_.z(packet)};
}

void LidarRays::Prepare(const raycast::Scene& scene, const RigidTransform& X_WS, double shift,
                        double turn) {
  if (seen_ != &scene) {
    seen_ = &scene;
    reflectances_ = Reflectances(scene);
    own_packets_.clear();
  }
  near_things_ = AnythingNear(scene, X_WS);
  moving_ = shift > kStill || turn > kStill;
  if (!moving_) return;
  for (int i = 0; i < kPacketRays; ++i) now_.Set(i, scene, X_WS);
  // The current boxes of the robot's links must be inside of those of the last FindOwnPackets.
  const world::Range& links = scene.world().layout(model_).links;
  const RigidTransform X_SW = X_WS.Inverse();
  std::vector<Eigen::AlignedBox3d>& boxes = own_boxes_S_;
  boxes.resize(static_cast<std::size_t>(links.count));
  bool sorted = own_packets_.size() == static_cast<std::size_t>(fan_.packet_count());
  for (int i = 0; i < links.count; ++i) {
    const Eigen::AlignedBox3d& box_L = scene.LinkBounds(links.first + i);
    if (box_L.isEmpty()) continue;
    const RigidTransform X_SL = X_SW * scene.LinkPose(links.first + i);
    Eigen::AlignedBox3d box = raycast::Moved(X_SL, box_L);
    const double reach = std::max(box.min().norm(), box.max().norm());
    const double slack = shift + turn * reach;
    box.min().array() -= slack;
    box.max().array() += slack;
    Eigen::AlignedBox3d& kept = boxes[static_cast<std::size_t>(i)];
    if (sorted && kept.contains(box)) continue;
    box.min().array() -= kMargin;
    box.max().array() += kMargin;
    kept = box;
    sorted = false;
  }
  if (!sorted) FindOwnPackets();
}

/// Whether any ray of the packet, from the sensor's origin, may meet the box (slab test).
bool LidarRays::MayMeet(int packet, const Eigen::AlignedBox3d& box_S) const {
  const float* axes[3] = {fan_.x(packet), fan_.y(packet), fan_.z(packet)};
  for (int i = 0; i < kPacketRays; ++i) {
    double in = 0.0;
    double out = static_cast<double>(far_);
    for (int k = 0; k < 3; ++k) {
      const double slope = 1.0 / static_cast<double>(axes[k][i]);
      const double a = box_S.min()[k] * slope;
      const double b = box_S.max()[k] * slope;
      if (std::isnan(a) || std::isnan(b)) continue;
      in = std::max(in, std::min(a, b));
      out = std::min(out, std::max(a, b));
    }
    if (in <= out) return true;
  }
  return false;
}

/// Marks the packets that may meet the robot itself. All others need no second cast.
void LidarRays::FindOwnPackets() {
  own_packets_.assign(static_cast<std::size_t>(fan_.packet_count()), 0);
  for (int packet = 0; packet < fan_.packet_count(); ++packet) {
    own_packets_[static_cast<std::size_t>(packet)] =
        std::any_of(own_boxes_S_.begin(), own_boxes_S_.end(),
                    [&](const auto& box) { return !box.isEmpty() && MayMeet(packet, box); });
  }
}

/// Whether a link of another model is closer to the sensor than min_range. The usual case is that
/// none is, which saves the rays of FindTooNear.
bool LidarRays::AnythingNear(const raycast::Scene& scene, const RigidTransform& X_WS) const {
  const double reach = spec_.errors.min_range + kMargin;
  const world::Range& own = scene.world().layout(model_).links;
  for (int link = 0; link < scene.world().link_count(); ++link) {
    const Eigen::AlignedBox3d& box_L = scene.LinkBounds(link);
    if ((link >= own.first && link < own.end()) || box_L.isEmpty()) continue;
    const RigidTransform& X_WL = scene.LinkPose(link);
    const Vector3d p_L = X_WL.q.conjugate() * (X_WS.p - X_WL.p);
    if (box_L.squaredExteriorDistance(p_L) < reach * reach) return true;
  }
  return false;
}

void LidarRays::Fill(int packet, const ColumnPoses& poses, Packet* out) const {
  const float* __restrict x = fan_.x(packet);
  const float* __restrict y = fan_.y(packet);
  const float* __restrict z = fan_.z(packet);
  float* const directions[3] = {out->direction_x, out->direction_y, out->direction_z};
  for (int k = 0; k < 3; ++k) {
    const float* __restrict a = poses.R_WS[3 * k];
    const float* __restrict b = poses.R_WS[3 * k + 1];
    const float* __restrict c = poses.R_WS[3 * k + 2];
    float* __restrict d = directions[k];
    for (int i = 0; i < kPacketRays; ++i) d[i] = a[i] * x[i] + b[i] * y[i] + c[i] * z[i];
  }
  std::copy_n(poses.p[0], kPacketRays, out->origin_x);
  std::copy_n(poses.p[1], kPacketRays, out->origin_y);
  std::copy_n(poses.p[2], kPacketRays, out->origin_z);
  std::fill_n(out->near, kPacketRays, near_);
  std::fill_n(out->distance, kPacketRays, far_);
}

bool LidarRays::IsOwn(const raycast::Scene& scene, std::int32_t shape) const {
  return shape >= 0 && scene.world().model_of_link(scene.shape(shape).link) == model_;
}

/// The scene has the robot's pose at the end of the slice, but rays start where the sensor was.
/// Seen from there the robot itself would be displaced, although it carries the sensor. So the
/// robot is cast from the sensor's pose now, and everything else from the pose at the ray's time.
void LidarRays::CastWithOwnRobot(const raycast::Scene& scene, int packet, Packet* out) const {
  Packet own;
  Fill(packet, now_, &own);
  scene.Cast(&own);
  for (int i = 0; i < kPacketRays; ++i) {
    const bool own_met = IsOwn(scene, own.shape[i]);
    const bool own_in_way = IsOwn(scene, out->shape[i]);
    if (own_met && (own_in_way || out->shape[i] < 0 || own.distance[i] < out->distance[i])) {
      CopyLane(own, i, out, i);
    } else if (own_in_way) {
      CastBehindOwnRobot(scene, i, out);
    }
  }
}

/// Continues a ray behind the robot itself, until it meets another model.
void LidarRays::CastBehindOwnRobot(const raycast::Scene& scene, int lane, Packet* packet) const {
  Packet single;
  for (int layer = 0; layer < kMaxLayers && IsOwn(scene, packet->shape[lane]); ++layer) {
    CopyLane(*packet, lane, &single, 0);
    single.near[0] = packet->distance[lane] * 1.000001F + 1e-5F;
    single.distance[0] = far_;
    scene.Cast(&single, 1);
    CopyLane(single, 0, packet, lane);
  }
}

/// Sets rays to -infinity that meet another model before min_range.
void LidarRays::FindTooNear(const raycast::Scene& scene, int packet, const ColumnPoses& poses,
                            float* ranges) const {
  Packet close;
  Fill(packet, poses, &close);
  std::fill_n(close.near, kPacketRays, 0.0F);
  std::fill_n(close.distance, kPacketRays, near_);
  scene.Cast(&close);
  for (int i = 0; i < kPacketRays; ++i) {
    CastBehindOwnRobot(scene, i, &close);
    if (close.shape[i] >= 0 && close.distance[i] < near_) ranges[i] = -kInfinity;
  }
}

void LidarRays::CastBlock(const raycast::Scene& scene, int block, const ColumnPoses& poses,
                          ScanValues* out) const {
  const int blocks = stride_ / kPacketRays;
  Packet packet;
  for (int ring = 0; ring < rings_; ++ring) {
    const int index = ring * blocks + block;
    Fill(index, poses, &packet);
    scene.Cast(&packet);
    if (moving_ && own_packets_[static_cast<std::size_t>(index)] != 0) {
      CastWithOwnRobot(scene, index, &packet);
    }
    const auto first = static_cast<std::size_t>(index) * kPacketRays;
    Store(scene, packet, first, out);
    if (near_things_) FindTooNear(scene, index, poses, &out->ranges[first]);
  }
}

void LidarRays::Store(const raycast::Scene& scene, const Packet& packet, std::size_t first,
                      ScanValues* out) const {
  for (int i = 0; i < kPacketRays; ++i) {
    out->ranges[first + static_cast<std::size_t>(i)] =
        packet.shape[i] < 0 ? kInfinity : packet.distance[i];
  }
  if (!spec_.intensity && spec_.errors.dropout_grazing == 0.0 &&
      spec_.errors.range_at_10_percent == 0.0) {
    return;
  }
  scene.Cosines(packet, &out->cosines[first]);
  for (int i = 0; i < kPacketRays; ++i) {
    out->reflectances[first + static_cast<std::size_t>(i)] =
        packet.shape[i] < 0 ? 0.0F : reflectances_.At(packet.shape[i], packet.triangle[i]);
  }
}

}  // namespace surefoot::sensors
