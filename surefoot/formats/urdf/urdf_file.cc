#include "surefoot/formats/urdf/urdf_file.h"

#include <tinyxml2.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "surefoot/formats/parse.h"
#include "surefoot/formats/xml_file.h"

// Access to the XML with reports: a missing or wrong value is reported with its line and replaced
// by a default, so that reading continues and finds all mistakes.

namespace surefoot::formats::urdf {
namespace {

/// Element paths in messages are cut to this length; the number of different warnings is limited.
/// Both protect the output from damaged files.
constexpr std::size_t kMaxPath = 300;
constexpr std::size_t kMaxWarnings = 100;

/// An element in a message's path: "link[base]" or "inertial".
std::string PathPart(const XmlElement& element) {
  const char* name = element.Attribute("name");
  if (name == nullptr) name = element.Attribute("reference");
  return std::string(element.Name()) + (name != nullptr ? "[" + std::string(name) + "]" : "");
}

bool Contains(const std::vector<std::string>& names, const char* name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Replaces "$(optenv NAME DEFAULT...)" and "$(env NAME)", which roslaunch would replace. Unless
/// `allowed`, as for files from clients, the default is used instead of the environment.
std::string WithEnvironment(std::string text, bool allowed) {
  for (const std::string start : {"$(optenv ", "$(env "}) {
    const std::size_t first = text.find(start);
    const std::size_t last = text.find(')', first == std::string::npos ? 0 : first);
    if (first == std::string::npos || last == std::string::npos) continue;
    const std::string inside =
        Trimmed(text.substr(first + start.size(), last - first - start.size()));
    const std::size_t blank = std::min(inside.find(' '), inside.size());
    const char* value = allowed ? std::getenv(inside.substr(0, blank).c_str()) : nullptr;
    text.replace(first, last + 1 - first, value != nullptr ? value : Trimmed(inside.substr(blank)));
  }
  return text;
}

}  // namespace

/// A vector instead of an iterator: callers loop with a range-based for. Elements are few.
std::vector<const XmlElement*> ChildrenOf(const XmlElement& parent, const char* name) {
  std::vector<const XmlElement*> children;
  for (const XmlElement* child = parent.FirstChildElement(name); child != nullptr;
       child = child->NextSiblingElement(name)) {
    children.push_back(child);
  }
  return children;
}

bool HasPrefix(const char* name) { return std::strchr(name, ':') != nullptr; }

/// Built from the element upwards, so a path that is too long loses its outer part.
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
  const auto made = places_.find(&element);
  if (made == places_.end()) return Source{path_, element.GetLineNum(), path};
  return Source{*made->second.file, made->second.line, path};
}

/// With the attribute in the notation of XPath: "link[base]/@name".
Source UrdfFile::SourceOf(const XmlElement& element, const char* attribute) const {
  Source source = SourceOf(element);
  source.element += std::string("/@") + attribute;
  return source;
}

/// Values with $(env ...) and $(optenv ...) are substituted here. Files from clients must not read
/// the server's environment, so for them $(env ...) is an error.
std::optional<std::string> UrdfFile::Attribute(const XmlElement& element, const char* name) const {
  const char* value = element.Attribute(name);
  if (value == nullptr) return std::nullopt;
  if (std::strstr(value, "$(") == nullptr) return Trimmed(value);
  const bool restricted = context_.resolver != nullptr && context_.resolver->scope().restricted();
  if (restricted && std::strstr(value, "$(env ") != nullptr) {
    context_.problems->Error(SourceOf(element, name),
                             "environment variables are not available to files from clients", value,
                             "write $(optenv NAME DEFAULT), or the value itself");
  }
  return Trimmed(WithEnvironment(value, !restricted));
}

std::optional<std::string> UrdfFile::Required(const XmlElement& element, const char* name) {
  std::optional<std::string> value = Attribute(element, name);
  if (value && !value->empty()) return value;
  return Error(element,
               std::string("<") + element.Name() + "> needs the attribute " + name +
                   (value ? ", but it is empty" : ""),
               "", std::string("write <") + element.Name() + " " + name + "=\"...\">");
}

/// std::nullopt after one error, for a missing attribute or for a wrong number.
std::optional<double> UrdfFile::RequiredNumber(const XmlElement& element, const char* name) {
  const std::optional<std::string> text = Required(element, name);
  if (!text) return std::nullopt;
  return ParseDouble(*text, SourceOf(element, name), &problems());
}

template <typename T, typename Parse>
T UrdfFile::ParsedOr(const XmlElement& element, const char* name, Parse parse, const T& fallback) {
  const std::optional<std::string> text = Attribute(element, name);
  if (!text) return fallback;
  return parse(*text, SourceOf(element, name), &problems()).value_or(fallback);
}

double UrdfFile::NumberOr(const XmlElement& element, const char* name, double fallback) {
  return ParsedOr(element, name, ParseDouble, fallback);
}

double UrdfFile::LimitOr(const XmlElement& element, const char* name, double fallback) {
  return ParsedOr(element, name, ParseLimit, fallback);
}

Vector3d UrdfFile::VectorOr(const XmlElement& element, const char* name, const Vector3d& fallback) {
  return ParsedOr(element, name, ParseVector3, fallback);
}

std::string UrdfFile::ValueOf(const XmlElement& element) const {
  if (const auto value = Attribute(element, "value")) return *value;
  const char* text = element.GetText();
  return text == nullptr ? std::string() : Trimmed(text);
}

std::optional<double> UrdfFile::NumberIn(const XmlElement& element) {
  return ParseDouble(ValueOf(element), SourceOf(element), &problems());
}

/// A second child is an error only where the child is required: which of two masses is meant?
const XmlElement* UrdfFile::ChildWithin(const XmlElement& parent, const char* name, bool required) {
  const XmlElement* child = parent.FirstChildElement(name);
  const XmlElement* second = child == nullptr ? nullptr : child->NextSiblingElement(name);
  const std::string what = std::string("<") + parent.Name() + "> ";
  if (child == nullptr && required) {
    Error(parent, what + "needs a <" + name + ">", "", std::string("add <") + name + " .../>");
  }
  if (second != nullptr) {
    Add(required ? Severity::kError : Severity::kWarning, SourceOf(*second),
        what + "has more than one <" + name + (required ? ">" : ">; the first one is used"), "",
        "remove one of them; the first is on line " + std::to_string(SourceOf(*child).line));
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
      Error(*origin, "a quaternion must not be zero", *text, "write 0 0 0 1 for no rotation");
    }
  }
  return X;
}

