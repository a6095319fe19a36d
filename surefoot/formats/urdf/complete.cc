/// What a robot needs to move and files often lack: possible inertia, a start within the limits.

#include <cmath>

#include "surefoot/base/index.h"
#include "surefoot/base/text.h"
#include "surefoot/formats/urdf/parts.h"
#include "surefoot/math/decompose.h"
#include "surefoot/world/inertia_from_shapes.h"
#include "surefoot/world/tree.h"

namespace surefoot::formats::urdf {
namespace {

/// Moments below this share of the largest, or radii of gyration below this (m), are zero.
constexpr double kNoMoment = 1e-9;
constexpr double kNoRadius = 1e-6;
/// What turning the axes may make of a zero, per kg.
constexpr double kRounding = 1e-12;

Vector3d Moments(const Matrix3d& I) { return PrincipalValuesOf(I); }

bool IsWhole(const Inertia& inertia) {
  const Vector3d moments = Moments(inertia.I_BBcm_B);
  return moments[0] > kNoMoment * moments[2] && moments[2] > inertia.mass * kNoRadius * kNoRadius;
}

std::string MomentText(const Vector3d& moments) {
  return StrFormat("%.6g %.6g %.6g kg m2", moments[0], moments[1], moments[2]);
}

/// The link's shapes with the link's mass; a ball of water when they have no volume.
void ReplaceMoments(world::Link* link, UrdfFile* file) {
  world::Link shapes = *link;
  Problems ignored;
  const bool found = world::FillMissingInertia(&shapes, world::kDefaultDensity, &ignored);
  const double mass = link->inertia.mass;
  const Vector3d before = Moments(link->inertia.I_BBcm_B);
  std::string source = "its shapes";
  if (found && shapes.inertia.mass > 0.0) {
    link->inertia.I_BBcm_B = shapes.inertia.I_BBcm_B * (mass / shapes.inertia.mass);
  } else {
    const double radius = std::cbrt(mass / (4.0 / 3.0 * M_PI * world::kDefaultDensity));
    link->inertia.I_BBcm_B = 0.4 * mass * radius * radius * Matrix3d::Identity();
    source = "a ball of its mass";
  }
  link->inertia_computed = true;
  file->WarnRepeated("impossible inertia " + source, link->source,
                     "the inertia of link \"" + link->name +
                         "\" has a principal moment that is not above zero; that of " + source +
                         " is taken instead",
                     MomentText(before), "give the inertia matrix about the centre of mass");
}

bool IsFinite(const Inertia& inertia) {
  return std::isfinite(inertia.mass) && inertia.p_BBcm.allFinite() && inertia.I_BBcm_B.allFinite();
}

}  // namespace

void RepairInertia(world::Model* model, UrdfFile* file) {
  const Result<world::Tree> tree = world::MakeTree(*model);
  if (!tree.ok()) return;
  for (const world::Body& body : tree->bodies) {
    if (body.is_static || !(body.inertia.mass > 0.0) || !IsFinite(body.inertia)) continue;
    if (IsWhole(body.inertia)) continue;
    for (const int index : body.links) {
      world::Link& link = model->links[At(index)];
      // A minus sign on the diagonal is a mistake to correct, not to guess at.
      const double least = -kRounding * link.inertia.mass;
      const bool negative = (link.inertia.I_BBcm_B.diagonal().array() < least).any();
      if (link.inertia.mass > 0.0 && !negative && !IsWhole(link.inertia)) {
        ReplaceMoments(&link, file);
      }
    }
  }
}

void StartWithinLimits(world::Model* model, UrdfFile* file) {
  std::vector<bool> told(model->joints.size(), false);
  for (const world::InitialPosition& start : model->initial_positions) {
    if (start.joint >= 0 && At(start.joint) < told.size()) told[At(start.joint)] = true;
  }
  std::string names;
  int count = 0;
  for (std::size_t j = 0; j < model->joints.size(); ++j) {
    const world::Joint& joint = model->joints[j];
    const world::JointAxis& axis = joint.axes[0];
    const bool limited = joint.type == world::JointType::kRevolute ||
                         joint.type == world::JointType::kPrismatic ||
                         joint.type == world::JointType::kScrew;
    if (!limited || told[j] || joint.mimic || !(axis.lower <= axis.upper)) continue;
    if (axis.lower <= 0.0 && axis.upper >= 0.0) continue;
    const double start = axis.lower > 0.0 ? axis.lower : axis.upper;
    if (!std::isfinite(start)) continue;
    model->initial_positions.push_back(world::InitialPosition{static_cast<int>(j), 0, start});
    if (++count <= 5) names += (names.empty() ? "" : ", ") + joint.name;
  }
  if (count == 0) return;
  if (count > 5) names += " and " + std::to_string(count - 5) + " more";
  file->Note(model->source, "zero is outside the limits of joints; they start at the nearest limit",
             names, "give <surefoot:position> to start elsewhere");
}

}  // namespace surefoot::formats::urdf
