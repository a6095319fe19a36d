#include "surefoot/formats/sdf/extensions.h"

#include "surefoot/formats/parse.h"
#include "surefoot/formats/sdf/attributes.h"

namespace surefoot::formats {
namespace {

std::vector<std::string> JointNames(const world::Model& model) {
  std::vector<std::string> names;
  for (const world::Joint& joint : model.joints) names.push_back(joint.name);
  return names;
}

int FindJoint(const world::Model& model, const std::string& scope,
              ExtensionAttributes* attributes) {
  const std::string name = attributes->Text("joint");
  if (name.empty()) return -1;
  const int joint = model.FindJoint(scope + name);
  if (joint < 0) {
    attributes->Wrong("joint", "there is no such joint", scope + name,
                      NameAdvice(scope + name, JointNames(model)));
  }
  return joint;
}

/// The joint and its axis; false after reporting.
bool ReadJointAxis(const world::Model& model, const std::string& scope,
                   ExtensionAttributes* attributes, int* joint, int* axis) {
  *joint = FindJoint(model, scope, attributes);
  const double index = attributes->NumberOr("axis", 0.0);
  if (*joint < 0 || !attributes->ok()) return false;
  const world::Joint& found = model.joints[static_cast<std::size_t>(*joint)];
  const int count = world::VelocityCount(found.type);
  const bool single = found.type != world::JointType::kBall &&
                      found.type != world::JointType::kFloating && count > 0;
  if (!single) {
    attributes->Wrong("joint", "a joint of this type has no axis to set",
                      std::string(found.name) + ", " + world::JointTypeName(found.type),
                      "name a revolute, continuous, prismatic, screw, universal or planar joint");
    return false;
  }
  for (int i = 0; i < count; ++i) {
    if (index == i) {
      *axis = i;
      return true;
    }
  }
  attributes->Wrong("axis", "the joint has no such axis", attributes->TextOr("axis", "0"),
                    "accepted: 0 to " + std::to_string(count - 1));
  return false;
}

/// The last one given for an axis holds: an include may change what the model says.
template <typename T>
void Replace(const T& entry, std::vector<T>* entries) {
  for (T& known : *entries) {
    if (known.joint == entry.joint && known.axis == entry.axis) {
      known = entry;
      return;
    }
  }
  entries->push_back(entry);
}

void ReadCommand(const world::Element& element, const std::string& scope, world::Model* model,
                 Problems* problems) {
  ExtensionAttributes attributes(element, problems);
  world::InitialCommand command;
  const bool found = ReadJointAxis(*model, scope, &attributes, &command.joint, &command.axis);
  const std::string mode = attributes.Text("mode");
  command.target = attributes.Number("value");
  if (mode == "velocity") command.mode = world::ControlMode::kVelocity;
  if (mode == "position") command.mode = world::ControlMode::kPosition;
  if (mode == "effort") command.mode = world::ControlMode::kEffort;
  if (!mode.empty() && command.mode == world::ControlMode::kNone) {
    attributes.Wrong("mode", "an unknown way to command a joint", mode,
                     NameAdvice(mode, {"velocity", "position", "effort"}));
  }
  if (found && attributes.ok()) Replace(command, &model->initial_commands);
}

void ReadPosition(const world::Element& element, const std::string& scope, world::Model* model,
                  Problems* problems) {
  ExtensionAttributes attributes(element, problems);
  world::InitialPosition position;
  const bool found = ReadJointAxis(*model, scope, &attributes, &position.joint, &position.axis);
  position.position = attributes.Number("value");
  if (found && attributes.ok()) Replace(position, &model->initial_positions);
}

}  // namespace

void ApplyModelExtensions(const std::vector<world::Element>& extensions, const std::string& scope,
                          world::Model* model, Problems* problems) {
  for (const world::Element& element : extensions) {
    if (element.name == "surefoot:command") ReadCommand(element, scope, model, problems);
    if (element.name == "surefoot:position") ReadPosition(element, scope, model, problems);
    model->extensions.push_back(element);
  }
}

std::string SurfaceName(const std::vector<world::Element>& extensions, Problems* problems) {
  std::string name;
  for (const world::Element& element : extensions) {
    if (element.name == "surefoot:surface")
      name = ExtensionAttributes(element, problems).Text("name");
  }
  return name;
}

world::JointType ExtendedJointType(const std::vector<world::Element>& extensions,
                                   world::JointType type, Problems* problems) {
  for (const world::Element& element : extensions) {
    if (element.name != "surefoot:type") continue;
    if (type != world::JointType::kFixed) {
      problems->Error(element.source, "<surefoot:type> stands only in a joint of type fixed",
                      world::JointTypeName(type), "write <joint type=\"fixed\">");
    } else if (element.text == "planar") {
      return world::JointType::kPlanar;
    } else if (element.text == "floating") {
      return world::JointType::kFloating;
    } else {
      problems->Error(element.source, "an unknown joint type", element.text,
                      "accepted: planar, floating");
    }
  }
  return type;
}

std::optional<world::Mimic> ReadMimic(const world::Element& element, const std::string& scope,
                                      const world::Model& model, Problems* problems) {
  ExtensionAttributes attributes(element, problems);
  world::Mimic mimic;
  mimic.leader = FindJoint(model, scope, &attributes);
  double reference = 0.0;
  if (element.name == "mimic") {
    const auto number = [&](const char* name, double fallback) {
      const world::Element* child = element.Child(name);
      if (child == nullptr) return fallback;
      return ParseDouble(child->text, child->source, problems).value_or(fallback);
    };
    mimic.multiplier = number("multiplier", 1.0);
    mimic.offset = number("offset", 0.0);
    reference = number("reference", 0.0);
    attributes.TextOr("axis", "");
  } else {
    mimic.multiplier = attributes.NumberOr("multiplier", 1.0);
    mimic.offset = attributes.NumberOr("offset", 0.0);
  }
  mimic.offset -= mimic.multiplier * reference;
  if (mimic.leader < 0 || !attributes.ok()) return std::nullopt;
  return mimic;
}

}  // namespace surefoot::formats
