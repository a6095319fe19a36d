#include "surefoot/raycast/shape_rays.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace surefoot::raycast {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The interval of a line that is inside a convex solid; empty if in > out.
struct Span {
  double in = -kInfinity;
  double out = kInfinity;

  bool empty() const { return in > out; }
};

constexpr Span kNothing = {kInfinity, -kInfinity};

/// Intersection of two intervals of the ray's parameter.
Span Common(const Span& a, const Span& b) {
  return Span{std::max(a.in, b.in), std::min(a.out, b.out)};
}

/// The smallest interval that contains both.
Span Hull(const Span& a, const Span& b) {
  return Span{std::min(a.in, b.in), std::max(a.out, b.out)};
}

/// |p + t d| <= half, for one coordinate (Kay and Kajiya 1986).
Span Slab(double p, double d, double half) {
  if (d == 0.0) return std::abs(p) <= half ? Span() : kNothing;
  const double a = (-half - p) / d;
  const double b = (half - p) / d;
  return Span{std::min(a, b), std::max(a, b)};
}

/// |p + t d| <= radius, in any number of dimensions. Solved about the point of closest approach,
/// not by the quadratic formula, which loses digits when p is far away (Haines et al. 2019,
/// "Precision Improvements for Ray/Sphere Intersection").
template <typename Vector>
Span Ball(const Vector& p, const Vector& d, double radius) {
  const double dd = d.squaredNorm();
  if (dd == 0.0) return p.norm() <= radius ? Span() : kNothing;
  const double middle = -p.dot(d) / dd;
  const double rest = radius * radius - (p + middle * d).squaredNorm();
  if (rest < 0.0) return kNothing;
  const double half = std::sqrt(rest / dd);
  return Span{middle - half, middle + half};
}

/// A cylinder is the common part of a round tube and a slab.
Span Tube(const Vector3d& p, const Vector3d& d, double radius, double length) {
  const Span round = Ball<Eigen::Vector2d>(p.head<2>(), d.head<2>(), radius);
  return Common(round, Slab(p.z(), d.z(), 0.5 * length));
}

// The interval within a convex shape.
Span SpanOf(const world::Geometry& geometry, const Vector3d& p, const Vector3d& d) {
  if (const auto* box = std::get_if<world::Box>(&geometry)) {
    Span span;
    for (int i = 0; i < 3; ++i) span = Common(span, Slab(p[i], d[i], 0.5 * box->size[i]));
    return span;
  }
  if (const auto* sphere = std::get_if<world::Sphere>(&geometry)) {
    return Ball<Vector3d>(p, d, sphere->radius);
  }
  if (const auto* cylinder = std::get_if<world::Cylinder>(&geometry)) {
    return Tube(p, d, cylinder->radius, cylinder->length);
  }
  if (const auto* capsule = std::get_if<world::Capsule>(&geometry)) {
    const Vector3d end(0.0, 0.0, 0.5 * capsule->length);
    Span span = Tube(p, d, capsule->radius, capsule->length);
    // The hull of an inverted interval would be wrong.
    if (span.empty()) span = kNothing;
    span = Hull(span, Ball<Vector3d>(p - end, d, capsule->radius));
    return Hull(span, Ball<Vector3d>(p + end, d, capsule->radius));
  }
  if (const auto* ellipsoid = std::get_if<world::Ellipsoid>(&geometry)) {
    const Vector3d& radii = ellipsoid->radii;
    return Ball<Vector3d>(p.cwiseQuotient(radii), d.cwiseQuotient(radii), 1.0);
  }
  return kNothing;
}

std::optional<double> IntersectPlane(const world::Plane& plane, const Vector3d& p,
                                     const Vector3d& d) {
  if (d.z() == 0.0) return std::nullopt;
  const double t = -p.z() / d.z();
  for (int i = 0; i < 2; ++i) {
    if (std::abs(p[i] + t * d[i]) > std::min(0.5 * plane.size[i], kPlaneReach)) return std::nullopt;
  }
  return t;
}

Vector3d BoxNormal(const world::Box& box, const Vector3d& p) {
  int axis = 0;
  Vector3d::Index index = 0;
  p.cwiseQuotient(box.size).cwiseAbs().maxCoeff(&index);
  axis = static_cast<int>(index);
  Vector3d normal = Vector3d::Zero();
  normal[axis] = p[axis] < 0.0 ? -1.0 : 1.0;
  return normal;
}

