#include "surefoot/raycast/scene.h"

#include <embree3/rtcore.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <unordered_map>

#include "surefoot/base/try.h"
#include "surefoot/raycast/embree_geometry.h"
#include "surefoot/raycast/shape_rays.h"

// One Embree scene with an instance per link: moving a link changes a matrix, not the triangles.

namespace surefoot::raycast {
namespace {

/// Worlds farther than this from the origin (m) get shifted coordinates, because rays have single
/// precision: at 1 km its resolution is 0.06 mm.
constexpr double kFarAway = 1000.0;

/// How much closer to the eye each shape is than the one before it in its link, as a share of the
/// distance; at most kMaxLayers steps count. Just above the rounding of single precision.
constexpr double kLayerStep = 5e-6;
constexpr int kMaxLayers = 60;

/// One thread and one instruction set: the hierarchy, and with it the winner among equal distances,
/// is then the same on every machine.
constexpr const char* kDeviceConfig = "threads=1,max_isa=avx2";

/// Rounded to whole metres, so that the shift itself is exact.
Vector3d OriginFor(const world::World& world) {
  Vector3d sum = Vector3d::Zero();
  for (const world::ModelInstance& instance : world.spec().models) sum += instance.X_WM.p;
  const Vector3d mean = sum / std::max(1, world.model_count());
  return mean.norm() > kFarAway ? Vector3d(mean.array().round()) : Vector3d::Zero();
}

/// Whether a visual plane has a collision plane at the same place, which is then the infinite one.
bool HasPlaneCollision(const world::Link& link, const RigidTransform& X_LG) {
  return std::any_of(link.collisions.begin(), link.collisions.end(), [&](const auto& collision) {
    return std::holds_alternative<world::Plane>(collision.geometry) &&
           (collision.X_LG.p - X_LG.p).norm() < 0.01 &&
           collision.X_LG.q.angularDistance(X_LG.q) < 0.01;
  });
}

/// A collision plane is infinite; a plane that is only drawn keeps its drawn size.
world::Geometry WithInfiniteSize(const world::Geometry& geometry, bool endless) {
  if (endless && std::holds_alternative<world::Plane>(geometry)) {
    return world::Plane{Eigen::Vector2d::Constant(world::kInfinity)};
  }
  return geometry;
}

// RayPacket is passed to Embree without copying.
static_assert(sizeof(RTCRayHit8) == offsetof(RayPacket, shape));
static_assert(offsetof(RTCRayHit8, ray.tnear) == offsetof(RayPacket, near));
static_assert(offsetof(RTCRayHit8, ray.dir_x) == offsetof(RayPacket, direction_x));
static_assert(offsetof(RTCRayHit8, ray.tfar) == offsetof(RayPacket, distance));
static_assert(offsetof(RTCRayHit8, ray.mask) == offsetof(RayPacket, unused_ray));
static_assert(offsetof(RTCRayHit8, hit.Ng_x) == offsetof(RayPacket, normal_x));
static_assert(offsetof(RTCRayHit8, hit.u) == offsetof(RayPacket, u));
static_assert(offsetof(RTCRayHit8, hit.primID) == offsetof(RayPacket, triangle));
static_assert(offsetof(RTCRayHit8, hit.geomID) == offsetof(RayPacket, unused_hit));

alignas(32) constexpr std::int32_t kValid[kPacketRays] = {-1, -1, -1, -1, -1, -1, -1, -1};

/// Mask for rtcIntersect8 and rtcOccluded8 with the first `count` rays.
const std::int32_t* ValidFor(int count, std::int32_t* buffer) {
  if (count == kPacketRays) return kValid;
  for (int i = 0; i < kPacketRays; ++i) buffer[i] = i < count ? -1 : 0;
  return buffer;
}

/// Bitwise equality: distinguishes -0 from 0, and NaN equals itself.
bool SamePose(const RigidTransform& a, const RigidTransform& b) {
  return std::memcmp(a.q.coeffs().data(), b.q.coeffs().data(), 4 * sizeof(double)) == 0 &&
         std::memcmp(a.p.data(), b.p.data(), 3 * sizeof(double)) == 0;
}

/// Writes one ray into a packet.
void SetRay(const Ray& ray, const Eigen::Vector3f& p, int i, RayPacket* packet) {
  const Eigen::Vector3f d = ray.direction_W.cast<float>();
  packet->origin_x[i] = p.x();
  packet->origin_y[i] = p.y();
  packet->origin_z[i] = p.z();
  packet->direction_x[i] = d.x();
  packet->direction_y[i] = d.y();
  packet->direction_z[i] = d.z();
  packet->near[i] = static_cast<float>(ray.near);
  packet->distance[i] = static_cast<float>(ray.far);
}

}  // namespace

/// Data shared by a scene and its twins.
struct Scene::SharedNodes {
  Device device;
  std::unordered_map<std::string, NodeScene> node_scenes;
  /// Geometry of each node, by node index.
  std::vector<RTCScene> looks;
};

struct Scene::Embree {
  std::shared_ptr<SharedNodes> shared = std::make_shared<SharedNodes>();
  EmbreeScene all;
  /// Instance of each node, by node index.
  std::vector<RTCGeometry> instances;

