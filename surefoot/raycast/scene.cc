#include "surefoot/raycast/scene.h"

#include <embree3/rtcore.h>

#include <algorithm>
#include <unordered_map>

#include "surefoot/raycast/embree_geometry.h"

namespace surefoot::raycast {
namespace {

constexpr std::size_t kWidth = 8;

/// Worlds farther away than this from their origin are moved there: rays have single precision.
constexpr double kFarAway = 1000.0;

/// How much nearer to the eye, as a share of the distance, a shape is than the one before it in its
/// link; no more than kMostLayers count. Just above the rounding of single precision.
constexpr double kLayerStep = 5e-6;
constexpr int kMostLayers = 60;

/// One thread and one instruction set: the tree, and so the winner among equal hits, is the same
/// everywhere.
constexpr const char* kDeviceConfig = "threads=1,max_isa=avx2";

Vector3d OriginFor(const world::World& world) {
  Vector3d sum = Vector3d::Zero();
  for (const world::ModelInstance& instance : world.spec().models) sum += instance.X_WM.p;
  const Vector3d mean = sum / std::max(1, world.model_count());
  return mean.norm() > kFarAway ? Vector3d(mean.array().round()) : Vector3d::Zero();
}

bool HasPlaneCollision(const world::Link& link, const RigidTransform& X_LG) {
  return std::any_of(link.collisions.begin(), link.collisions.end(), [&](const auto& collision) {
    return std::holds_alternative<world::Plane>(collision.geometry) &&
           (collision.X_LG.p - X_LG.p).norm() < 0.01 &&
           collision.X_LG.q.angularDistance(X_LG.q) < 0.01;
  });
}

/// A plane has no end where things stand on it; one that is only drawn has its drawn size.
world::Geometry WithoutEnd(const world::Geometry& geometry, bool endless) {
  if (endless && std::holds_alternative<world::Plane>(geometry)) {
    return world::Plane{Eigen::Vector2d::Constant(world::kInfinity)};
  }
  return geometry;
}

void FillRays(std::span<const Ray> rays, const Vector3d& origin, int* valid, RTCRay8* packet) {
  for (std::size_t i = 0; i < kWidth; ++i) {
    valid[i] = i < rays.size() ? -1 : 0;
    const Ray& ray = rays[std::min(i, rays.size() - 1)];
    const Eigen::Vector3f p = (ray.p_WO - origin).cast<float>();
    const Eigen::Vector3f d = ray.direction_W.cast<float>();
    packet->org_x[i] = p.x();
    packet->org_y[i] = p.y();
    packet->org_z[i] = p.z();
    packet->dir_x[i] = d.x();
    packet->dir_y[i] = d.y();
    packet->dir_z[i] = d.z();
    packet->tnear[i] = static_cast<float>(ray.near);
    packet->tfar[i] = static_cast<float>(ray.far);
    packet->time[i] = 0.0F;
    packet->mask[i] = ~0U;
    packet->id[i] = 0;
    packet->flags[i] = 0;
  }
}

}  // namespace

struct Scene::Embree {
  Device device;
  std::unordered_map<std::string, GeometryScene> geometries;
  /// All shapes, and those that cast shadows, as instances under the shape's index.
  GeometryScene all;
  GeometryScene casters;
  std::vector<RTCGeometry> instances;
  /// W's origin in the scene is at -origin.
  Vector3d origin_W = Vector3d::Zero();

  ~Embree() {
    for (RTCGeometry instance : instances) rtcReleaseGeometry(instance);
  }
};

Scene::Scene(const world::World& world) : world_(world), embree_(std::make_unique<Embree>()) {}
Scene::~Scene() = default;

Result<std::unique_ptr<Scene>> Scene::Make(const world::World& world, const SceneOptions& options) {
  std::unique_ptr<Scene> scene(new Scene(world));
  scene->CollectShapes(options);
  const Status built = scene->Build();
  if (!built.ok()) return built.error();
  return scene;
}

void Scene::CollectShapes(const SceneOptions& options) {
  const std::vector<int>& models = options.collision_models;
  for (int id = 0; id < world_.link_count(); ++id) {
    const world::Link& link = world_.link(id);
    const int model = world_.model_of_link(id);
    if (options.collisions || std::find(models.begin(), models.end(), model) != models.end()) {
      for (std::size_t i = 0; i < link.collisions.size(); ++i) {
        const world::Collision& collision = link.collisions[i];
        shapes_.push_back(Shape{id, static_cast<int>(i), true, collision.X_LG,
                                WithoutEnd(collision.geometry, true)});
      }
      continue;
    }
    for (std::size_t i = 0; i < link.visuals.size(); ++i) {
      const world::Visual& visual = link.visuals[i];
      const bool endless = HasPlaneCollision(link, visual.X_LG);
      shapes_.push_back(
          Shape{id, static_cast<int>(i), false, visual.X_LG, WithoutEnd(visual.geometry, endless)});
    }
  }
  X_WG_.resize(shapes_.size());
  R_WG_.resize(shapes_.size());
}

bool Scene::CastsShadow(const Shape& shape) const {
  if (shape.is_collision) return true;
  const auto& visual = world_.link(shape.link).visuals[static_cast<std::size_t>(shape.index)];
  const double alpha = visual.material ? visual.material->diffuse.w() : 1.0;
  return visual.cast_shadows && visual.transparency < 0.05 && alpha > 0.95;
}

Status Scene::Build() {
  embree_->device.reset(rtcNewDevice(kDeviceConfig));
  RTCDevice device = embree_->device.get();
  if (device == nullptr) return Error{"Embree cannot start on this machine"};
  embree_->origin_W = OriginFor(world_);
  embree_->all.reset(rtcNewScene(device));
  embree_->casters.reset(rtcNewScene(device));
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    GeometryScene& shared = embree_->geometries[GeometryKey(shapes_[i].geometry)];
    if (!shared) {
      Result<GeometryScene> made = MakeGeometryScene(device, shapes_[i].geometry);
      if (!made.ok()) return made.error();
      shared = std::move(made).value();
    }
    RTCGeometry instance = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_INSTANCE);
    rtcSetGeometryInstancedScene(instance, shared.get());
    rtcSetGeometryTimeStepCount(instance, 1);
    rtcAttachGeometryByID(embree_->all.get(), instance, static_cast<unsigned>(i));
    if (CastsShadow(shapes_[i])) {
      rtcAttachGeometryByID(embree_->casters.get(), instance, static_cast<unsigned>(i));
    }
    embree_->instances.push_back(instance);
  }
  return Status();
}