Vector3d CylinderNormal(const world::Cylinder& cylinder, const Vector3d& p) {
  const double to_cap = 0.5 * cylinder.length - std::abs(p.z());
  const double to_side = cylinder.radius - std::hypot(p.x(), p.y());
  if (to_cap < to_side) return Vector3d(0.0, 0.0, p.z() < 0.0 ? -1.0 : 1.0);
  return Vector3d(p.x(), p.y(), 0.0).normalized();
}

}  // namespace

Eigen::AlignedBox3d Moved(const RigidTransform& X_AB, const Eigen::AlignedBox3d& box_B) {
  if (box_B.isEmpty()) return box_B;
  // The extents of a rotated box (Arvo 1990): |R| times the half sizes.
  const Vector3d half = X_AB.R().cwiseAbs() * (0.5 * box_B.sizes());
  const Vector3d middle = X_AB * box_B.center();
  return Eigen::AlignedBox3d(middle - half, middle + half);
}

Eigen::AlignedBox3d BoundsOf(const world::Geometry& geometry) {
  if (const auto* mesh = std::get_if<world::Mesh>(&geometry)) return mesh->mesh->Bounds();
  if (const auto* map = std::get_if<world::HeightMap>(&geometry)) {
    const HeightField& field = *map->field;
    return Eigen::AlignedBox3d(
        Vector3d(-0.5 * field.size_x, -0.5 * field.size_y, field.MinHeight()),
        Vector3d(0.5 * field.size_x, 0.5 * field.size_y, field.MaxHeight()));
  }
  Vector3d half = Vector3d::Zero();
  if (const auto* plane = std::get_if<world::Plane>(&geometry)) {
    half.head<2>() = (0.5 * plane->size).cwiseMin(kPlaneReach);
  } else if (const auto* box = std::get_if<world::Box>(&geometry)) {
    half = 0.5 * box->size;
  } else if (const auto* sphere = std::get_if<world::Sphere>(&geometry)) {
    half.setConstant(sphere->radius);
  } else if (const auto* cylinder = std::get_if<world::Cylinder>(&geometry)) {
    half = Vector3d(cylinder->radius, cylinder->radius, 0.5 * cylinder->length);
  } else if (const auto* capsule = std::get_if<world::Capsule>(&geometry)) {
    half = Vector3d(capsule->radius, capsule->radius, capsule->radius + 0.5 * capsule->length);
  } else if (const auto* ellipsoid = std::get_if<world::Ellipsoid>(&geometry)) {
    half = ellipsoid->radii;
  }
  return Eigen::AlignedBox3d(-half, half);
}

std::optional<double> Intersect(const world::Geometry& geometry, const Vector3d& p_G,
                                const Vector3d& d_G, double near, double far) {
  if (const auto* plane = std::get_if<world::Plane>(&geometry)) {
    const std::optional<double> t = IntersectPlane(*plane, p_G, d_G);
    return t && *t > near && *t < far ? t : std::nullopt;
  }
  const Span span = SpanOf(geometry, p_G, d_G);
  if (span.empty()) return std::nullopt;
  const double t = span.in > near ? span.in : span.out;
  if (t > near && t < far) return t;
  return std::nullopt;
}

Vector3d NormalAt(const world::Geometry& geometry, const Vector3d& p_G) {
  if (const auto* box = std::get_if<world::Box>(&geometry)) return BoxNormal(*box, p_G);
  if (std::holds_alternative<world::Sphere>(geometry)) return p_G.normalized();
  if (const auto* cylinder = std::get_if<world::Cylinder>(&geometry)) {
    return CylinderNormal(*cylinder, p_G);
  }
  if (const auto* capsule = std::get_if<world::Capsule>(&geometry)) {
    const double half = 0.5 * capsule->length;
    return (p_G - Vector3d(0.0, 0.0, std::clamp(p_G.z(), -half, half))).normalized();
  }
  if (const auto* ellipsoid = std::get_if<world::Ellipsoid>(&geometry)) {
    // Gradient of the implicit equation.
    return p_G.cwiseQuotient(ellipsoid->radii.cwiseAbs2()).normalized();
  }
  return Vector3d::UnitZ();
}

}  // namespace surefoot::raycast
