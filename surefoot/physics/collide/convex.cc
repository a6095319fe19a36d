#include "surefoot/physics/collide/convex.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace surefoot::collide {
namespace {

/// Cylinders and capsules present their side line to directions within this angle (its sine) of the
/// plane normal to their axis. At larger angles the far end of the line is too shallow to touch, so
/// points with negative depth are dropped later.
constexpr double kLineSlope = 0.3;
/// Corners of the polygon that replaces the round end of a cylinder, and cosines of its first
/// quarter: cos(k pi / 8).
constexpr int kRimCorners = 16;
constexpr double kRim[5] = {1.0, 0.92387953251128674, 0.70710678118654752, 0.38268343236508977,
                            0.0};

/// cos(2 pi i / kRimCorners), from the table and not from std::cos: bits do not depend on the C
/// library.
double RimCosine(int i) {
  const int k = i % kRimCorners;
  const int from_top = k <= 8 ? k : kRimCorners - k;
  return from_top <= 4 ? kRim[from_top] : -kRim[8 - from_top];
}

/// Index of the vertex furthest along `direction`. Linear: hulls for collision have few vertices.
int BestVertex(const Hull& hull, const Vector3d& direction) {
  int best = 0;
  double max = -1e300;
  for (std::size_t i = 0; i < hull.vertices.size(); ++i) {
    const double along = hull.vertices[i].dot(direction);
    if (along > max) {
      max = along;
      best = static_cast<int>(i);
    }
  }
  return best;
}

/// The corner that is farthest in a direction.
Vector3d BoxCorner(const Vector3d& half, const Vector3d& d) {
  return Vector3d(d.x() < 0.0 ? -half.x() : half.x(), d.y() < 0.0 ? -half.y() : half.y(),
                  d.z() < 0.0 ? -half.z() : half.z());
}

/// Support function: the furthest point of the core along d, in the shape's frame G. For an
/// ellipsoid with radii h it is h*(h*d)/|h*d| (component-wise products), the image of a sphere's
/// support point.
Vector3d CoreSupportIn(const Convex& shape, const Vector3d& d) {
  switch (shape.kind) {
    case ConvexKind::kSphere:
      return Vector3d::Zero();
    case ConvexKind::kCapsule:
      return Vector3d(0.0, 0.0, d.z() < 0.0 ? -shape.half_length : shape.half_length);
    case ConvexKind::kBox:
      return BoxCorner(shape.half, d);
    case ConvexKind::kCylinder: {
      const double z = d.z() < 0.0 ? -shape.half_length : shape.half_length;
      const double length = std::sqrt(d.x() * d.x() + d.y() * d.y());
      if (length <= 1e-12 * std::abs(d.z())) return Vector3d(shape.radius, 0.0, z);
      return Vector3d(shape.radius * d.x() / length, shape.radius * d.y() / length, z);
    }
    case ConvexKind::kEllipsoid: {
      const Vector3d scaled = shape.half.cwiseProduct(d);
      const double length = scaled.norm();
      if (length <= 0.0) return Vector3d(0.0, 0.0, shape.half.z());
      return shape.half.cwiseProduct(scaled) / length;
    }
    case ConvexKind::kHull:
      return shape.hull->vertices[static_cast<std::size_t>(BestVertex(*shape.hull, d))];
    case ConvexKind::kTriangle: {
      int best = 0;
      for (int i = 1; i < 3; ++i) {
        if (shape.corners[i].dot(d) > shape.corners[best].dot(d)) best = i;
      }
      return shape.corners[best];
    }
  }
  return Vector3d::Zero();
}

/// The face that is farthest in a direction.
void BoxFeature(const Vector3d& half, const Vector3d& d, Feature* feature) {
  int axis = 0;
  d.cwiseAbs().maxCoeff(&axis);
  const double sign = d[axis] < 0.0 ? -1.0 : 1.0;
  const int u = (axis + 1) % 3;
  const int v = (axis + 2) % 3;
  feature->normal = Vector3d::Zero();
  feature->normal[axis] = sign;
  constexpr double kU[4] = {-1.0, 1.0, 1.0, -1.0};
  constexpr double kV[4] = {-1.0, -1.0, 1.0, 1.0};
  for (int i = 0; i < 4; ++i) {
    // Counter-clockwise seen from outside, on either side of the box.
    const int k = sign > 0.0 ? i : 3 - i;
    Vector3d point;
    point[axis] = sign * half[axis];
    point[u] = kU[k] * half[u];
    point[v] = kV[k] * half[v];
    feature->Add(point);
  }
}

/// The side line when d is nearly normal to the axis, otherwise the polygon of the end disc.
void CylinderFeature(const Convex& shape, const Vector3d& d, Feature* feature) {
  const double radial = std::sqrt(d.x() * d.x() + d.y() * d.y());
  Vector3d out = Vector3d::UnitX();
  if (radial > 1e-4) out = Vector3d(d.x() / radial, d.y() / radial, 0.0);
  if (std::abs(d.z()) <= kLineSlope) {
    feature->normal = out;
    feature->Add(Vector3d(shape.radius * out.x(), shape.radius * out.y(), -shape.half_length));
    feature->Add(Vector3d(shape.radius * out.x(), shape.radius * out.y(), shape.half_length));
    return;
  }
  const double sign = d.z() < 0.0 ? -1.0 : 1.0;
  feature->normal = Vector3d(0.0, 0.0, sign);
  // Sagitta of the polygon: radius times 1 - cos(pi / kRimCorners).
  feature->bulge = (1.0 - 0.98078528040323044) * shape.radius;
  const Vector3d side(-sign * out.y(), sign * out.x(), 0.0);
  for (int i = 0; i < kRimCorners; ++i) {
    // The cosine three quarters of a turn on is the sine.
    Vector3d point = shape.radius * (RimCosine(i) * out + RimCosine(i + 12) * side);
    point.z() = sign * shape.half_length;
    feature->Add(point);
  }
}

/// The face at the furthest vertex that best faces d; the vertex alone when no face meets it.
void HullFeature(const Hull& hull, const Vector3d& d, Feature* feature) {
  const auto vertex = static_cast<std::size_t>(BestVertex(hull, d));
  int best = -1;
  double max = -2.0;
  for (int i = hull.vertex_first[vertex]; i < hull.vertex_first[vertex + 1]; ++i) {
    const int face = hull.vertex_faces[static_cast<std::size_t>(i)];
    const double along = hull.faces[static_cast<std::size_t>(face)].normal.dot(d);
    if (along > max) {
      max = along;
      best = face;
    }
  }
  if (best < 0) {
    feature->normal = d;
    feature->Add(hull.vertices[vertex]);
    return;
  }
  const Hull::Face& face = hull.faces[static_cast<std::size_t>(best)];
  feature->normal = face.normal;
  // A face with more corners than a Feature holds is thinned out evenly.
  const int stride = face.count / Feature::kMaxPoints + 1;
  for (int i = 0; i < face.count; i += stride) {
    const int corner = hull.loops[static_cast<std::size_t>(face.first + i)];
    feature->Add(hull.vertices[static_cast<std::size_t>(corner)]);
  }
}

/// A triangle has two sides; corners are ordered about the normal of the one that faces d.
void TriangleFeature(const Convex& shape, const Vector3d& d, Feature* feature) {
  const Vector3d normal =
      (shape.corners[1] - shape.corners[0]).cross(shape.corners[2] - shape.corners[0]).normalized();
  const bool front = normal.dot(d) >= 0.0;
  feature->normal = front ? normal : Vector3d(-normal);
  for (int i = 0; i < 3; ++i) feature->Add(shape.corners[front ? i : 2 - i]);
}

}  // namespace

