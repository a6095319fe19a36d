#include "surefoot/raycast/embree_geometry.h"

#include <embree3/rtcore.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "surefoot/raycast/shape_rays.h"

namespace surefoot::raycast {
namespace {

// Embree's callbacks for analytic shapes; their user data is a Formula. Embree calls them with 1 to
// 16 rays as structure of arrays: `count` values of each component, one component after the other.

constexpr unsigned kMaxLanes = 16;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Line {
  Vector3d p_G;
  Vector3d d_G;
};

/// The ray in the frame of the shape.
Line LineOf(const Formula& formula, RTCRayN* rays, unsigned count, unsigned i) {
  const Vector3d p(RTCRayN_org_x(rays, count, i), RTCRayN_org_y(rays, count, i),
                   RTCRayN_org_z(rays, count, i));
  const Vector3d d(RTCRayN_dir_x(rays, count, i), RTCRayN_dir_y(rays, count, i),
                   RTCRayN_dir_z(rays, count, i));
  if (!formula.turned) return Line{p, d};
  return Line{formula.R_NG.transpose() * (p - formula.p_NG), formula.R_NG.transpose() * d};
}

/// Distance along each ray to the plane z = 0 of G, without branches so that the loop vectorises. A
/// parallel ray gives an infinity or NaN.
void PlaneDistances(const Formula& formula, RTCRayN* rays, unsigned count, double* t) {
  const Vector3d n = formula.R_NG.col(2);
  const double offset = n.dot(formula.p_NG);
  const auto* values = reinterpret_cast<const float*>(rays);
  const float* px = values;
  const float* py = px + count;
  const float* pz = py + count;
  const float* dx = values + 4 * count;
  const float* dy = dx + count;
  const float* dz = dy + count;
  for (unsigned i = 0; i < count; ++i) {
    const double height = n.x() * static_cast<double>(px[i]) + n.y() * static_cast<double>(py[i]) +
                          n.z() * static_cast<double>(pz[i]) - offset;
    const double fall = n.x() * static_cast<double>(dx[i]) + n.y() * static_cast<double>(dy[i]) +
                        n.z() * static_cast<double>(dz[i]);
    t[i] = -height / fall;
  }
}

/// Whether the hit is on the finite part of a plane.
bool WithinPlane(const Formula& formula, RTCRayN* rays, unsigned count, unsigned i, double t) {
  const Line line = LineOf(formula, rays, count, i);
  const auto& size = std::get<world::Plane>(*formula.geometry).size;
  const Vector3d p_G = line.p_G + t * line.d_G;
  return std::abs(p_G.x()) <= std::min(0.5 * size.x(), kPlaneReach) &&
         std::abs(p_G.y()) <= std::min(0.5 * size.y(), kPlaneReach);
}

/// Records a hit; Embree expects the shortened ray, the normal and the identifiers.
void SetHit(const RTCIntersectFunctionNArguments* arguments, unsigned i, double t,
            const Vector3d& normal_N) {
  const unsigned count = arguments->N;
  RTCRayN* rays = RTCRayHitN_RayN(arguments->rayhit, count);
  RTCHitN* hits = RTCRayHitN_HitN(arguments->rayhit, count);
  RTCRayN_tfar(rays, count, i) = static_cast<float>(t);
  RTCHitN_Ng_x(hits, count, i) = static_cast<float>(normal_N.x());
  RTCHitN_Ng_y(hits, count, i) = static_cast<float>(normal_N.y());
  RTCHitN_Ng_z(hits, count, i) = static_cast<float>(normal_N.z());
  RTCHitN_u(hits, count, i) = 0.0F;
  RTCHitN_v(hits, count, i) = 0.0F;
  RTCHitN_primID(hits, count, i) = arguments->primID;
  RTCHitN_geomID(hits, count, i) = arguments->geomID;
  RTCHitN_instID(hits, count, i, 0) = arguments->context->instID[0];
}

/// All rays of a packet at once, so that the compiler vectorizes the distances.
void IntersectPlane(const RTCIntersectFunctionNArguments* arguments, const Formula& formula) {
  const unsigned count = arguments->N;
  RTCRayN* rays = RTCRayHitN_RayN(arguments->rayhit, count);
  double t[kMaxLanes];
  PlaneDistances(formula, rays, count, t);
  for (unsigned i = 0; i < count; ++i) {
    // Also false for a ray parallel to the plane, whose t is infinite or NaN.
    const bool between = t[i] > static_cast<double>(RTCRayN_tnear(rays, count, i)) &&
                         t[i] < static_cast<double>(RTCRayN_tfar(rays, count, i));
    if (arguments->valid[i] == 0 || !between || !std::isfinite(t[i])) continue;
    if (WithinPlane(formula, rays, count, i, t[i])) {
      SetHit(arguments, i, t[i], formula.R_NG.col(2));
    }
  }
}

/// Rays in the frame of a box, and the interval in which each is inside; empty where in > out.
struct BoxLines {
  double p[3][kMaxLanes];
  double d[3][kMaxLanes];
  double in[kMaxLanes];
  double out[kMaxLanes];
};

/// All lanes at once, with the same operations as for a single line (SpanOf in shape_rays.cc), so
/// the results are bit-equal. Boxes have this special case because floors, lines and walls consist
/// of them: most rays of a camera test one.
void LinesInBox(const Formula& formula, RTCRayN* rays, unsigned count, BoxLines* lines) {
  const Vector3d half = 0.5 * std::get<world::Box>(*formula.geometry).size;
  const auto* x = reinterpret_cast<const float*>(rays);
  for (unsigned i = 0; i < count; ++i) lines->in[i] = -kInfinity;
  for (unsigned i = 0; i < count; ++i) lines->out[i] = kInfinity;
  for (int k = 0; k < 3; ++k) {
    const Vector3d axis = formula.R_NG.col(k);
    const double offset = axis.dot(formula.p_NG);
    const double h = half[k];
    for (unsigned i = 0; i < count; ++i) {
      lines->p[k][i] = axis.x() * static_cast<double>(x[i]) +
                       axis.y() * static_cast<double>(x[count + i]) +
                       axis.z() * static_cast<double>(x[2 * count + i]) - offset;
      lines->d[k][i] = axis.x() * static_cast<double>(x[4 * count + i]) +
                       axis.y() * static_cast<double>(x[5 * count + i]) +
                       axis.z() * static_cast<double>(x[6 * count + i]);
    }
    for (unsigned i = 0; i < count; ++i) {
      const double p = lines->p[k][i];
      const double d = lines->d[k][i];
      // The slab method (Kay and Kajiya 1986).
      const double a = (-h - p) / d;
      const double b = (h - p) / d;
      const double along = std::abs(p) <= h ? kInfinity : -kInfinity;
      const double first = d == 0.0 ? -along : std::min(a, b);
      const double last = d == 0.0 ? along : std::max(a, b);
      lines->in[i] = std::max(lines->in[i], first);
      lines->out[i] = std::min(lines->out[i], last);
    }
  }
}

/// Distance to the box's surface, by the same rules as Intersect; infinite if it is not hit.
double BoxDistance(const BoxLines& lines, RTCRayN* rays, unsigned count, unsigned i) {
  const auto near = static_cast<double>(RTCRayN_tnear(rays, count, i));
  const auto far = static_cast<double>(RTCRayN_tfar(rays, count, i));
  if (lines.in[i] > lines.out[i]) return kInfinity;
  const double t = lines.in[i] > near ? lines.in[i] : lines.out[i];
  return t > near && t < far ? t : kInfinity;
}

/// Slabs for all rays of a packet; the normal only for rays that hit.
void IntersectBox(const RTCIntersectFunctionNArguments* arguments, const Formula& formula) {
  const unsigned count = arguments->N;
  RTCRayN* rays = RTCRayHitN_RayN(arguments->rayhit, count);
  const Vector3d& size = std::get<world::Box>(*formula.geometry).size;
  BoxLines lines;
  LinesInBox(formula, rays, count, &lines);
  for (unsigned i = 0; i < count; ++i) {
    if (arguments->valid[i] == 0) continue;
    const double t = BoxDistance(lines, rays, count, i);
    if (t == kInfinity) continue;
    // The face whose plane is closest to the point, relative to the size of the box.
    int axis = 0;
    double max = -1.0;
    for (int k = 0; k < 3; ++k) {
      const double share = std::abs(lines.p[k][i] + t * lines.d[k][i]) / size[k];
      if (share > max) axis = k;
      max = std::max(max, share);
    }
    const bool low = lines.p[axis][i] + t * lines.d[axis][i] < 0.0;
    SetHit(arguments, i, t, low ? Vector3d(-formula.R_NG.col(axis)) : formula.R_NG.col(axis));
  }
}

/// Without a normal. Embree marks an occluded ray by a length of -infinity.
void OccludeByBox(const RTCOccludedFunctionNArguments* arguments, const Formula& formula) {
  const unsigned count = arguments->N;
  RTCRayN* rays = arguments->ray;
  BoxLines lines;
  LinesInBox(formula, rays, count, &lines);
  for (unsigned i = 0; i < count; ++i) {
    if (arguments->valid[i] == 0 || BoxDistance(lines, rays, count, i) == kInfinity) continue;
    RTCRayN_tfar(rays, count, i) = -std::numeric_limits<float>::infinity();
  }
}

/// Embree's callback for the bounds of a shape.
void BoundsCallback(const RTCBoundsFunctionArguments* arguments) {
  // A little larger, so that the bounds still contain the shape after rounding to single precision.
  const auto& formula = *static_cast<const Formula*>(arguments->geometryUserPtr);
  Eigen::AlignedBox3d exact = BoundsOf(*formula.geometry);
  if (formula.turned) {
    exact = Moved(RigidTransform(Quaterniond(formula.R_NG), formula.p_NG), exact);
  }
  const Eigen::AlignedBox3f box(exact.min().cast<float>(), exact.max().cast<float>());
  const float slack =
      1e-5F * box.sizes().norm() + 1e-6F * exact.center().cast<float>().norm() + 1e-6F;
  RTCBounds* bounds = arguments->bounds_o;
  bounds->lower_x = box.min().x() - slack;
  bounds->lower_y = box.min().y() - slack;
  bounds->lower_z = box.min().z() - slack;
  bounds->upper_x = box.max().x() + slack;
  bounds->upper_y = box.max().y() + slack;
  bounds->upper_z = box.max().z() + slack;
}

/// Embree's callback for the nearest hit. Planes and boxes, the most frequent shapes, have versions
/// for whole packets.
void IntersectCallback(const RTCIntersectFunctionNArguments* arguments) {
  const auto& formula = *static_cast<const Formula*>(arguments->geometryUserPtr);
  const unsigned count = arguments->N;
  if (std::holds_alternative<world::Plane>(*formula.geometry) && count <= kMaxLanes) {
    IntersectPlane(arguments, formula);
    return;
  }
  if (std::holds_alternative<world::Box>(*formula.geometry) && count <= kMaxLanes) {
    IntersectBox(arguments, formula);
    return;
  }
  RTCRayN* rays = RTCRayHitN_RayN(arguments->rayhit, count);
  for (unsigned i = 0; i < count; ++i) {
    if (arguments->valid[i] == 0) continue;
    const Line line = LineOf(formula, rays, count, i);
    const std::optional<double> t =
        Intersect(*formula.geometry, line.p_G, line.d_G, RTCRayN_tnear(rays, count, i),
                  RTCRayN_tfar(rays, count, i));
    if (!t) continue;
    const Vector3d normal_G = NormalAt(*formula.geometry, line.p_G + *t * line.d_G);
    SetHit(arguments, i, *t, formula.turned ? Vector3d(formula.R_NG * normal_G) : normal_G);
  }
}

/// Embree's callback for shadows: any hit is enough.
void OccludedCallback(const RTCOccludedFunctionNArguments* arguments) {
  const auto& formula = *static_cast<const Formula*>(arguments->geometryUserPtr);
  if (!formula.casts_shadow) return;
  const unsigned count = arguments->N;
  if (std::holds_alternative<world::Box>(*formula.geometry) && count <= kMaxLanes) {
    OccludeByBox(arguments, formula);
    return;
  }
  RTCRayN* rays = arguments->ray;
  for (unsigned i = 0; i < count; ++i) {
    if (arguments->valid[i] == 0) continue;
    const Line line = LineOf(formula, rays, count, i);
    if (Intersect(*formula.geometry, line.p_G, line.d_G, RTCRayN_tnear(rays, count, i),
                  RTCRayN_tfar(rays, count, i))) {
      RTCRayN_tfar(rays, count, i) = -std::numeric_limits<float>::infinity();
    }
  }
}

/// Embree needs about 150 bytes for each height: 3 GB for this limit.
constexpr std::size_t kMaxHeights = 20'000'000;

/// Occlusion filter of shapes that cast no shadow.
void IgnoreOcclusion(const RTCFilterFunctionNArguments* arguments) {
  for (unsigned i = 0; i < arguments->N; ++i) arguments->valid[i] = 0;
}

/// Copies points into a new vertex buffer; returns false if memory runs out.
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

/// Embree allows no empty buffer, so there is room for one triangle at least.
std::uint32_t* NewCorners(RTCGeometry made, std::size_t count) {
  return static_cast<std::uint32_t*>(
      rtcSetNewGeometryBuffer(made, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                              3 * sizeof(std::uint32_t), std::max<std::size_t>(count, 1)));
}

/// Embree's own copy of a mesh, in the frame of the node; false without memory.
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

/// Returns nullptr if memory runs out.
RTCGeometry MakeTriangles(RTCDevice device, const TriMesh& mesh, const NodeShape& shape) {
  RTCGeometry made = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
  if (!FillTriangles(made, mesh, shape.X_NG)) {
    rtcReleaseGeometry(made);
    return nullptr;
  }
  if (!shape.casts_shadow) rtcSetGeometryOccludedFilterFunction(made, IgnoreOcclusion);
  return made;
}

/// An analytic shape, which rays intersect exactly instead of by triangles.
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

/// Meshes and height maps become triangles, all other shapes formulas.
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

/// Checked before the triangles are made, which need the memory.
Status CheckSize(const world::Geometry& geometry) {
  const auto* map = std::get_if<world::HeightMap>(&geometry);
  if (map == nullptr || map->field->heights.size() <= kMaxHeights) return Status();
  return Error{"a height map with " + std::to_string(map->field->heights.size()) +
               " samples is too large for ray casting: at most 20 million"};
}

template <typename T>
void AppendBytes(const T& value, std::string* key) {
  key->append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// Meshes are identified by their address, because the key lives no longer than the world.
void AppendGeometry(const world::Geometry& geometry, std::string* key) {
  AppendBytes(geometry.index(), key);
  if (const auto* mesh = std::get_if<world::Mesh>(&geometry)) {
    AppendBytes(mesh->mesh.get(), key);
  } else if (const auto* map = std::get_if<world::HeightMap>(&geometry)) {
    AppendBytes(map->field.get(), key);
  } else {
    // The type and the half extents determine every analytic shape.
    const Vector3d extent = BoundsOf(geometry).max();
    for (int i = 0; i < 3; ++i) AppendBytes(extent[i], key);
  }
}

}  // namespace

void ReleaseDevice::operator()(RTCDeviceTy* device) const { rtcReleaseDevice(device); }
void ReleaseScene::operator()(RTCSceneTy* scene) const { rtcReleaseScene(scene); }

// Nodes with equal keys share one scene of Embree.
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

// Embree's scene of the shapes of one link, which is moved as a whole.
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
    return Error{"Embree rejected a shape of type " +
                 std::string(GeometryName(*shapes.front().geometry))};
  }
  return node;
}

}  // namespace surefoot::raycast
