#include "bench/raycast/raw_scene.h"

#include <embree3/rtcore.h>

#include <algorithm>
#include <limits>
#include <map>

namespace surefoot::bench {
namespace {

constexpr int kSegments = 24;

TriMesh PlaneMesh(double half) {
  TriMesh mesh;
  mesh.vertices = {{-half, -half, 0}, {half, -half, 0}, {half, half, 0}, {-half, half, 0}};
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
  return mesh;
}

TriMesh MeshOf(const world::Geometry& geometry) {
  if (const auto* mesh = std::get_if<world::Mesh>(&geometry)) return *mesh->mesh;
  if (const auto* map = std::get_if<world::HeightMap>(&geometry)) return ToMesh(*map->field);
  if (const auto* plane = std::get_if<world::Plane>(&geometry)) {
    return PlaneMesh(std::min(1e4, 0.5 * plane->size.maxCoeff()));
  }
  if (const auto* box = std::get_if<world::Box>(&geometry)) return MakeBoxMesh(box->size);
  if (const auto* sphere = std::get_if<world::Sphere>(&geometry)) {
    return MakeSphereMesh(sphere->radius, kSegments);
  }
  if (const auto* cylinder = std::get_if<world::Cylinder>(&geometry)) {
    return MakeCylinderMesh(cylinder->radius, cylinder->length, kSegments);
  }
  if (const auto* capsule = std::get_if<world::Capsule>(&geometry)) {
    return MakeCylinderMesh(capsule->radius, capsule->length + 2.0 * capsule->radius, kSegments);
  }
  return Scaled(MakeSphereMesh(1.0, kSegments), std::get<world::Ellipsoid>(geometry).radii);
}

const void* KeyOf(const world::Geometry& geometry) {
  if (const auto* mesh = std::get_if<world::Mesh>(&geometry)) return mesh->mesh.get();
  if (const auto* map = std::get_if<world::HeightMap>(&geometry)) return map->field.get();
  return &geometry;
}

RTCScene MakeScene(RTCDevice device, const TriMesh& mesh) {
  RTCGeometry made = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
  auto* vertices = static_cast<float*>(rtcSetNewGeometryBuffer(
      made, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float), mesh.vertices.size()));
  auto* corners = static_cast<unsigned*>(
      rtcSetNewGeometryBuffer(made, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                              3 * sizeof(unsigned), mesh.triangles.size()));
  for (const Vector3d& vertex : mesh.vertices) {
    for (int i = 0; i < 3; ++i) *vertices++ = static_cast<float>(vertex[i]);
  }
  for (const auto& triangle : mesh.triangles) {
    for (const unsigned corner : triangle) *corners++ = corner;
  }
  rtcCommitGeometry(made);
  RTCScene scene = rtcNewScene(device);
  rtcAttachGeometry(scene, made);
  rtcReleaseGeometry(made);
  rtcCommitScene(scene);
  return scene;
}

/// The fastest choice of 8 or 16 rays per call, and of all or only the older instructions, on the
/// development machine.
using Packet = RTCRayHit8;
constexpr std::size_t kWidth = 8;
constexpr const char* kDevice = "threads=1,max_isa=avx2";

void Fill(const RayList& rays, std::size_t first, Packet* packet) {
  for (std::size_t i = 0; i < kWidth; ++i) {
    packet->ray.org_x[i] = rays.origin.x();
    packet->ray.org_y[i] = rays.origin.y();
    packet->ray.org_z[i] = rays.origin.z();
    packet->ray.dir_x[i] = rays.x[first + i];
    packet->ray.dir_y[i] = rays.y[first + i];
    packet->ray.dir_z[i] = rays.z[first + i];
    packet->ray.tnear[i] = rays.near;
    packet->ray.tfar[i] = rays.far;
    packet->ray.time[i] = 0.0F;
    packet->ray.mask[i] = ~0U;
    packet->ray.flags[i] = 0;
    packet->hit.geomID[i] = RTC_INVALID_GEOMETRY_ID;
    packet->hit.instID[0][i] = RTC_INVALID_GEOMETRY_ID;
  }
}

}  // namespace

struct RawScene::Embree {
  RTCDevice device = nullptr;
  std::map<const void*, RTCScene> meshes;
  RTCScene all = nullptr;

  ~Embree() {
    for (const auto& [key, scene] : meshes) rtcReleaseScene(scene);
    rtcReleaseScene(all);
    rtcReleaseDevice(device);
  }
};

RawScene::RawScene(const raycast::Scene& scene) : embree_(std::make_unique<Embree>()) {
  RTCDevice device = embree_->device = rtcNewDevice(kDevice);
  embree_->all = rtcNewScene(device);
  for (int i = 0; i < scene.shape_count(); ++i) {
    const world::Geometry& geometry = scene.shape(i).geometry;
    RTCScene& mesh = embree_->meshes[KeyOf(geometry)];
    if (mesh == nullptr) mesh = MakeScene(device, MeshOf(geometry));
    RTCGeometry instance = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_INSTANCE);
    rtcSetGeometryInstancedScene(instance, mesh);
    Eigen::Matrix<float, 3, 4> columns;
    columns.leftCols<3>() = scene.R_WG(i).cast<float>();
    columns.col(3) = scene.X_WG(i).p.cast<float>();
    rtcSetGeometryTransform(instance, 0, RTC_FORMAT_FLOAT3X4_COLUMN_MAJOR, columns.data());
    rtcCommitGeometry(instance);
    rtcAttachGeometry(embree_->all, instance);
    rtcReleaseGeometry(instance);
  }
  rtcCommitScene(embree_->all);
}

RawScene::~RawScene() = default;

void RawScene::Cast(const RayList& rays, float* distances) const {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  alignas(32) int valid[kWidth];
  std::fill_n(valid, kWidth, -1);
  Packet packet;
  for (std::size_t first = 0; first + kWidth <= rays.x.size(); first += kWidth) {
    Fill(rays, first, &packet);
    rtcIntersect8(valid, embree_->all, &context, &packet);
    for (std::size_t i = 0; i < kWidth; ++i) {
      const bool met = packet.hit.geomID[i] != RTC_INVALID_GEOMETRY_ID;
      distances[first + i] = met ? packet.ray.tfar[i] : std::numeric_limits<float>::infinity();
    }
  }
}

}  // namespace surefoot::bench
