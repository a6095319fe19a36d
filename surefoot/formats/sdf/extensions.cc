#include "surefoot/formats/sdf/extensions.h"

#include "surefoot/formats/parse.h"
#include "surefoot/formats/sdf/attributes.h"

namespace surefoot::formats {
namespace {

int FindJoint(const std::map<std::string, int>& joints, const std::string& scope,
              ExtensionAttributes* attributes) {
  const std::string name = attributes->Text("joint");
  if (name.empty()) return -1;
  const auto found = joints.find(scope + name);
  if (found != joints.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& joint : joints) names.push_back(joint.first);
  attributes->Wrong("joint", "there is no such joint", scope + name,
                    NameAdvice(scope + name, names));
  return -1;
}

}  // namespace

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
                                      const std::map<std::string, int>& joints,
                                      Problems* problems) {
  ExtensionAttributes attributes(element, problems);
  world::Mimic mimic;
  mimic.leader = FindJoint(joints, scope, &attributes);
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
  if (reference != 0.0) mimic.offset -= mimic.multiplier * reference;
  if (mimic.leader < 0 || !attributes.ok()) return std::nullopt;
  return mimic;
}

}  // namespace surefoot::formats
