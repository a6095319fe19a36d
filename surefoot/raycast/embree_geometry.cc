#include "surefoot/raycast/embree_geometry.h"

#include <embree3/rtcore.h>

#include "surefoot/raycast/shape_rays.h"

namespace surefoot::raycast {
namespace {

/// Some 3 GB.
constexpr std::size_t kMostHeights = 20'000'000;

void LetLightThrough(const RTCFilterFunctionNArguments* arguments) {
  for (unsigned i = 0; i < arguments->N; ++i) arguments->valid[i] = 0;
}

/// Copies points into a new vertex buffer; false when memory runs out.
template <typename PointAt>
bool FillVertices(RTCGeometry made, std::size_t count, PointAt point_at) {
  auto* out = static_cast<float*>(rtcSetNewGeometryBuffer(made, RTC_BUFFER_TYPE_VERTEX, 0,
                                                          RTC_FORMAT_FLOAT3, 3 * sizeof(float),
                                                          std::max<std::size_t>(count, 1)));
  if (out == nullptr) return false;
  for (std::size_t i = 0; i < count; ++i) {
    const Vector3d point = point_at(i);
    for (int k = 0; k < 3; ++k) *out++ = static_cast<float>(point[k]);
  }
  return true;
}

std::uint32_t* NewCorners(RTCGeometry made, std::size_t count) {
  return static_cast<std::uint32_t*>(
      rtcSetNewGeometryBuffer(made, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                              3 * sizeof(std::uint32_t), std::max<std::size_t>(count, 1)));
}

bool FillTriangles(RTCGeometry made, const TriMesh& mesh, const RigidTransform& X_NG) {
  std::uint32_t* corners = NewCorners(made, mesh.triangles.size());
  if (corners == nullptr) return false;
  for (const auto& triangle : mesh.triangles) {
    for (const std::uint32_t corner : triangle) *corners++ = corner;
  }
  const Matrix3d R_NG = X_NG.R();
  return FillVertices(made, mesh.vertices.size(), [&](std::size_t i) -> Vector3d {
    if (X_NG.IsIdentity()) return mesh.vertices[i];
    return R_NG * mesh.vertices[i] + X_NG.p;
  });
}

/// nullptr when memory runs out.
RTCGeometry MakeTriangles(RTCDevice device, const TriMesh& mesh, const NodeShape& shape) {
  RTCGeometry made = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
  if (!FillTriangles(made, mesh, shape.X_NG)) {
    rtcReleaseGeometry(made);
    return nullptr;
  }
  if (!shape.casts_shadow) rtcSetGeometryOccludedFilterFunction(made, LetLightThrough);
  return made;
}

RTCGeometry MakeFormula(RTCDevice device, const NodeShape& shape,
                        std::vector<std::unique_ptr<Formula>>* formulas) {
  auto formula = std::make_unique<Formula>();
  formula->geometry = shape.geometry;
  formula->turned = !shape.X_NG.IsIdentity();
  formula->R_NG = shape.X_NG.R();
  formula->p_NG = shape.X_NG.p;
  formula->casts_shadow = shape.casts_shadow;
  RTCGeometry made = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_USER);
  rtcSetGeometryUserPrimitiveCount(made, 1);
  rtcSetGeometryUserData(made, formula.get());
  rtcSetGeometryBoundsFunction(made, BoundsCallback, nullptr);
  rtcSetGeometryIntersectFunction(made, IntersectCallback);
  rtcSetGeometryOccludedFunction(made, OccludedCallback);
  formulas->push_back(std::move(formula));
  return made;
}

RTCGeometry MakeGeometry(RTCDevice device, const NodeShape& shape,
                         std::vector<std::unique_ptr<Formula>>* formulas) {
  if (const auto* mesh = std::get_if<world::Mesh>(shape.geometry)) {
    return MakeTriangles(device, *mesh->mesh, shape);
  }
  if (const auto* map = std::get_if<world::HeightMap>(shape.geometry)) {
    return MakeTriangles(device, ToMesh(*map->field), shape);
  }
  return MakeFormula(device, shape, formulas);
}

Status CheckSize(const world::Geometry& geometry) {
  const auto* map = std::get_if<world::HeightMap>(&geometry);
  if (map == nullptr || map->field->heights.size() <= kMostHeights) return Status();
  return Error{"a height map of " + std::to_string(map->field->heights.size()) +
               " samples is too large for rays; at most 20 million can be taken"};
}

template <typename T>
void AppendBytes(const T& value, std::string* key) {
  key->append(reinterpret_cast<const char*>(&value), sizeof value);
}

void AppendGeometry(const world::Geometry& geometry, std::string* key) {
  AppendBytes(geometry.index(), key);
  if (const auto* mesh = std::get_if<world::Mesh>(&geometry)) {
    AppendBytes(mesh->mesh.get(), key);
  } else if (const auto* map = std::get_if<world::HeightMap>(&geometry)) {
    AppendBytes(map->field.get(), key);
  } else {
    const Vector3d extent = BoundsOf(geometry).max();
    for (int i = 0; i < 3; ++i) AppendBytes(extent[i], key);
  }
}

}  // namespace

void ReleaseDevice::operator()(RTCDeviceTy* device) const { rtcReleaseDevice(device); }
void ReleaseScene::operator()(RTCSceneTy* scene) const { rtcReleaseScene(scene); }

std::string NodeKey(std::span<const NodeShape> shapes) {
  std::string key;
  for (const NodeShape& shape : shapes) {
    AppendGeometry(*shape.geometry, &key);
    for (int i = 0; i < 4; ++i) AppendBytes(shape.X_NG.q.coeffs()[i], &key);
    for (int i = 0; i < 3; ++i) AppendBytes(shape.X_NG.p[i], &key);
    key.push_back(shape.casts_shadow ? 's' : '-');
  }
  return key;
}

Result<NodeScene> MakeNodeScene(RTCDevice device, std::span<const NodeShape> shapes) {
  NodeScene node;
  node.scene.reset(rtcNewScene(device));
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const Status size = CheckSize(*shapes[i].geometry);
    if (!size.ok()) return size.error();
    RTCGeometry made = node.scene ? MakeGeometry(device, shapes[i], &node.formulas) : nullptr;
    if (made == nullptr) return Error{"not enough memory for the scene of rays"};
    rtcCommitGeometry(made);
    rtcAttachGeometryByID(node.scene.get(), made, static_cast<unsigned>(i));
    rtcReleaseGeometry(made);
  }
  rtcCommitScene(node.scene.get());
  if (rtcGetDeviceError(device) != RTC_ERROR_NONE) {
    return Error{"Embree cannot take a shape of kind " +
                 std::string(GeometryName(*shapes.front().geometry))};
  }
  return node;
}

}  // namespace surefoot::raycast