  ~Embree() {
    for (RTCGeometry instance : instances) rtcReleaseGeometry(instance);
  }
};

Scene::Scene(const world::World& world, bool layers, const Vector3d& origin_W)
    : world_(world), layers_(layers), origin_W_(origin_W), embree_(std::make_unique<Embree>()) {}

Scene::~Scene() = default;

// Shapes are collected per link, so that a moving link needs one new transform only.
Result<std::unique_ptr<Scene>> Scene::Make(const world::World& world, const SceneOptions& options) {
  std::unique_ptr<Scene> scene(new Scene(world, options.layers, OriginFor(world)));
  scene->CollectShapes(options);
  scene->CollectNodes();
  SUREFOOT_TRY(scene->Build());
  return scene;
}

// Rays of cameras see visuals, those of range sensors may see collisions.
void Scene::CollectShapes(const SceneOptions& options) {
  const std::vector<int>& models = options.collision_models;
  for (int id = 0; id < world_.link_count(); ++id) {
    const world::Link& link = world_.link(id);
    const int model = world_.model_of_link(id);
    if (options.collisions || std::find(models.begin(), models.end(), model) != models.end()) {
      for (std::size_t i = 0; i < link.collisions.size(); ++i) {
        const world::Collision& collision = link.collisions[i];
        shapes_.push_back(Shape{id, static_cast<int>(i), true, collision.X_LG,
                                WithInfiniteSize(collision.geometry, true)});
      }
      continue;
    }
    for (std::size_t i = 0; i < link.visuals.size(); ++i) {
      const world::Visual& visual = link.visuals[i];
      const bool endless = HasPlaneCollision(link, visual.X_LG);
      shapes_.push_back(Shape{id, static_cast<int>(i), false, visual.X_LG,
                              WithInfiniteSize(visual.geometry, endless)});
    }
  }
  X_WG_.resize(shapes_.size());
  R_WG_.resize(shapes_.size());
}

/// Shapes are sorted by link, so those of one link are adjacent.
void Scene::CollectNodes() {
  link_bounds_.resize(static_cast<std::size_t>(world_.link_count()));
  for (const Shape& shape : shapes_) {
    link_bounds_[static_cast<std::size_t>(shape.link)].extend(
        Moved(shape.X_LG, BoundsOf(shape.geometry)));
  }
  for (int i = 0; i < shape_count(); ++i) {
    if (layers_ || nodes_.empty() || nodes_.back().link != shape(i).link) {
      Node node;
      node.link = shape(i).link;
      node.first_shape = i;
      nodes_.push_back(node);
    }
    ++nodes_.back().shape_count;
    node_of_shape_.push_back(static_cast<int>(nodes_.size()) - 1);
  }
}

// Transparent visuals cast no shadow.
bool Scene::CastsShadow(const Shape& shape) const {
  if (shape.is_collision) return true;
  const auto& visual = world_.link(shape.link).visuals[static_cast<std::size_t>(shape.index)];
  const double alpha = visual.material ? visual.material->diffuse.w() : 1.0;
  return visual.cast_shadows && visual.transparency < 0.05 && alpha > 0.95;
}

// A scene with its own poses that shares the geometry with this one, for another thread.
Result<std::unique_ptr<Scene>> Scene::MakeTwin() const {
  std::unique_ptr<Scene> twin(new Scene(world_, layers_, origin_W_));
  twin->shapes_ = shapes_;
  twin->X_WG_.resize(shapes_.size());
  twin->R_WG_.resize(shapes_.size());
  twin->link_bounds_ = link_bounds_;
  twin->nodes_ = nodes_;
  twin->node_of_shape_ = node_of_shape_;
  twin->embree_->shared = embree_->shared;
  twin->embree_->all.reset(rtcNewScene(embree_->shared->device.get()));
  if (twin->embree_->all == nullptr) return Error{"Embree cannot allocate another scene"};
  for (RTCScene looks : embree_->shared->looks) twin->AddInstance(looks);
  return twin;
}

Status Scene::Build() {
  Device& device = embree_->shared->device;
  device.reset(rtcNewDevice(kDeviceConfig));
  if (device == nullptr) return Error{"Embree cannot start on this machine"};
  embree_->all.reset(rtcNewScene(device.get()));
  for (const Node& node : nodes_) {
    SUREFOOT_TRY(AddNode(node));
  }
  return Status();
}

// Reuses the scene of a node with the same shapes.
Status Scene::AddNode(const Node& node) {
  std::vector<NodeShape> shapes;
  for (int i = node.first_shape; i < node.first_shape + node.shape_count; ++i) {
    shapes.push_back(NodeShape{&shape(i).geometry, layers_ ? RigidTransform() : shape(i).X_LG,
                               CastsShadow(shape(i))});
  }
  NodeScene& shared = embree_->shared->node_scenes[NodeKey(shapes)];
  if (!shared.scene) {
    shared = SUREFOOT_TRY(MakeNodeScene(embree_->shared->device.get(), shapes));
  }
  embree_->shared->looks.push_back(shared.scene.get());
  AddInstance(shared.scene.get());
  return Status();
}

void Scene::AddInstance(RTCSceneTy* looks) {
  RTCGeometry instance = rtcNewGeometry(embree_->shared->device.get(), RTC_GEOMETRY_TYPE_INSTANCE);
  rtcSetGeometryInstancedScene(instance, looks);
  rtcSetGeometryTimeStepCount(instance, 1);
  rtcAttachGeometryByID(embree_->all.get(), instance,
                        static_cast<unsigned>(embree_->instances.size()));
  embree_->instances.push_back(instance);
}

void Scene::Place(std::size_t index, const RigidTransform& X_WL, const Vector3d* eye_W) {
  Node& node = nodes_[index];
  const Matrix3d R_WL = X_WL.R();
  for (int k = node.first_shape; k < node.first_shape + node.shape_count; ++k) {
    const auto i = static_cast<std::size_t>(k);
    X_WG_[i] = X_WL * shapes_[i].X_LG;
    R_WG_[i] = X_WG_[i].R();
  }
  const auto first = static_cast<std::size_t>(node.first_shape);
  Matrix3d R = layers_ ? R_WG_[first] : R_WL;
  Vector3d p = layers_ ? X_WG_[first].p : X_WL.p;
  node.R_WN = R;
  node.R_WN_float = R.cast<float>();
  if (eye_W != nullptr) {
    // Shrunk about the eye: the picture is the same from there, but the shape is closer.
    const double scale = 1.0 - kLayerStep * std::min(shapes_[first].index, kMaxLayers);
    R *= scale;
    p = *eye_W + scale * (p - *eye_W);
  }
  Eigen::Matrix<float, 3, 4> columns;
  columns.leftCols<3>() = R.cast<float>();
  columns.col(3) = (p - origin_W_).cast<float>();
  rtcSetGeometryTransform(embree_->instances[index], 0, RTC_FORMAT_FLOAT3X4_COLUMN_MAJOR,
                          columns.data());
  rtcCommitGeometry(embree_->instances[index]);
}

void Scene::SetPoses(const std::vector<RigidTransform>& X_WL, const Vector3d* eye_W) {
  SUREFOOT_CHECK(static_cast<int>(X_WL.size()) == world_.link_count(),
                 std::to_string(X_WL.size()) + " poses");
  SUREFOOT_CHECK(eye_W == nullptr || layers_, "a scene without layers");
  bool moved = X_WL_.empty();
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const auto link = static_cast<std::size_t>(nodes_[i].link);
    if (!X_WL_.empty() && !layers_ && SamePose(X_WL_[link], X_WL[link])) continue;
    Place(i, X_WL[link], eye_W);
    moved = true;
  }
  X_WL_ = X_WL;
  if (moved) rtcCommitScene(embree_->all.get());
}

