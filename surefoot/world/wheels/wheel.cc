#include "surefoot/world/wheels/wheel.h"

#include <algorithm>
#include <cmath>

#include "surefoot/math/decompose.h"

// Radius, axis and position of a wheel from its shapes and its joint.

namespace surefoot::world {
namespace {

double RadiusOf(const Geometry& geometry) {
  if (const auto* cylinder = std::get_if<Cylinder>(&geometry)) return cylinder->radius;
  if (const auto* sphere = std::get_if<Sphere>(&geometry)) return sphere->radius;
  if (const auto* capsule = std::get_if<Capsule>(&geometry)) return capsule->radius;
  return 0.0;
}

/// Largest distance of a mesh's vertices from the joint's axis (m); 0 for other shapes.
double MeshReach(const Geometry& geometry, const RigidTransform& X_JG, const Vector3d& axis_J) {
  const auto* shape = std::get_if<Mesh>(&geometry);
  double reach = 0.0;
  if (shape == nullptr || shape->mesh == nullptr) return reach;
  for (const Vector3d& vertex : shape->mesh->vertices) {
    reach = std::max(reach, axis_J.cross(X_JG * vertex).norm());
  }
  return reach;
}

/// The largest radius among collisions or visuals: of round shapes, else of meshes.
template <typename Part>
double RadiusOf(const std::vector<Part>& parts, const Joint& joint) {
  double radius = 0.0;
  for (const Part& part : parts) radius = std::max(radius, RadiusOf(part.geometry));
  if (radius > 0.0) return radius;
  const RigidTransform X_JC = joint.X_CJ.Inverse();
  for (const Part& part : parts) {
    const double reach = MeshReach(part.geometry, X_JC * part.X_LG, joint.axes[0].axis_J);
    radius = std::max(radius, reach);
  }
  return radius;
}

/// A shape seen along a joint's axis.
struct AroundAxis {
  /// How far it reaches, and whether it is round about the axis.
  double reach = 0.0;
  bool round = false;
  /// Extent along the axis of the part that is nearly as far out as `reach`.
  double low = 0.0;
  double high = 0.0;
};

/// The smallest support of the points, seen along the axis, over all directions: the radius of a
/// circle about the axis, half the side of a square.
double MinSupport(const std::vector<Eigen::Vector2d>& points) {
  constexpr int kDirections = 24;
  double min = kInfinity;
  for (int i = 0; i < kDirections; ++i) {
    const double angle = 6.283185307179586 * i / kDirections;
    const Eigen::Vector2d direction(std::cos(angle), std::sin(angle));
    double max = -kInfinity;
    for (const Eigen::Vector2d& point : points) max = std::max(max, direction.dot(point));
    min = std::min(min, max);
  }
  return min;
}

AroundAxis SeeMesh(const TriMesh& mesh, const RigidTransform& X_JG, const Vector3d& axis_J) {
  const Quaterniond to_z = RotationBetween(axis_J, Vector3d::UnitZ());
  std::vector<Vector3d> points;
  std::vector<Eigen::Vector2d> seen;
  AroundAxis view;
  for (const Vector3d& vertex : mesh.vertices) {
    points.push_back(to_z * (X_JG * vertex));
    seen.push_back(points.back().head<2>());
    view.reach = std::max(view.reach, seen.back().norm());
  }
  // An octagon counts as round (cos 22.5 deg = 0.92), a hexagon does not (cos 30 deg = 0.87).
  view.round = MinSupport(seen) >= 0.9 * view.reach;
  view.low = kInfinity;
  view.high = -kInfinity;
  for (const Vector3d& point : points) {
    if (point.head<2>().norm() < 0.8 * view.reach) continue;
    view.low = std::min(view.low, point.z());
    view.high = std::max(view.high, point.z());
  }
  return view;
}

/// Half width of the part of a sphere that carries load, in radii.
constexpr double kSphereTread = 0.2;

AroundAxis SeeRound(double radius, double half_length, const RigidTransform& X_JG,
                    const Vector3d& axis_J, bool any_direction) {
  const Vector3d z_J = X_JG.q * Vector3d::UnitZ();
  const double offset = axis_J.cross(X_JG.p).norm();
  const double along = axis_J.dot(X_JG.p);
  AroundAxis view;
  view.reach = offset + radius + (any_direction ? 0.0 : half_length * axis_J.cross(z_J).norm());
  view.round = offset <= 0.05 * radius && (any_direction || std::abs(axis_J.dot(z_J)) >= 0.995);
  if (view.round) view.reach = radius;
  view.low = along - half_length;
  view.high = along + half_length;
  return view;
}

AroundAxis See(const Geometry& geometry, const RigidTransform& X_JG, const Vector3d& axis_J) {
  if (const auto* cylinder = std::get_if<Cylinder>(&geometry)) {
    return SeeRound(cylinder->radius, 0.5 * cylinder->length, X_JG, axis_J, false);
  }
  if (const auto* sphere = std::get_if<Sphere>(&geometry)) {
    return SeeRound(sphere->radius, kSphereTread * sphere->radius, X_JG, axis_J, true);
  }
  if (const auto* capsule = std::get_if<Capsule>(&geometry)) {
    const double half = 0.5 * capsule->length + kSphereTread * capsule->radius;
    return SeeRound(capsule->radius, half, X_JG, axis_J, false);
  }
  if (const auto* mesh = std::get_if<Mesh>(&geometry)) {
    if (mesh->mesh != nullptr) return SeeMesh(*mesh->mesh, X_JG, axis_J);
  }
  AroundAxis view;
  Vector3d half = Vector3d::Zero();
  if (const auto* box = std::get_if<Box>(&geometry)) half = 0.5 * box->size;
  if (const auto* ellipsoid = std::get_if<Ellipsoid>(&geometry)) half = ellipsoid->radii;
  for (int corner = 0; corner < 8; ++corner) {
    const Vector3d sign((corner & 1) != 0 ? 1 : -1, (corner & 2) != 0 ? 1 : -1,
                        (corner & 4) != 0 ? 1 : -1);
    view.reach = std::max(view.reach, axis_J.cross(X_JG * half.cwiseProduct(sign)).norm());
  }
  return view;
}

double MeanY(const Model& model, const std::vector<int>& joints) {
  double sum = 0.0;
  for (int joint : joints) sum += JointOrigin(model, joint).y();
  return joints.empty() ? 0.0 : sum / static_cast<double>(joints.size());
}

}  // namespace

std::optional<double> WheelRadius(const Model& model, int joint) {
  const Joint& spec = model.joints[static_cast<std::size_t>(joint)];
  const Link& link = model.links[static_cast<std::size_t>(spec.child)];
  double radius = RadiusOf(link.collisions, spec);
  if (!(radius > 0.0)) radius = RadiusOf(link.visuals, spec);
  if (!(radius > 0.0)) return std::nullopt;
  return radius;
}

int RollingAxis(const Joint& joint) {
  if (joint.type == JointType::kUniversal) return 1;
  return joint.type == JointType::kContinuous || joint.type == JointType::kRevolute ? 0 : -1;
}

std::optional<RoundBody> FindRoundBody(const Model& model, const Tree& tree, int body) {
  const Body& spec = tree.bodies[static_cast<std::size_t>(body)];
  if (spec.joint < 0) return std::nullopt;
  const Joint& joint = model.joints[static_cast<std::size_t>(spec.joint)];
  const int axis = RollingAxis(joint);
  if (axis < 0) return std::nullopt;
  const RigidTransform X_MJ = JointFrame(model, spec.joint);
  const Vector3d& axis_J = joint.axes[axis].axis_J;
  RoundBody found;
  double reach = 0.0;
  double low = kInfinity;
  double high = -kInfinity;
  for (const int link : spec.links) {
    const Link& part = model.links[static_cast<std::size_t>(link)];
    for (std::size_t i = 0; i < part.collisions.size(); ++i) {
      const Collision& collision = part.collisions[i];
      const RigidTransform X_JG = X_MJ.Inverse() * part.X_ML * collision.X_LG;
      const AroundAxis view = See(collision.geometry, X_JG, axis_J);
      reach = std::max(reach, view.reach);
      if (!view.round || view.reach < 0.95 * found.radius) continue;
      if (view.reach * 0.95 > found.radius) low = kInfinity, high = -kInfinity;
      low = std::min(low, view.low);
      high = std::max(high, view.high);
      if (view.reach <= found.radius) continue;
      found.link = link;
      found.collision = static_cast<int>(i);
      found.radius = view.reach;
    }
  }
  if (!(found.radius > 0.0) || reach > 1.05 * found.radius) return std::nullopt;
  found.width = high - low;
  found.p_MC = X_MJ * (0.5 * (low + high) * axis_J);
  return found;
}

RigidTransform JointFrame(const Model& model, int joint) {
  const Joint& spec = model.joints[static_cast<std::size_t>(joint)];
  return model.links[static_cast<std::size_t>(spec.child)].X_ML * spec.X_CJ;
}

Vector3d JointOrigin(const Model& model, int joint) { return JointFrame(model, joint).p; }

double TrackOf(const Model& model, const std::vector<int>& left, const std::vector<int>& right) {
  return std::abs(MeanY(model, left) - MeanY(model, right));
}

}  // namespace surefoot::world
