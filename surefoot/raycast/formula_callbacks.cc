#include <embree3/rtcore.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "surefoot/raycast/embree_geometry.h"
#include "surefoot/raycast/shape_rays.h"

namespace surefoot::raycast {
namespace {

constexpr unsigned kMostLanes = 16;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Line {
  Vector3d p_G;
  Vector3d d_G;
};

Line LineOf(const Formula& formula, RTCRayN* rays, unsigned count, unsigned i) {
  const Vector3d p(RTCRayN_org_x(rays, count, i), RTCRayN_org_y(rays, count, i),
                   RTCRayN_org_z(rays, count, i));
  const Vector3d d(RTCRayN_dir_x(rays, count, i), RTCRayN_dir_y(rays, count, i),
                   RTCRayN_dir_z(rays, count, i));
  if (!formula.turned) return Line{p, d};
  return Line{formula.R_NG.transpose() * (p - formula.p_NG), formula.R_NG.transpose() * d};
}

/// Along each ray to the plane z = 0 of G, infinite where it is not met. All lanes at once.
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

bool WithinPlane(const Formula& formula, RTCRayN* rays, unsigned count, unsigned i, double t) {
  const Line line = LineOf(formula, rays, count, i);
  const auto& size = std::get<world::Plane>(*formula.geometry).size;
  const Vector3d p_G = line.p_G + t * line.d_G;
  return std::abs(p_G.x()) <= std::min(0.5 * size.x(), kPlaneReach) &&
         std::abs(p_G.y()) <= std::min(0.5 * size.y(), kPlaneReach);
}

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

void IntersectPlane(const RTCIntersectFunctionNArguments* arguments, const Formula& formula) {
  const unsigned count = arguments->N;
  RTCRayN* rays = RTCRayHitN_RayN(arguments->rayhit, count);
  double t[kMostLanes];
  PlaneDistances(formula, rays, count, t);
  for (unsigned i = 0; i < count; ++i) {
    // Also false for a ray along the plane, whose t is not a number or infinite.
    const bool between = t[i] > static_cast<double>(RTCRayN_tnear(rays, count, i)) &&
                         t[i] < static_cast<double>(RTCRayN_tfar(rays, count, i));
    if (arguments->valid[i] == 0 || !between || !std::isfinite(t[i])) continue;
    if (WithinPlane(formula, rays, count, i, t[i])) {
      SetHit(arguments, i, t[i], formula.R_NG.col(2));
    }
  }
}

/// Lines in the frame of a box, and where they are inside of it; empty where in > out.
struct BoxLines {
  double p[3][kMostLanes];
  double d[3][kMostLanes];
  double in[kMostLanes];
  double out[kMostLanes];
};

/// All lanes at once; by the same formula as one line alone (SpanOf in shape_rays.cc). Boxes are
/// what floors, lines and walls are made of, so most rays of a camera meet one.
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

/// Where a ray meets the box's surface, as Intersect has it; infinite where it does not.
double BoxDistance(const BoxLines& lines, RTCRayN* rays, unsigned count, unsigned i) {
  const auto near = static_cast<double>(RTCRayN_tnear(rays, count, i));
  const auto far = static_cast<double>(RTCRayN_tfar(rays, count, i));
  if (lines.in[i] > lines.out[i]) return kInfinity;
  const double t = lines.in[i] > near ? lines.in[i] : lines.out[i];
  return t > near && t < far ? t : kInfinity;
}

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
    // The side that it is nearest to, in proportion.
    int axis = 0;
    double most = -1.0;
    for (int k = 0; k < 3; ++k) {
      const double share = std::abs(lines.p[k][i] + t * lines.d[k][i]) / size[k];
      if (share > most) axis = k;
      most = std::max(most, share);
    }
    const bool low = lines.p[axis][i] + t * lines.d[axis][i] < 0.0;
    SetHit(arguments, i, t, low ? Vector3d(-formula.R_NG.col(axis)) : formula.R_NG.col(axis));
  }
}

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

}  // namespace

void BoundsCallback(const RTCBoundsFunctionArguments* arguments) {
  // A little larger, so that the turned box in single precision still holds the shape.
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

void IntersectCallback(const RTCIntersectFunctionNArguments* arguments) {
  const auto& formula = *static_cast<const Formula*>(arguments->geometryUserPtr);
  const unsigned count = arguments->N;
  if (std::holds_alternative<world::Plane>(*formula.geometry) && count <= kMostLanes) {
    IntersectPlane(arguments, formula);
    return;
  }
  if (std::holds_alternative<world::Box>(*formula.geometry) && count <= kMostLanes) {
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

void OccludedCallback(const RTCOccludedFunctionNArguments* arguments) {
  const auto& formula = *static_cast<const Formula*>(arguments->geometryUserPtr);
  if (!formula.casts_shadow) return;
  const unsigned count = arguments->N;
  if (std::holds_alternative<world::Box>(*formula.geometry) && count <= kMostLanes) {
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

}  // namespace surefoot::raycast
