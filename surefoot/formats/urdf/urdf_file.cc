#include "surefoot/formats/urdf/urdf_file.h"

#include <tinyxml2.h>

#include <algorithm>
#include <cstring>

#include "surefoot/formats/parse.h"

namespace surefoot::formats::urdf {
namespace {

/// Paths of hostile files can be long.
constexpr std::size_t kMaxPath = 300;
constexpr std::size_t kMaxWarnings = 100;

/// "link[base]" or "inertial".
std::string PathPart(const XmlElement& element) {
  const char* name = element.Attribute("name");
  if (name == nullptr) name = element.Attribute("reference");
  return std::string(element.Name()) + (name != nullptr ? "[" + std::string(name) + "]" : "");
}

bool Contains(const std::vector<std::string>& names, const char* name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

bool HasPrefix(const char* name) { return std::strchr(name, ':') != nullptr; }

Source UrdfFile::SourceOf(const XmlElement& element) const {
  std::string path;
  const tinyxml2::XMLNode* node = &element;
  while (node != nullptr && node->ToElement() != nullptr) {
    const std::string part = PathPart(*node->ToElement());
    if (path.size() + part.size() > kMaxPath) {
      path = ".../" + path;
      break;
    }
    path = path.empty() ? part : part + "/" + path;
    node = node->Parent();
  }
  return Source{path_, element.GetLineNum(), path};
}

std::optional<std::string> UrdfFile::Attribute(const XmlElement& element, const char* name) const {
  const char* value = element.Attribute(name);
  if (value == nullptr) return std::nullopt;
  return Trimmed(value);
}

std::optional<std::string> UrdfFile::Required(const XmlElement& element, const char* name) {
  std::optional<std::string> value = Attribute(element, name);
  if (value && !value->empty()) return value;
  problems().Error(SourceOf(element),
                   std::string("<") + element.Name() + "> needs the attribute " + name +
                       (value ? ", and it is empty" : ""),
                   "", std::string("write <") + element.Name() + " " + name + "=\"...\">");
  return std::nullopt;
}

std::optional<double> UrdfFile::RequiredNumber(const XmlElement& element, const char* name) {
  const std::optional<std::string> text = Required(element, name);
  if (!text) return std::nullopt;
  Source source = SourceOf(element);
  source.element += std::string("/@") + name;
  return ParseDouble(*text, source, &problems());
}

double UrdfFile::NumberOr(const XmlElement& element, const char* name, double fallback) {
  const std::optional<std::string> text = Attribute(element, name);
  if (!text) return fallback;
  Source source = SourceOf(element);
  source.element += std::string("/@") + name;
  return ParseDouble(*text, source, &problems()).value_or(fallback);
}

double UrdfFile::LimitOr(const XmlElement& element, const char* name, double fallback) {
  const std::optional<std::string> text = Attribute(element, name);
  if (!text) return fallback;
  Source source = SourceOf(element);
  source.element += std::string("/@") + name;
  return ParseLimit(*text, source, &problems()).value_or(fallback);
}

Vector3d UrdfFile::VectorOr(const XmlElement& element, const char* name, const Vector3d& fallback) {
  const std::optional<std::string> text = Attribute(element, name);
  if (!text) return fallback;
  Source source = SourceOf(element);
  source.element += std::string("/@") + name;
  return ParseVector3(*text, source, &problems()).value_or(fallback);
}

std::string UrdfFile::ValueOf(const XmlElement& element) const {
  if (const auto value = Attribute(element, "value")) return *value;
  const char* text = element.GetText();
  return text == nullptr ? std::string() : Trimmed(text);
}

const XmlElement* UrdfFile::Child(const XmlElement& parent, const char* name) {
  const XmlElement* child = parent.FirstChildElement(name);
  const XmlElement* second = child == nullptr ? nullptr : child->NextSiblingElement(name);
  if (second != nullptr) {
    problems().Error(
        SourceOf(*second), std::string("<") + parent.Name() + "> has more than one <" + name + ">",
        "", "remove one of them; the first is on line " + std::to_string(child->GetLineNum()));
  }
  return child;
}

const XmlElement* UrdfFile::RequiredChild(const XmlElement& parent, const char* name) {
  const XmlElement* child = Child(parent, name);
  if (child == nullptr) {
    problems().Error(SourceOf(parent),
                     std::string("<") + parent.Name() + "> needs a <" + name + ">", "",
                     std::string("add <") + name + " .../>");
  }
  return child;
}

RigidTransform UrdfFile::OriginOf(const XmlElement& parent) {
  const XmlElement* origin = Child(parent, "origin");
  if (origin == nullptr) return RigidTransform();
  WarnUnknown(*origin, {}, {"xyz", "rpy", "quat_xyzw"});
  const Vector3d rpy = VectorOr(*origin, "rpy", Vector3d::Zero());
  RigidTransform X(QuaternionFromRpy(rpy.x(), rpy.y(), rpy.z()),
                   VectorOr(*origin, "xyz", Vector3d::Zero()));
  if (const auto text = Attribute(*origin, "quat_xyzw")) {
    const auto v = ParseVector(*text, 4, SourceOf(*origin), &problems());
    if (!v) return X;
    const Quaterniond q((*v)[3], (*v)[0], (*v)[1], (*v)[2]);
    if (q.norm() > 1e-6) {
      X.q = q.normalized();
    } else {
      problems().Error(SourceOf(*origin), "a quaternion must not be zero", *text,
                       "write 0 0 0 1 for no rotation");
    }
  }
  return X;
}

void UrdfFile::WarnOnce(const XmlElement& element, const std::string& what, const std::string& name,
                        const std::vector<std::string>& known) {
  if (warned_.size() >= kMaxWarnings) return;
  if (!warned_.insert(what + " " + element.Name() + " " + name).second) return;
  problems().Warning(SourceOf(element), "<" + std::string(element.Name()) + "> " + what, name,
                     NameAdvice(name, known));
}

void UrdfFile::WarnUnknown(const XmlElement& element, const std::vector<std::string>& children,
                           const std::vector<std::string>& attributes) {
  for (const XmlElement* child = element.FirstChildElement(); child != nullptr;
       child = child->NextSiblingElement()) {
    if (HasPrefix(child->Name()) || Contains(children, child->Name())) continue;
    WarnOnce(element, "has no use for this element; it is ignored", child->Name(), children);
  }
  WarnUnknownAttributes(element, attributes);
}

void UrdfFile::WarnUnknownAttributes(const XmlElement& element,
                                     const std::vector<std::string>& attributes) {
  for (const auto* attribute = element.FirstAttribute(); attribute != nullptr;
       attribute = attribute->Next()) {
    const char* name = attribute->Name();
    if (HasPrefix(name) || std::strcmp(name, "xmlns") == 0 || Contains(attributes, name)) continue;
    WarnOnce(element, "has no use for this attribute; it is ignored", name, attributes);
  }
}

world::Element UrdfFile::Keep(const XmlElement& element) const {
  world::Element kept;
  kept.name = element.Name();
  kept.source = SourceOf(element);
  for (const auto* attribute = element.FirstAttribute(); attribute != nullptr;
       attribute = attribute->Next()) {
    kept.attributes.emplace_back(attribute->Name(), attribute->Value());
  }
  for (const auto* child = element.FirstChild(); child != nullptr; child = child->NextSibling()) {
    if (child->ToText() != nullptr) kept.text += child->Value();
    // As deep as the parser allows: 500.
    if (child->ToElement() != nullptr) kept.children.push_back(Keep(*child->ToElement()));
  }
  kept.text = Trimmed(kept.text);
  return kept;
}

std::vector<world::Element> UrdfFile::KeepPrefixed(const XmlElement& parent) const {
  std::vector<world::Element> kept;
  for (const XmlElement* child = parent.FirstChildElement(); child != nullptr;
       child = child->NextSiblingElement()) {
    if (HasPrefix(child->Name())) kept.push_back(Keep(*child));
  }
  return kept;
}

namespace {

/// Next in document order, the children of `node` left out when `skip` is set.
const XmlElement* Next(const XmlElement* node, const XmlElement& root, bool skip) {
  if (!skip && node->FirstChildElement() != nullptr) return node->FirstChildElement();
  while (node != nullptr && node != &root) {
    if (node->NextSiblingElement() != nullptr) return node->NextSiblingElement();
    node = node->Parent()->ToElement();
  }
  return nullptr;
}

/// What in this element xacro should have replaced; empty when nothing.
std::string XacroLeftover(const XmlElement& element) {
  if (std::strncmp(element.Name(), "xacro:", 6) == 0) return element.Name();
  const auto is_expression = [](const char* text) {
    return text != nullptr &&
           (std::strstr(text, "${") != nullptr || std::strstr(text, "$(") != nullptr);
  };
  for (const auto* attribute = element.FirstAttribute(); attribute != nullptr;
       attribute = attribute->Next()) {
    if (is_expression(attribute->Value())) return attribute->Value();
  }
  return is_expression(element.GetText()) ? element.GetText() : "";
}

}  // namespace

bool CheckMarkup(const XmlElement& root, UrdfFile* file) {
  int leftovers = 0;
  const XmlElement* first = nullptr;
  // What others read may hold whatever they like.
  const std::vector<std::string> foreign = {"plugin", "transmission", "ros2_control"};
  bool skip = false;
  for (const XmlElement* element = &root; element != nullptr; element = Next(element, root, skip)) {
    skip = Contains(foreign, element->Name());
    if (skip || XacroLeftover(*element).empty()) continue;
    if (first == nullptr) first = element;
    ++leftovers;
  }
  if (first == nullptr) return true;
  std::string message = "this is still xacro, not URDF";
  if (leftovers > 1) message += " (" + std::to_string(leftovers) + " places, this is the first)";
  file->problems().Error(file->SourceOf(*first), message, XacroLeftover(*first),
                         "run \"xacro robot.urdf.xacro > robot.urdf\" and load the result");
  return false;
}

}  // namespace surefoot::formats::urdf
