#include <cmath>
#include <numbers>
#include <string_view>
#include <utility>

#include "surefoot/formats/sdf/convert.h"
#include "surefoot/formats/sdf/extensions.h"

namespace surefoot::formats {
namespace {

/// The joint's type; fixed for an unknown one, which was reported before.
world::JointType TypeOf(const SdfContext& context, const SdfNode& joint) {
  constexpr std::pair<std::string_view, world::JointType> kTypes[] = {
      {"ball", world::JointType::kBall},           {"continuous", world::JointType::kContinuous},
      {"prismatic", world::JointType::kPrismatic}, {"revolute", world::JointType::kRevolute},
      {"revolute2", world::JointType::kUniversal}, {"universal", world::JointType::kUniversal},
      {"screw", world::JointType::kScrew},         {"gearbox", world::JointType::kRevolute},
  };
  const std::string type = joint.AttributeOr("type");
  if (type == "gearbox") {
    context.Warning(joint, "a gearbox joint is read as a revolute joint without its gear",
                    "gearbox", "couple joints with <surefoot:mimic>");
  }
  for (const auto& [name, known] : kTypes) {
    if (type == name) return known;
  }
  return world::JointType::kFixed;
}

/// SDF writes 1e16 for "no limit".
double Limit(double value, double unlimited) {
  return std::abs(value) >= 1e16 ? std::copysign(world::kInfinity, unlimited) : value;
}

/// One axis with its limits and dynamics. A negative effort or velocity limit means none, as in
/// SDF.
world::JointAxis ReadAxis(const SdfContext& context, SdfScope* model, SdfScope::Entry* joint,
                          const SdfNode& node, bool has_limits) {
  world::JointAxis read;
  const SdfNode* xyz = node.Child("xyz");
  const Vector3d direction = UnitOf(SdfVector(&node, "xyz", Vector3d::UnitZ()));
  if (direction.isZero(0.0)) {
    context.Error(*xyz, "the axis has zero length", xyz->text,
                  "write for example <xyz>0 0 1</xyz>");
  } else {
    read.axis_J = xyz != nullptr ? UnitOf(model->AxisIn(joint, *xyz, direction)) : direction;
  }
  const SdfNode* limit = node.Child("limit");
  if (has_limits) {
    read.lower = Limit(SdfNumber(limit, "lower", -1e16), -1.0);
    read.upper = Limit(SdfNumber(limit, "upper", 1e16), 1.0);
  }
  const auto not_negative = [&](const char* name) {
    const double value = SdfNumber(limit, name, -1.0);
    return value < 0.0 ? world::kInfinity : Limit(value, 1.0);
  };
  read.effort = not_negative("effort");
  read.velocity = not_negative("velocity");
  const SdfNode* dynamics = node.Child("dynamics");
  read.damping = SdfNumber(dynamics, "damping", 0.0);
  read.friction = SdfNumber(dynamics, "friction", 0.0);
  read.spring_stiffness = SdfNumber(dynamics, "spring_stiffness", 0.0);
  read.spring_reference = SdfNumber(dynamics, "spring_reference", 0.0);
  return read;
}

/// Pitch in m per revolution, positive for a right-handed thread. <screw_thread_pitch> (SDF 1.11)
/// has the same meaning; the older <thread_pitch> is in rad per m and left-handed, hence pitch =
/// -2 pi / thread_pitch.
double ReadScrewPitch(const SdfContext& context, const SdfNode& joint) {
  const double pitch = SdfNumber(&joint, "screw_thread_pitch", 0.0);
  if (pitch != 0.0) return pitch;
  const SdfNode* classic = joint.Child("thread_pitch");
  if (classic == nullptr) {
    context.Warning(joint, "the screw joint has no pitch; SDF's default is used",
                    "-2 pi m per revolution", "write <screw_thread_pitch> in m per revolution");
    return -2.0 * std::numbers::pi;
  }
  const double per_metre = SdfNumber(&joint, "thread_pitch", 1.0);
  if (per_metre == 0.0) {
    context.Error(
        *classic, "the thread pitch is zero", "0",
        "<thread_pitch> is in rad per m; write <screw_thread_pitch> in m per revolution instead");
    return -2.0 * std::numbers::pi;
  }
  return -2.0 * std::numbers::pi / per_metre;
}

/// Planar joints (an extension) and universal joints have two axes.
void ReadAxes(const SdfContext& context, SdfScope* model, SdfScope::Entry* entry,
              world::Joint* read) {
  const bool has_limits = read->type != world::JointType::kContinuous;
  const char* names[2] = {"axis", "axis2"};
  if (read->type == world::JointType::kPlanar || read->type == world::JointType::kUniversal) {
    read->axes[0].axis_J = Vector3d::UnitX();
    read->axes[1].axis_J = Vector3d::UnitY();
  }
  int given = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    const SdfNode* axis = entry->node->Child(names[i]);
    if (axis == nullptr) continue;
    read->axes[i] = ReadAxis(context, model, entry, *axis, has_limits);
    ++given;
  }
  const int needed = read->type == world::JointType::kUniversal ? 2
                     : world::VelocityCount(read->type) == 1    ? 1
                                                                : 0;
  if (given < needed) {
    context.Warning(read->source,
                    std::string("the joint has no ") + names[given] + "; SDF's default is used", "",
                    "write <axis><xyz>0 0 1</xyz></axis>");
  }
}

}  // namespace

/// Poses of sensors are relative to the joint's frame here; the model's builder converts them.
world::Joint ReadSdfJoint(const SdfContext& context, SdfScope* model, SdfScope::Entry* entry) {
  const SdfNode& node = *entry->node;
  world::Joint joint;
  joint.name = entry->name;
  joint.source = context.sources->Of(node);
  joint.extensions = ReadSdfExtensions(context, node);
  joint.type = ExtendedJointType(joint.extensions, TypeOf(context, node), context.problems());
  ReadAxes(context, model, entry, &joint);
  if (joint.type == world::JointType::kScrew) joint.screw_pitch = ReadScrewPitch(context, node);
  for (const SdfNode& child : node.children) {
    if (child.name != "sensor") continue;
    joint.sensors.push_back(ReadSdfSensor(context, child));
    joint.sensors.back().X_LS = model->PoseIn(entry, child);
  }
  return joint;
}

}  // namespace surefoot::formats