void Scene::SetPoses(const std::vector<RigidTransform>& X_WL, const Vector3d* eye_W) {
  SUREFOOT_CHECK(static_cast<int>(X_WL.size()) == world_.link_count(),
                 std::to_string(X_WL.size()) + " poses");
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    X_WG_[i] = X_WL[static_cast<std::size_t>(shapes_[i].link)] * shapes_[i].X_LG;
    R_WG_[i] = X_WG_[i].R();
    Matrix3d R = R_WG_[i];
    Vector3d p = X_WG_[i].p;
    if (eye_W != nullptr) {
      // Shrunk about the eye: it looks the same from there, and is nearer.
      const double scale = 1.0 - kLayerStep * std::min(shapes_[i].index, kMostLayers);
      R *= scale;
      p = *eye_W + scale * (p - *eye_W);
    }
    Eigen::Matrix<float, 3, 4> columns;
    columns.leftCols<3>() = R.cast<float>();
    columns.col(3) = (p - embree_->origin_W).cast<float>();
    rtcSetGeometryTransform(embree_->instances[i], 0, RTC_FORMAT_FLOAT3X4_COLUMN_MAJOR,
                            columns.data());
    rtcCommitGeometry(embree_->instances[i]);
  }
  rtcCommitScene(embree_->all.get());
  rtcCommitScene(embree_->casters.get());
}

void Scene::Cast(std::span<const Ray> rays, std::span<Hit> hits) const {
  SUREFOOT_CHECK(rays.size() == hits.size(), std::to_string(hits.size()) + " hits");
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  alignas(32) int valid[kWidth];
  RTCRayHit8 packet;
  for (std::size_t first = 0; first < rays.size(); first += kWidth) {
    const std::size_t count = std::min(kWidth, rays.size() - first);
    FillRays(rays.subspan(first, count), embree_->origin_W, valid, &packet.ray);
    std::fill_n(packet.hit.geomID, kWidth, RTC_INVALID_GEOMETRY_ID);
    std::fill_n(packet.hit.instID[0], kWidth, RTC_INVALID_GEOMETRY_ID);
    rtcIntersect8(valid, embree_->all.get(), &context, &packet);
    for (std::size_t i = 0; i < count; ++i) {
      Hit& hit = hits[first + i];
      hit = Hit();
      if (packet.hit.geomID[i] == RTC_INVALID_GEOMETRY_ID) continue;
      hit.distance = static_cast<double>(packet.ray.tfar[i]);
      hit.shape = static_cast<int>(packet.hit.instID[0][i]);
      hit.triangle = packet.hit.primID[i];
      hit.u = static_cast<double>(packet.hit.u[i]);
      hit.v = static_cast<double>(packet.hit.v[i]);
      const Vector3d normal_G(packet.hit.Ng_x[i], packet.hit.Ng_y[i], packet.hit.Ng_z[i]);
      hit.normal_W = R_WG(hit.shape) * normal_G.normalized();
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
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  alignas(32) int valid[kWidth];
  RTCRay8 packet;
  for (std::size_t first = 0; first < rays.size(); first += kWidth) {
    const std::size_t count = std::min(kWidth, rays.size() - first);
    FillRays(rays.subspan(first, count), embree_->origin_W, valid, &packet);
    rtcOccluded8(valid, embree_->casters.get(), &context, &packet);
    for (std::size_t i = 0; i < count; ++i) occluded[first + i] = packet.tfar[i] < 0.0F ? 1 : 0;
  }
}

}  // namespace surefoot::raycast
