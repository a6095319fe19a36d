#include "surefoot/raycast/embree_geometry.h"

#include <embree3/rtcore.h>

#include <cmath>

#include "surefoot/raycast/shape_rays.h"

namespace surefoot::raycast {
namespace {

/// Some 4 GB.
constexpr std::size_t kMostHeights = 20'000'000;

void BoundsCallback(const RTCBoundsFunctionArguments* arguments) {
  const auto* geometry = static_cast<const world::Geometry*>(arguments->geometryUserPtr);
  // A little larger, so that the turned box in single precision still holds the shape.
  const Eigen::AlignedBox3d exact = BoundsOf(*geometry);
  const Eigen::AlignedBox3f box(exact.min().cast<float>(), exact.max().cast<float>());
  const float slack = 1e-5F * box.sizes().norm() + 1e-6F;
  RTCBounds* bounds = arguments->bounds_o;
  bounds->lower_x = box.min().x() - slack;
  bounds->lower_y = box.min().y() - slack;
  bounds->lower_z = box.min().z() - slack;
  bounds->upper_x = box.max().x() + slack;
  bounds->upper_y = box.max().y() + slack;
  bounds->upper_z = box.max().z() + slack;
}

std::optional<double> IntersectOne(const world::Geometry& geometry, RTCRayN* rays, unsigned count,
                                   unsigned i, Vector3d* p, Vector3d* d) {
  *p = Vector3d(RTCRayN_org_x(rays, count, i), RTCRayN_org_y(rays, count, i),
                RTCRayN_org_z(rays, count, i));
  *d = Vector3d(RTCRayN_dir_x(rays, count, i), RTCRayN_dir_y(rays, count, i),
                RTCRayN_dir_z(rays, count, i));
  return Intersect(geometry, *p, *d, RTCRayN_tnear(rays, count, i), RTCRayN_tfar(rays, count, i));
}

void IntersectCallback(const RTCIntersectFunctionNArguments* arguments) {
  const auto& geometry = *static_cast<const world::Geometry*>(arguments->geometryUserPtr);
  const unsigned count = arguments->N;
  RTCRayN* rays = RTCRayHitN_RayN(arguments->rayhit, count);
  RTCHitN* hits = RTCRayHitN_HitN(arguments->rayhit, count);
  for (unsigned i = 0; i < count; ++i) {
    if (arguments->valid[i] == 0) continue;
    Vector3d p;
    Vector3d d;
    const std::optional<double> t = IntersectOne(geometry, rays, count, i, &p, &d);
    if (!t) continue;
    const Vector3d normal = NormalAt(geometry, p + *t * d);
    RTCRayN_tfar(rays, count, i) = static_cast<float>(*t);
    RTCHitN_Ng_x(hits, count, i) = static_cast<float>(normal.x());
    RTCHitN_Ng_y(hits, count, i) = static_cast<float>(normal.y());
    RTCHitN_Ng_z(hits, count, i) = static_cast<float>(normal.z());
    RTCHitN_u(hits, count, i) = 0.0F;
    RTCHitN_v(hits, count, i) = 0.0F;
    RTCHitN_primID(hits, count, i) = arguments->primID;
    RTCHitN_geomID(hits, count, i) = arguments->geomID;
    RTCHitN_instID(hits, count, i, 0) = arguments->context->instID[0];
  }
}

void OccludedCallback(const RTCOccludedFunctionNArguments* arguments) {
  const auto& geometry = *static_cast<const world::Geometry*>(arguments->geometryUserPtr);
  const unsigned count = arguments->N;
  for (unsigned i = 0; i < count; ++i) {
    if (arguments->valid[i] == 0) continue;
    Vector3d p;
    Vector3d d;
    if (IntersectOne(geometry, arguments->ray, count, i, &p, &d)) {
      RTCRayN_tfar(arguments->ray, count, i) = -std::numeric_limits<float>::infinity();
    }
  }
}

RTCGeometry MakeFormula(RTCDevice device, const world::Geometry& geometry) {
  RTCGeometry made = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_USER);
  rtcSetGeometryUserPrimitiveCount(made, 1);
  // Embree hands the pointer back as it is; nothing is written through it.
  rtcSetGeometryUserData(made, const_cast<world::Geometry*>(&geometry));
  rtcSetGeometryBoundsFunction(
      made, [](const RTCBoundsFunctionArguments* arguments) { BoundsCallback(arguments); },
      nullptr);
  rtcSetGeometryIntersectFunction(made, IntersectCallback);
  rtcSetGeometryOccludedFunction(made, OccludedCallback);
  return made;
}

/// nullptr when memory runs out.
RTCGeometry MakeTriangles(RTCDevice device, const TriMesh& mesh) {
  RTCGeometry made = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
  auto* vertices = static_cast<float*>(
      rtcSetNewGeometryBuffer(made, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float),
                              std::max<std::size_t>(mesh.vertices.size(), 1)));
  auto* triangles = static_cast<std::uint32_t*>(rtcSetNewGeometryBuffer(
      made, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(std::uint32_t),
      std::max<std::size_t>(mesh.triangles.size(), 1)));
  if (vertices == nullptr || triangles == nullptr) {
    rtcReleaseGeometry(made);
    return nullptr;
  }
  for (const Vector3d& vertex : mesh.vertices) {
    for (int i = 0; i < 3; ++i) *vertices++ = static_cast<float>(vertex[i]);
  }
  for (const auto& triangle : mesh.triangles) {
    for (const std::uint32_t corner : triangle) *triangles++ = corner;
  }
  return made;
}

