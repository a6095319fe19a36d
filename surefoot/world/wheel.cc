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

double MeanY(const Model& model, const std::vector<int>& joints) {
  double sum = 0.0;
  for (int joint : joints) sum += JointOrigin(model, joint).y();
  return joints.empty() ? 0.0 : sum / static_cast<double>(joints.size());
}

}  // namespace

std::optional<double> WheelRadius(const Model& model, int joint) {
  const int child = model.joints[static_cast<std::size_t>(joint)].child;
  const Link& link = model.links[static_cast<std::size_t>(child)];
  double radius = 0.0;
  for (const Collision& part : link.collisions) radius = std::max(radius, RadiusOf(part.geometry));
  if (radius > 0.0) return radius;
  for (const Visual& part : link.visuals) radius = std::max(radius, RadiusOf(part.geometry));
  if (radius > 0.0) return radius;
  return std::nullopt;
}

Vector3d JointOrigin(const Model& model, int joint) {
  const Joint& spec = model.joints[static_cast<std::size_t>(joint)];
  return model.links[static_cast<std::size_t>(spec.child)].X_ML * spec.X_CJ.p;
}

double TrackOf(const Model& model, const std::vector<int>& left, const std::vector<int>& right) {
  return std::abs(MeanY(model, left) - MeanY(model, right));
}

}  // namespace surefoot::world