void Scene::Cast(RayPacket* packet, int count) const {
  alignas(32) std::int32_t buffer[kPacketRays];
  CastValid(ValidFor(count, buffer), packet);
}

void Scene::Cast(const RayMask& mask, RayPacket* packet) const { CastValid(mask.valid, packet); }

// Rays that are not valid are skipped by Embree.
void Scene::CastValid(const std::int32_t* valid, RayPacket* packet) const {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  auto* rays = reinterpret_cast<RTCRayHit8*>(packet);
  for (int i = 0; i < kPacketRays; ++i) {
    rays->ray.time[i] = 0.0F;
    rays->ray.mask[i] = ~0U;
    rays->ray.flags[i] = 0;
    rays->hit.geomID[i] = RTC_INVALID_GEOMETRY_ID;
    rays->hit.instID[0][i] = RTC_INVALID_GEOMETRY_ID;
  }
  rtcIntersect8(valid, embree_->all.get(), &context, rays);
  for (int i = 0; i < kPacketRays; ++i) {
    const std::uint32_t node = rays->hit.instID[0][i];
    packet->shape[i] = node == RTC_INVALID_GEOMETRY_ID
                           ? -1
                           : nodes_[node].first_shape + static_cast<int>(rays->hit.geomID[i]);
  }
}

