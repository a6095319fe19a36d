#include "surefoot/world/wheel.h"

#include <algorithm>
#include <cmath>

namespace surefoot::world {
namespace {

double RadiusOf(const Geometry& geometry) {
  if (const auto* cylinder = std::get_if<Cylinder>(&geometry)) return cylinder->radius;
  if (const auto* sphere = std::get_if<Sphere>(&geometry)) return sphere->radius;
  if (const auto* capsule = std::get_if<Capsule>(&geometry)) return capsule->radius;
  return 0.0;
}

/// How far a mesh reaches from the joint's axis; 0 for other shapes.
double MeshReach(const Geometry& geometry, const RigidTransform& X_JG, const Vector3d& axis_J) {
  const auto* shape = std::get_if<Mesh>(&geometry);
  double reach = 0.0;
  if (shape == nullptr || shape->mesh == nullptr) return reach;
  for (const Vector3d& vertex : shape->mesh->vertices) {
    reach = std::max(reach, axis_J.cross(X_JG * vertex).norm());
  }
  return reach;
}

/// The largest among collisions or visuals: of round shapes, or else of meshes.
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

Vector3d JointOrigin(const Model& model, int joint) {
  const Joint& spec = model.joints[static_cast<std::size_t>(joint)];
  return model.links[static_cast<std::size_t>(spec.child)].X_ML * spec.X_CJ.p;
}

double TrackOf(const Model& model, const std::vector<int>& left, const std::vector<int>& right) {
  return std::abs(MeanY(model, left) - MeanY(model, right));
}

}  // namespace surefoot::world