RTCGeometry MakeGeometry(RTCDevice device, const world::Geometry& geometry) {
  if (const auto* mesh = std::get_if<world::Mesh>(&geometry)) {
    return MakeTriangles(device, *mesh->mesh);
  }
  if (const auto* map = std::get_if<world::HeightMap>(&geometry)) {
    return MakeTriangles(device, ToMesh(*map->field));
  }
  return MakeFormula(device, geometry);
}

std::string AddressKey(const void* address) {
  return std::to_string(reinterpret_cast<std::uintptr_t>(address));
}

}  // namespace

void ReleaseDevice::operator()(RTCDeviceTy* device) const { rtcReleaseDevice(device); }
void ReleaseScene::operator()(RTCSceneTy* scene) const { rtcReleaseScene(scene); }

std::string GeometryKey(const world::Geometry& geometry) {
  if (const auto* mesh = std::get_if<world::Mesh>(&geometry)) return AddressKey(mesh->mesh.get());
  if (const auto* map = std::get_if<world::HeightMap>(&geometry)) {
    return AddressKey(map->field.get());
  }
  std::string key = world::GeometryName(geometry);
  const auto add = [&key](double number) {
    const auto* bytes = reinterpret_cast<const char*>(&number);
    key.append(bytes, sizeof number);
  };
  const Vector3d extent = BoundsOf(geometry).max();
  for (int i = 0; i < 3; ++i) add(extent[i]);
  return key;
}

Result<GeometryScene> MakeGeometryScene(RTCDevice device, const world::Geometry& geometry) {
  if (const auto* map = std::get_if<world::HeightMap>(&geometry)) {
    if (map->field->heights.size() > kMostHeights) {
      return Error{"a height map of " + std::to_string(map->field->heights.size()) +
                   " samples is too large for rays; at most 20 million can be taken"};
    }
  }
  GeometryScene scene(rtcNewScene(device));
  RTCGeometry made = scene ? MakeGeometry(device, geometry) : nullptr;
  if (made == nullptr) return Error{"not enough memory for the scene of rays"};
  rtcCommitGeometry(made);
  rtcAttachGeometry(scene.get(), made);
  rtcReleaseGeometry(made);
  rtcCommitScene(scene.get());
  if (rtcGetDeviceError(device) != RTC_ERROR_NONE) {
    return Error{"Embree cannot take a shape of kind " + std::string(GeometryName(geometry))};
  }
  return scene;
}

}  // namespace surefoot::raycast
