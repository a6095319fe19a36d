#include "surefoot/plugins/foreign.h"

#include <algorithm>
#include <array>
#include <utility>

#include "surefoot/base/index.h"
#include "surefoot/base/text.h"
#include "surefoot/world/parse.h"

// Plugins name parts and parameters in several styles; all lookups and their messages are here.

namespace surefoot::plugins {
namespace {

using world::Element;

/// Words separated by blanks or commas.
std::vector<std::string> SplitList(std::string text) {
  std::replace(text.begin(), text.end(), ',', ' ');
  return world::SplitWords(text);
}

bool EndsWith(const std::string& text, const std::string& end) {
  return text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/// By its name, by the name without the model's name, else by the only name that ends with it.
template <typename Part>
int FindPart(const std::vector<Part>& parts, const std::string& name) {
  if (name.empty()) return -1;
  const int same = FindNamed(parts, name);
  if (same >= 0) return same;
  // The name may begin with the model's name.
  const std::size_t scope = name.find("::");
  if (scope != std::string::npos) return FindNamed(parts, name.substr(scope + 2));
  int found = -1;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!EndsWith(parts[i].name, "::" + name)) continue;
    if (found >= 0) return -1;
    found = static_cast<int>(i);
  }
  return found;
}

template <typename Part>
/// Only the nearest name: a list of all joints would hide the warning.
std::string AdviceOn(const std::vector<Part>& parts, const std::string& name) {
  const std::string nearest = world::NearestName(name, surefoot::NamesOf(parts));
  return nearest.empty() ? "" : "did you mean \"" + nearest + "\"?";
}

/// "~/imu" is relative to the plugin's node in ROS 2, which has no equivalent here.
std::string WithoutTilde(const std::string& topic) {
  return topic.compare(0, 2, "~/") == 0 ? topic.substr(2) : topic;
}

}  // namespace

// Values are in the text or in the attribute "value".
std::string ValueOf(const Element& element) {
  const std::string text = world::Trimmed(element.text);
  if (!text.empty()) return text;
  const std::string* value = element.Attribute("value");
  return value != nullptr ? world::Trimmed(*value) : "";
}

// Old files write frames with a leading slash.
std::string FrameName(const Element& element) {
  const std::string name = ValueOf(element);
  return !name.empty() && name[0] == '/' ? name.substr(1) : name;
}

std::string AttributeOf(const Element& element, const char* name) {
  const std::string* value = element.Attribute(name);
  return value != nullptr ? *value : "";
}

int FindJoint(const world::Model& model, const std::string& name) {
  return FindPart(model.joints, name);
}

int FindLink(const world::Model& model, const std::string& name) {
  return FindPart(model.links, name);
}

// With the source of the plugin, so that errors name its line.
Element& AddChild(Element* element, const std::string& name, const std::string& text,
                  const Source& source) {
  Element child;
  child.name = name;
  child.text = text;
  child.source = source;
  element->children.push_back(std::move(child));
  return element->children.back();
}

// `path` names nested elements; those that are missing are added.
Element& SetChild(Element* element, const std::string& path, const std::string& text,
                  const Source& source) {
  const std::size_t slash = path.find('/');
  const std::string name = path.substr(0, slash);
  const auto found = std::find_if(element->children.begin(), element->children.end(),
                                  [&](const Element& child) { return child.name == name; });
  Element& child = found != element->children.end() ? *found : AddChild(element, name, "", source);
  if (slash != std::string::npos) return SetChild(&child, path.substr(slash + 1), text, source);
  child.text = text;
  child.source = source;
  return child;
}

ForeignReader::ForeignReader(const Element& element, std::string what, const world::Model& model,
                             Problems* problems)
    : element_(&element), what_(std::move(what)), model_(&model), problems_(problems) {}

/// The order of the spellings decides, not that of the file.
const Element* ForeignReader::Find(const std::string& names) const {
  for (const std::string& name : world::SplitWords(names)) {
    if (const Element* child = element_->Child(name)) return child;
  }
  return nullptr;
}

// All spellings of a name, in the order of the file.
std::vector<const Element*> ForeignReader::FindAll(const std::string& names) const {
  const std::vector<std::string> spellings = world::SplitWords(names);
  std::vector<const Element*> found;
  for (const Element& child : element_->children) {
    if (std::find(spellings.begin(), spellings.end(), child.name) != spellings.end()) {
      found.push_back(&child);
    }
  }
  return found;
}

std::string ForeignReader::Text(const std::string& names, const std::string& fallback) const {
  const Element* child = Find(names);
  return child == nullptr ? fallback : ValueOf(*child);
}

