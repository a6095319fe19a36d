/// Corrections to what files often lack and a robot needs to move: possible inertias, and a start
/// within the limits of its joints.

#include <cmath>

#include "surefoot/base/index.h"
#include "surefoot/base/text.h"
#include "surefoot/formats/urdf/parts.h"
#include "surefoot/math/decompose.h"
#include "surefoot/world/inertia_from_shapes.h"
#include "surefoot/world/tree.h"

namespace surefoot::formats::urdf {
namespace {

/// Principal moments below this share of the largest count as zero, and so do radii of gyration
/// below this length (m).
constexpr double kNoMoment = 1e-9;
constexpr double kNoRadius = 1e-6;
/// A zero moment (per kg) may become this negative when the axes are rotated.
constexpr double kRounding = 1e-12;

Vector3d Moments(const Matrix3d& I) { return PrincipalValuesOf(I); }

/// True when the body can rotate about every axis: a zero principal moment would give infinite
/// angular accelerations.
bool HasFullInertia(const Inertia& inertia) {
  const Vector3d moments = Moments(inertia.I_BBcm_B);
  return moments[0] > kNoMoment * moments[2] && moments[2] > inertia.mass * kNoRadius * kNoRadius;
}

std::string MomentText(const Vector3d& moments) {
  return StrFormat("%.6g %.6g %.6g kg m2", moments[0], moments[1], moments[2]);
}

/// Uses the moments of the link's shapes, scaled to the link's mass; without a volume those of a
/// solid sphere of water, I = 2/5 m r^2.
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
    source = "a sphere of its mass";
  }
  link->inertia_computed = true;
  file->WarnRepeated(
      "impossible inertia " + source, link->source,
      "the inertia of link \"" + link->name +
          "\" has a principal moment of inertia that is not positive; the inertia of " + source +
          " is used instead",
      MomentText(before), "write the inertia matrix about the centre of mass");
}

bool IsFinite(const Inertia& inertia) {
  return std::isfinite(inertia.mass) && inertia.p_BBcm.allFinite() && inertia.I_BBcm_B.allFinite();
}

}  // namespace

/// Only the inertia of a whole body matters: links that are fixed to each other may have zeros
/// each.
void RepairInertia(world::Model* model, UrdfFile* file) {
  const Result<world::Tree> tree = world::MakeTree(*model);
  if (!tree.ok()) return;
  for (const world::Body& body : tree->bodies) {
    if (body.is_static || !(body.inertia.mass > 0.0) || !IsFinite(body.inertia)) continue;
    if (HasFullInertia(body.inertia)) continue;
    for (const int index : body.links) {
      world::Link& link = model->links[At(index)];
      // A negative moment on the diagonal is an error that the user must correct.
      const double min = -kRounding * link.inertia.mass;
      const bool negative = (link.inertia.I_BBcm_B.diagonal().array() < min).any();
      if (link.inertia.mass > 0.0 && !negative && !HasFullInertia(link.inertia)) {
        ReplaceMoments(&link, file);
      }
    }
  }
}

void StartWithinLimits(world::Model* model, UrdfFile* file) {
  std::vector<bool> has_start(model->joints.size(), false);
  for (const world::InitialPosition& start : model->initial_positions) {
    if (start.joint >= 0 && At(start.joint) < has_start.size()) has_start[At(start.joint)] = true;
  }
  std::string names;
  int count = 0;
  for (std::size_t j = 0; j < model->joints.size(); ++j) {
    const world::Joint& joint = model->joints[j];
    const world::JointAxis& axis = joint.axes[0];
    const bool limited = joint.type == world::JointType::kRevolute ||
                         joint.type == world::JointType::kPrismatic ||
                         joint.type == world::JointType::kScrew;
    if (!limited || has_start[j] || joint.mimic || !(axis.lower <= axis.upper)) continue;
    if (axis.lower <= 0.0 && axis.upper >= 0.0) continue;
    const double start = axis.lower > 0.0 ? axis.lower : axis.upper;
    if (!std::isfinite(start)) continue;
    model->initial_positions.push_back(world::InitialPosition{static_cast<int>(j), 0, start});
    if (++count <= 5) names += (names.empty() ? "" : ", ") + joint.name;
  }
  if (count == 0) return;
  if (count > 5) names += " and " + std::to_string(count - 5) + " more";
  file->Note(model->source,
             "the limits of some joints exclude zero; these joints start at the nearest limit",
             names, "write <surefoot:position> to start elsewhere");
}

}  // namespace surefoot::formats::urdf