// Round shapes are a core with a radius around it: a point for spheres, a line for capsules.
double Placed::core_radius() const {
  const bool round = shape->kind == ConvexKind::kSphere || shape->kind == ConvexKind::kCapsule;
  return round ? shape->radius : shape->rounding;
}

Vector3d Placed::CoreSupport(const Vector3d& direction_W) const {
  return p_WG + R_WG * CoreSupportIn(*shape, R_WG.transpose() * direction_W);
}

// The farthest point of the core, moved by the radius.
Vector3d Placed::Support(const Vector3d& direction_W) const {
  const double radius = core_radius();
  if (radius == 0.0) return CoreSupport(direction_W);
  return CoreSupport(direction_W) + radius * direction_W.normalized();
}

// The face, edge or point that is farthest in a direction.
void Placed::FindFeature(const Vector3d& direction_W, Feature* feature) const {
  feature->count = 0;
  feature->bulge = 0.0;
  const Vector3d d = R_WG.transpose() * direction_W;
  switch (shape->kind) {
    case ConvexKind::kBox:
      BoxFeature(shape->half, d, feature);
      break;
    case ConvexKind::kCylinder:
      CylinderFeature(*shape, d, feature);
      break;
    case ConvexKind::kHull:
      HullFeature(*shape->hull, d, feature);
      break;
    case ConvexKind::kTriangle:
      TriangleFeature(*shape, d, feature);
      break;
    case ConvexKind::kCapsule:
      if (std::abs(d.z()) <= kLineSlope) {
        const Vector3d out = Vector3d(d.x(), d.y(), 0.0).normalized();
        feature->normal = out;
        feature->Add(shape->radius * d - Vector3d(0.0, 0.0, shape->half_length));
        feature->Add(shape->radius * d + Vector3d(0.0, 0.0, shape->half_length));
        break;
      }
      [[fallthrough]];
    case ConvexKind::kSphere:
    case ConvexKind::kEllipsoid:
      feature->normal = d;
      feature->Add(CoreSupportIn(*shape, d) + core_radius() * d);
      break;
  }
  feature->normal = R_WG * feature->normal;
  for (int i = 0; i < feature->count; ++i) {
    feature->points[i] = p_WG + R_WG * feature->points[i];
  }
}