/// Accepts infinity, which plugins use for "no limit".
std::optional<double> ForeignReader::Number(const std::string& names, double min,
                                            double max) const {
  const Element* child = Find(names);
  if (child == nullptr) return std::nullopt;
  Problems found;
  const auto value = world::ParseLimit(ValueOf(*child), child->source, &found);
  if (!value) return Warn(child, "not a number, ignored", ValueOf(*child));
  if (*value >= min && *value <= max) return value;
  return Warn(child, "out of range, ignored", ValueOf(*child),
              "write a value between " + NumberText(min) + " and " + NumberText(max));
}

/// Python and ROS files also contain "True" and "False".
bool ForeignReader::Flag(const std::string& names, bool fallback) const {
  const std::string text = Text(names);
  if (text == "true" || text == "True" || text == "1") return true;
  if (text == "false" || text == "False" || text == "0") return false;
  return fallback;
}

// Nothing if the element is missing or not three numbers.
std::optional<Vector3d> ForeignReader::Vector(const std::string& names) const {
  const Element* child = Find(names);
  if (child == nullptr) return std::nullopt;
  Problems found;
  const std::vector<std::string> words = SplitList(ValueOf(*child));
  std::vector<double> numbers;
  for (const std::string& word : words) {
    const auto number = world::ParseDouble(word, child->source, &found);
    if (number) numbers.push_back(*number);
  }
  if (found.ok() && numbers.size() == 1) return Vector3d::Constant(numbers[0]);
  if (found.ok() && numbers.size() == 3) return Vector3d(numbers[0], numbers[1], numbers[2]);
  return Warn(child, "must be three numbers, ignored", ValueOf(*child));
}

// Unknown names are reported and left out.
std::vector<int> ForeignReader::Joints(const std::string& names) const {
  std::vector<int> joints;
  for (const Element* child : FindAll(names)) {
    for (const std::string& name : SplitList(ValueOf(*child))) {
      const int joint = FindJoint(*model_, name);
      if (joint >= 0) {
        joints.push_back(joint);
      } else {
        Warn(child, "the model has no joint of this name", name, AdviceOn(model_->joints, name));
      }
    }
  }
  return joints;
}

// -1 if the element is missing or names no link.
int ForeignReader::Link(const std::string& names) const {
  const Element* child = Find(names);
  if (child == nullptr || ValueOf(*child).empty()) return -1;
  const int link = FindLink(*model_, ValueOf(*child));
  if (link < 0) {
    Warn(child, "the model has no link of this name", ValueOf(*child),
         AdviceOn(model_->links, ValueOf(*child)));
  }
  return link;
}

/// <ros><remapping>from:=to</remapping></ros> of ROS 2 plugins.
std::string ForeignReader::Remapped(const std::string& topic) const {
  const Element* ros = element_->Child("ros");
  if (ros == nullptr) return topic;
  for (const Element& child : ros->children) {
    if (child.name != "remapping" && child.name != "argument") continue;
    const std::string rule = ValueOf(child);
    const std::size_t sign = rule.find(":=");
    if (sign == std::string::npos) continue;
    const std::string from = world::Trimmed(rule.substr(0, sign));
    if (from == topic || WithoutTilde(from) == WithoutTilde(topic)) {
      return world::Trimmed(rule.substr(sign + 2));
    }
  }
  return topic;
}

// `usual` is the plugin's own default.
std::string ForeignReader::Topic(const std::string& names, const std::string& usual) const {
  const std::string written = Text(names);
  const std::string topic = Remapped(written.empty() ? usual : written);
  // Without a name in the file or in the code, Surefoot's own default is better.
  if (written.empty() && topic == usual && usual.compare(0, 2, "~/") == 0) return "";
  return InNamespace(WithoutTilde(topic));
}

// The namespace from <ros> or from the older <robotNamespace>.
std::string ForeignReader::InNamespace(const std::string& topic) const {
  const Element* ros = element_->Child("ros");
  const Element* given = ros != nullptr ? ros->Child("namespace") : nullptr;
  if (given == nullptr) given = Find("robotNamespace robot_namespace");
  const std::string written = given != nullptr ? ValueOf(*given) : "";
  const std::string space(Trimmed(written, "/"));
  return space.empty() || topic.empty() || topic[0] == '/' ? topic : "/" + space + "/" + topic;
}

/// At the element of the parameter, or at the plugin when `at` is nullptr.
Refusal ForeignReader::Warn(const Element* at, const std::string& message, const std::string& value,
                            const std::string& advice) const {
  return problems_->Warning(at != nullptr ? at->source : element_->source, what_ + ": " + message,
                            value, advice);
}

// Messages begin with the name of the plugin.
void ForeignReader::Note(const Element* at, const std::string& message, const std::string& value,
                         const std::string& advice) const {
  problems_->Note(at != nullptr ? at->source : element_->source, what_ + ": " + message, value,
                  advice);
}

}  // namespace surefoot::plugins
