#include <numbers>

#include "surefoot/formats/markup.h"
#include "surefoot/formats/sdf/write/write_parts.h"
#include "surefoot/formats/written.h"

namespace surefoot::formats {
namespace {

using world::Element;
using world::JointType;

/// SDF has no planar and floating joints; they are written as fixed joints with <surefoot:type>.
bool IsOurs(JointType type) { return type == JointType::kPlanar || type == JointType::kFloating; }

/// A bitwise comparison, so that writing and reading preserves even the sign of zero.
bool IsDefault(const world::JointAxis& axis) {
  const world::JointAxis none;
  return SameBits(axis.axis_J, none.axis_J) && SameBits(axis.lower, none.lower) &&
         SameBits(axis.upper, none.upper) && SameBits(axis.effort, none.effort) &&
         SameBits(axis.velocity, none.velocity) && SameBits(axis.damping, none.damping) &&
         SameBits(axis.friction, none.friction) &&
         SameBits(axis.spring_stiffness, none.spring_stiffness) &&
         SameBits(axis.spring_reference, none.spring_reference);
}

void AddUnless(double usual, double value, const char* name, Element* element) {
  if (!SameBits(value, usual)) AddChild(element, name, NumberText(value));
}

void AddAxis(const world::JointAxis& axis, const char* name, Element* joint) {
  Element& element = AddChild(joint, name);
  AddChild(&element, "xyz", NumberText(axis.axis_J));
  Element limit = MakeElement("limit");
  AddUnless(-world::kInfinity, axis.lower, "lower", &limit);
  AddUnless(world::kInfinity, axis.upper, "upper", &limit);
  AddUnless(world::kInfinity, axis.effort, "effort", &limit);
  AddUnless(world::kInfinity, axis.velocity, "velocity", &limit);
  if (!limit.children.empty()) element.children.push_back(std::move(limit));
  Element dynamics = MakeElement("dynamics");
  AddUnless(0.0, axis.damping, "damping", &dynamics);
  AddUnless(0.0, axis.friction, "friction", &dynamics);
  const bool springs =
      !SameBits(axis.spring_stiffness, 0.0) || !SameBits(axis.spring_reference, 0.0);
  if (springs) {
    AddChild(&dynamics, "spring_reference", NumberText(axis.spring_reference));
    AddChild(&dynamics, "spring_stiffness", NumberText(axis.spring_stiffness));
  }
  if (!dynamics.children.empty()) element.children.push_back(std::move(dynamics));
}

/// An axis beyond those of the joint's type is written only if it was set.
void AddAxes(const world::Joint& joint, Element* element) {
  constexpr const char* kNames[2] = {"axis", "axis2"};
  const int count = world::LimitedAxisCount(joint.type);
  for (int i = 0; i < 2; ++i) {
    if (i < count || !IsDefault(joint.axes[i])) AddAxis(joint.axes[i], kNames[i], element);
  }
  if (joint.type != JointType::kScrew) return;
  AddChild(element, "screw_thread_pitch", NumberText(joint.screw_pitch));
  // For programs that know only the older element; Surefoot reads screw_thread_pitch.
  AddChild(element, "thread_pitch", NumberText(-2.0 * std::numbers::pi / joint.screw_pitch));
}

/// The description has a sensor's pose in the child link, SDF in the joint's frame. If the
/// conversion loses bits, the exact pose is written as an extension.
void AddSensors(const world::Joint& joint, Element* element) {
  SdfSiblingNames names;
  for (const world::Sensor& sensor : joint.sensors) {
    const RigidTransform X_JS = joint.X_CJ.Inverse() * sensor.X_LS;
    Element written = WriteSdfSensor(sensor, X_JS, names.Take(sensor.name, "sensor"));
    if (!SameBits(joint.X_CJ * X_JS, sensor.X_LS)) {
      // The kept element must not contain this extension.
      if (written.Child("surefoot:kept") == nullptr) {
        AddChild(&written, "surefoot:kept").children.push_back(sensor.element);
      }
      AddChild(&written, "surefoot:pose", PoseText(sensor.X_LS));
    }
    element->children.push_back(std::move(written));
  }
}

/// What SDF cannot express: types, armature, mimics of older versions, and a parent pose that does
/// not follow from the poses of the links.
void AddOurs(const world::Model& model, const world::Joint& joint, const SdfModelNames& names,
             const SdfNesting& scope, Element* element) {
  if (IsOurs(joint.type)) AddChild(element, "surefoot:type", world::JointTypeName(joint.type));
  if (!SameBits(joint.X_PJ, ParentPoseFromLinks(model, joint))) {
    AddChild(element, "surefoot:parent_pose", PoseText(joint.X_PJ));
  }
  for (int i = 0; i < 2; ++i) {
    if (SameBits(joint.axes[i].armature, 0.0)) continue;
    AddChild(element, "surefoot:armature").attributes = {
        {"axis", std::to_string(i)}, {"value", NumberText(joint.axes[i].armature)}};
  }
  if (!joint.mimic) return;
  AddChild(element, "surefoot:mimic").attributes = {
      {"joint", SdfModelNames::Within(scope, names.joint(joint.mimic->leader))},
      {"multiplier", NumberText(joint.mimic->multiplier)},
      {"offset", NumberText(joint.mimic->offset)}};
}

}  // namespace

/// The pose is that of the joint's frame in the child link, SDF's default.
Element WriteSdfJoint(const world::Model& model, const SdfModelNames& names,
                      const SdfNesting& scope, int index) {
  const world::Joint& joint = model.joints[static_cast<std::size_t>(index)];
  Element element = MakeElement("joint");
  SetAttribute(&element, "name", SdfModelNames::Within(scope, names.joint(index)));
  SetAttribute(&element, "type", IsOurs(joint.type) ? "fixed" : world::JointTypeName(joint.type));
  const auto end = [&](int link) {
    return link == world::kWorldLink ? std::string("world")
                                     : SdfModelNames::Within(scope, names.link(link));
  };
  AddChild(&element, "parent", end(joint.parent));
  AddChild(&element, "child", end(joint.child));
  AddSdfPose(joint.X_CJ, &element);
  AddAxes(joint, &element);
  AddSensors(joint, &element);
  AddOurs(model, joint, names, scope, &element);
  AddSdfName(joint.name, names.joint(index), &element);
  AddSdfExtensions(joint.extensions, &element);
  return element;
}

}  // namespace surefoot::formats