/// Keyed by element, message and name: a robot repeats the same wrong attribute in many elements.
void UrdfFile::WarnOnce(const XmlElement& element, const std::string& what, const std::string& name,
                        const std::vector<std::string>& known) {
  if (warned_.size() >= kMaxWarnings) return;
  if (!warned_.insert(what + " " + element.Name() + " " + name).second) return;
  Warning(element, "<" + std::string(element.Name()) + "> " + what, name, NameAdvice(name, known));
}

bool UrdfFile::IsNewKind(const std::string& key) const {
  // A hostile file could create a new key with every element.
  return repeated_.size() < kMaxWarnings && repeated_.count(key) == 0;
}

bool UrdfFile::TakeName(const std::string& scope, const std::string& name) {
  return taken_names_.emplace(scope, name).second;
}

/// The first occurrence is stored with its text; later ones are only counted.
void UrdfFile::WarnRepeated(const std::string& key, const Source& source,
                            const std::string& message, const std::string& value,
                            const std::string& advice) {
  if (repeated_.size() >= kMaxWarnings && repeated_.count(key) == 0) return;
  Repeated& repeated = repeated_[key];
  if (++repeated.count == 1) {
    repeated.first = Problem{Severity::kWarning, source, message, value, advice};
  }
}

void UrdfFile::NoteOnce(const std::string& key, const Source& source, const std::string& message,
                        const std::string& value, const std::string& advice) {
  if (warned_.size() >= kMaxWarnings || !warned_.insert("note " + key).second) return;
  Note(source, message, value, advice);
}

/// Sorted by line: the map's order would be that of the keys.
void UrdfFile::ReportRepeated() {
  std::vector<Repeated> in_order;
  for (auto& entry : repeated_) in_order.push_back(std::move(entry.second));
  repeated_.clear();
  std::stable_sort(in_order.begin(), in_order.end(), [](const Repeated& a, const Repeated& b) {
    return a.first.source.line < b.first.source.line;
  });
  for (const Repeated& repeated : in_order) {
    std::string message = repeated.first.message;
    if (repeated.count > 1) {
      message += " (and " + std::to_string(repeated.count - 1) + " more of this kind)";
    }
    Warning(repeated.first.source, message, repeated.first.value, repeated.first.advice);
  }
}

void UrdfFile::WarnUnknown(const XmlElement& element, const std::vector<std::string>& children,
                           const std::vector<std::string>& attributes) {
  for (const XmlElement* child : ChildrenOf(element)) {
    if (HasPrefix(child->Name()) || Contains(children, child->Name())) continue;
    WarnOnce(element, "does not accept this element; it is ignored", child->Name(), children);
  }
  WarnUnknownAttributes(element, attributes);
}

void UrdfFile::WarnUnknownAttributes(const XmlElement& element,
                                     const std::vector<std::string>& attributes) {
  for (const auto* attribute = element.FirstAttribute(); attribute != nullptr;
       attribute = attribute->Next()) {
    const char* name = attribute->Name();
    if (HasPrefix(name) || std::strcmp(name, "xmlns") == 0 || Contains(attributes, name)) continue;
    WarnOnce(element, "does not accept this attribute; it is ignored", name, attributes);
  }
}

world::Element UrdfFile::Keep(const XmlElement& element) const {
  return KeepElement(element, [this](const XmlElement& e) { return SourceOf(e); });
}

std::vector<world::Element> UrdfFile::KeepPrefixed(const XmlElement& parent) const {
  std::vector<world::Element> kept;
  for (const XmlElement* child : ChildrenOf(parent)) {
    if (HasPrefix(child->Name())) kept.push_back(Keep(*child));
  }
  return kept;
}

}  // namespace surefoot::formats::urdf