void Scene::Cosines(const RayPacket& packet, float* cosines) const {
  for (int i = 0; i < kPacketRays; ++i) {
    if (packet.shape[i] < 0) {
      cosines[i] = 0.0F;
      continue;
    }
    const Node& node =
        nodes_[static_cast<std::size_t>(node_of_shape_[static_cast<std::size_t>(packet.shape[i])])];
    const Eigen::Vector3f normal(packet.normal_x[i], packet.normal_y[i], packet.normal_z[i]);
    const Eigen::Vector3f d(packet.direction_x[i], packet.direction_y[i], packet.direction_z[i]);
    const float along = std::abs((node.R_WN_float * normal).dot(d));
    cosines[i] = std::min(1.0F, along / normal.norm());
  }
}

// Embree's normals have any length and are in the frame of the node.
Vector3d Scene::NormalOf(const RayPacket& packet, int ray) const {
  const Vector3d normal(packet.normal_x[ray], packet.normal_y[ray], packet.normal_z[ray]);
  const auto shape = static_cast<std::size_t>(packet.shape[ray]);
  const Node& node = nodes_[static_cast<std::size_t>(node_of_shape_[shape])];
  return node.R_WN * normal.normalized();
}

void Scene::Cast(std::span<const Ray> rays, std::span<Hit> hits) const {
  SUREFOOT_CHECK(rays.size() == hits.size(), std::to_string(hits.size()) + " hits");
  RayPacket packet;
  for (std::size_t first = 0; first < rays.size(); first += kPacketRays) {
    const int count = static_cast<int>(std::min<std::size_t>(kPacketRays, rays.size() - first));
    for (int i = 0; i < kPacketRays; ++i) {
      const Ray& ray = rays[first + static_cast<std::size_t>(std::min(i, count - 1))];
      SetRay(ray, ToScene(ray.p_WO), i, &packet);
    }
    Cast(&packet, count);
    for (int i = 0; i < count; ++i) {
      Hit& hit = hits[first + static_cast<std::size_t>(i)];
      hit = Hit();
      if (packet.shape[i] < 0) continue;
      hit.distance = static_cast<double>(packet.distance[i]);
      hit.shape = packet.shape[i];
      hit.triangle = packet.triangle[i];
      hit.u = static_cast<double>(packet.u[i]);
      hit.v = static_cast<double>(packet.v[i]);
      hit.normal_W = NormalOf(packet, i);
    }
  }
}

Hit Scene::Cast(const Ray& ray) const {
  Hit hit;
  Cast(std::span<const Ray>(&ray, 1), std::span<Hit>(&hit, 1));
  return hit;
}

void Scene::Occluded(std::span<const Ray> rays, std::span<std::uint8_t> occluded) const {
  SUREFOOT_CHECK(rays.size() == occluded.size(), std::to_string(occluded.size()) + " answers");
  RayPacket packet;
  RayMask mask;
  RayMask blocked;
  for (std::size_t first = 0; first < rays.size(); first += kPacketRays) {
    const int count = static_cast<int>(std::min<std::size_t>(kPacketRays, rays.size() - first));
    for (int i = 0; i < kPacketRays; ++i) {
      const Ray& ray = rays[first + static_cast<std::size_t>(std::min(i, count - 1))];
      SetRay(ray, ToScene(ray.p_WO), i, &packet);
      mask.valid[i] = i < count ? -1 : 0;
    }
    Occluded(mask, &packet, &blocked);
    for (int i = 0; i < count; ++i) {
      occluded[first + static_cast<std::size_t>(i)] = blocked.valid[i] != 0 ? 1 : 0;
    }
  }
}

void Scene::Occluded(const RayMask& mask, RayPacket* packet, RayMask* blocked) const {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  auto* rays = reinterpret_cast<RTCRay8*>(packet);
  for (int i = 0; i < kPacketRays; ++i) {
    rays->time[i] = 0.0F;
    rays->mask[i] = ~0U;
    rays->flags[i] = 0;
  }
  rtcOccluded8(mask.valid, embree_->all.get(), &context, rays);
  for (int i = 0; i < kPacketRays; ++i) {
    blocked->valid[i] = mask.valid[i] != 0 && packet->distance[i] < 0.0F ? -1 : 0;
  }
}

}  // namespace surefoot::raycast
