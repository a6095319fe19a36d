#include "surefoot/formats/sdf/extensions.h"

#include <algorithm>

#include "surefoot/formats/parse.h"

namespace surefoot::formats {
namespace {

/// Index of the joint that the attribute `joint` names; -1 after reporting.
int FindJoint(const std::map<std::string, int>& joints, const std::string& scope,
              ExtensionAttributes* attributes) {
  const std::string name = attributes->Text("joint");
  if (name.empty()) return -1;
  const auto found = joints.find(scope + name);
  if (found != joints.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& joint : joints) names.push_back(joint.first);
  attributes->Wrong("joint", "no joint has this name", scope + name,
                    NameAdvice(scope + name, names));
  return -1;
}

}  // namespace

ExtensionAttributes::ExtensionAttributes(const world::Element& element, Problems* problems)
    : element_(element), problems_(problems) {}

/// The attributes that the caller has not read by now are unknown. A destructor, so that no caller
/// can forget the check.
ExtensionAttributes::~ExtensionAttributes() {
  for (const auto& attribute : element_.attributes) {
    if (std::find(known_.begin(), known_.end(), attribute.first) != known_.end()) continue;
    problems_->Warning(element_.source, "unknown attribute, ignored", attribute.first,
                       NameAdvice(attribute.first, known_));
  }
}

Source ExtensionAttributes::SourceOf(const std::string& key) const {
  return Source{element_.source.file, element_.source.line, element_.source.element + "/@" + key};
}

std::string ExtensionAttributes::Text(const std::string& key) {
  const std::string text = TextOr(key, "");
  if (text.empty()) {
    Wrong(key, "the attribute is missing or empty", "", "write " + key + "=\"...\"");
  }
  return text;
}

/// Registers the key as known, also when the attribute is absent.
std::string ExtensionAttributes::TextOr(const std::string& key, const std::string& fallback) {
  known_.push_back(key);
  const std::string* value = element_.Attribute(key);
  return value != nullptr ? *value : fallback;
}

double ExtensionAttributes::Number(const std::string& key) {
  const std::string text = Text(key);
  return text.empty() ? 0.0 : Parse(key, text);
}

double ExtensionAttributes::NumberOr(const std::string& key, double fallback) {
  const std::string text = TextOr(key, "");
  return text.empty() ? fallback : Parse(key, text);
}

double ExtensionAttributes::SizeOr(const std::string& key, double fallback) {
  const double value = NumberOr(key, fallback);
  if (value >= 0.0) return value;
  Wrong(key, "the value must not be negative", TextOr(key, ""), "write 0 or more");
  return fallback;
}

void ExtensionAttributes::Wrong(const std::string& key, const std::string& what,
                                const std::string& value, const std::string& advice) {
  problems_->Error(SourceOf(key), what, value, advice);
  ok_ = false;
}

double ExtensionAttributes::Parse(const std::string& key, const std::string& text) {
  const auto value = ParseDouble(text, SourceOf(key), problems_);
  ok_ = ok_ && value.has_value();
  return value.value_or(0.0);
}

/// A fixed joint carries the extension: programs that do not know it then see a valid, immobile
/// joint.
world::JointType ExtendedJointType(const std::vector<world::Element>& extensions,
                                   world::JointType type, Problems* problems) {
  for (const world::Element& element : extensions) {
    if (element.name != "surefoot:type") continue;
    if (type != world::JointType::kFixed) {
      problems->Error(element.source, "<surefoot:type> is only allowed in a joint of type fixed",
                      world::JointTypeName(type), "write <joint type=\"fixed\">");
    } else if (element.text == "planar") {
      return world::JointType::kPlanar;
    } else if (element.text == "floating") {
      return world::JointType::kFloating;
    } else {
      problems->Error(element.source, "unknown joint type", element.text,
                      "accepted: planar, floating");
    }
  }
  return type;
}

/// SDF 1.11: q = multiplier * (q_leader - reference) + offset. The description has no reference,
/// so it is folded into the offset.
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
