#include <cmath>
#include <numbers>
#include <sdf/Element.hh>
#include <sdf/Error.hh>
#include <sdf/Joint.hh>
#include <sdf/JointAxis.hh>
#include <sdf/Sensor.hh>

#include "surefoot/formats/sdf/convert.h"
#include "surefoot/formats/sdf/extensions.h"

namespace surefoot::formats {
namespace {

world::JointType TypeOf(const SdfContext& context, const sdf::Joint& joint) {
  switch (joint.Type()) {
    case sdf::JointType::BALL:
      return world::JointType::kBall;
    case sdf::JointType::CONTINUOUS:
      return world::JointType::kContinuous;
    case sdf::JointType::PRISMATIC:
      return world::JointType::kPrismatic;
    case sdf::JointType::REVOLUTE:
      return world::JointType::kRevolute;
    case sdf::JointType::REVOLUTE2:
    case sdf::JointType::UNIVERSAL:
      return world::JointType::kUniversal;
    case sdf::JointType::SCREW:
      return world::JointType::kScrew;
    case sdf::JointType::GEARBOX:
      context.problems()->Warning(context.sources->Of(*joint.Element()),
                                  "a gearbox joint is read as a revolute joint without its gear",
                                  "gearbox", "couple joints with <surefoot:mimic>");
      return world::JointType::kRevolute;
    case sdf::JointType::FIXED:
    case sdf::JointType::INVALID:
      break;
  }
  return world::JointType::kFixed;
}

/// SDF writes 1e16 where it means no limit.
double Limit(double value, double unlimited) {
  return std::abs(value) >= 1e16 ? std::copysign(world::kInfinity, unlimited) : value;
}

world::JointAxis ReadAxis(const SdfContext& context, const sdf::JointAxis& axis,
                          const sdf::ElementPtr& element, bool has_limits) {
  world::JointAxis read;
  ignition::math::Vector3d xyz = axis.Xyz();
  const Source source = context.sources->Of(*element);
  for (const sdf::Error& error : axis.ResolveXyz(xyz)) {
    context.problems()->Error(source, error.Message(), "", "check <xyz expressed_in=\"...\">");
  }
  const Vector3d direction(xyz.X(), xyz.Y(), xyz.Z());
  if (direction.norm() > 1e-9) {
    read.axis_J = direction.normalized();
  } else {
    context.problems()->Error(source, "the axis has no direction", "0 0 0",
                              "write for example <xyz>0 0 1</xyz>");
  }
  const sdf::ElementPtr limit = SdfFind(element, {"limit"});
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
  const sdf::ElementPtr dynamics = SdfFind(element, {"dynamics"});
  read.damping = SdfNumber(dynamics, "damping", 0.0);
  read.friction = SdfNumber(dynamics, "friction", 0.0);
  read.spring_stiffness = SdfNumber(dynamics, "spring_stiffness", 0.0);
  read.spring_reference = SdfNumber(dynamics, "spring_reference", 0.0);
  return read;
}

/// In m per revolution, positive for a right-handed thread. <screw_thread_pitch> (SDF 1.11) means
/// just that; <thread_pitch> counts rad per m, left-handed.
double ReadScrewPitch(const SdfContext& context, const sdf::ElementPtr& joint) {
  const double pitch = SdfNumber(joint, "screw_thread_pitch", 0.0);
  if (pitch != 0.0) return pitch;
  const sdf::ElementPtr classic = SdfFind(joint, {"thread_pitch"});
  if (classic == nullptr) {
    context.problems()->Warning(
        context.sources->Of(*joint), "the screw joint has no pitch; SDF's default is taken",
        "-2 pi m per revolution", "give <screw_thread_pitch> in m per revolution");
    return -2.0 * std::numbers::pi;
  }
  const double per_metre = SdfNumber(joint, "thread_pitch", 1.0);
  if (per_metre == 0.0) {
    context.problems()->Error(context.sources->Of(*classic), "the thread pitch is zero", "0",
                              "<thread_pitch> is in rad per m; give <screw_thread_pitch> in m per "
                              "revolution instead");
    return 0.0;
  }
  return -2.0 * std::numbers::pi / per_metre;
}

void ReadAxes(const SdfContext& context, const sdf::Joint& joint, world::Joint* read) {
  const bool has_limits = read->type != world::JointType::kContinuous;
  const char* names[2] = {"axis", "axis2"};
  if (read->type == world::JointType::kPlanar || read->type == world::JointType::kUniversal) {
    read->axes[0].axis_J = Vector3d::UnitX();
    read->axes[1].axis_J = Vector3d::UnitY();
  }
  int given = 0;
  for (unsigned int i = 0; i < 2; ++i) {
    const sdf::JointAxis* axis = joint.Axis(i);
    const sdf::ElementPtr element = SdfFind(joint.Element(), {names[i]});
    if (axis == nullptr || element == nullptr) continue;
    read->axes[i] = ReadAxis(context, *axis, element, has_limits);
    ++given;
  }
  const int needed = read->type == world::JointType::kUniversal ? 2
                     : world::VelocityCount(read->type) == 1    ? 1
                                                                : 0;
  if (given < needed) {
    context.problems()->Warning(
        read->source, std::string("the joint has no ") + names[given] + "; SDF's default is taken",
        "", "write <axis><xyz>0 0 1</xyz></axis>");
  }
}

}  // namespace

world::Joint ReadSdfJoint(const SdfContext& context, const sdf::Joint& joint) {
  const sdf::ElementPtr element = joint.Element();
  world::Joint read;
  read.name = joint.Name();
  read.source = context.sources->Of(*element);
  read.extensions = ReadSdfExtensions(context, element);
  read.type = ExtendedJointType(read.extensions, TypeOf(context, joint), context.problems());
  ReadAxes(context, joint, &read);
  if (read.type == world::JointType::kScrew) read.screw_pitch = ReadScrewPitch(context, element);
  for (std::uint64_t i = 0; i < joint.SensorCount(); ++i) {
    read.sensors.push_back(ReadSdfSensor(context, *joint.SensorByIndex(i), true));
  }
  return read;
}

}  // namespace surefoot::formats