/// Closed forms of the extents along the world axes; hulls and triangles by their corners.
Eigen::AlignedBox3d Placed::Bounds() const {
  Vector3d half = Vector3d::Zero();
  switch (shape->kind) {
    case ConvexKind::kBox:
      half = R_WG.cwiseAbs() * shape->half;
      break;
    case ConvexKind::kSphere:
      half.setConstant(shape->radius);
      break;
    case ConvexKind::kCapsule:
      half = (shape->half_length * R_WG.col(2).cwiseAbs()).array() + shape->radius;
      break;
    case ConvexKind::kCylinder:
      for (int i = 0; i < 3; ++i) {
        half[i] = shape->half_length * std::abs(R_WG(i, 2)) +
                  shape->radius * std::hypot(R_WG(i, 0), R_WG(i, 1));
      }
      break;
    case ConvexKind::kEllipsoid:
      for (int i = 0; i < 3; ++i) {
        half[i] = R_WG.row(i).transpose().cwiseProduct(shape->half).norm();
      }
      break;
    case ConvexKind::kHull:
    case ConvexKind::kTriangle: {
      Eigen::AlignedBox3d bounds;
      if (shape->kind == ConvexKind::kTriangle) {
        for (const Vector3d& corner : shape->corners) bounds.extend(p_WG + R_WG * corner);
      } else {
        for (const Vector3d& corner : shape->hull->vertices) bounds.extend(p_WG + R_WG * corner);
      }
      return bounds;
    }
  }
  return Eigen::AlignedBox3d(p_WG - half, p_WG + half);
}

}  // namespace surefoot::collide
