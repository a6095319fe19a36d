#include "surefoot/formats/sdf/node.h"

#include <tinyxml2.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "surefoot/base/items.h"
#include "surefoot/formats/parse.h"

// An own tree instead of tinyxml2's: nodes from several files are moved, copied and renamed, and
// each keeps its source for messages.

namespace surefoot::formats {
namespace {

template <typename T, typename Parse>
T Parsed(const SdfNode* node, Parse parse, const T& fallback) {
  return node != nullptr ? ParseQuietly(parse, node->text).value_or(fallback) : fallback;
}

}  // namespace

/// Linear: elements have few children, and their order must be kept.
const SdfNode* SdfNode::Child(std::string_view child_name) const {
  return FindIf(children, [&](const SdfNode& child) { return child.name == child_name; });
}

SdfNode* SdfNode::Child(std::string_view child_name) {
  return const_cast<SdfNode*>(std::as_const(*this).Child(child_name));
}

const std::string* SdfNode::Attribute(std::string_view key) const {
  for (const auto& attribute : attributes) {
    if (attribute.first == key) return &attribute.second;
  }
  return nullptr;
}

std::string SdfNode::AttributeOr(std::string_view key) const {
  const std::string* value = Attribute(key);
  return value != nullptr ? *value : std::string();
}

/// Keeps the attribute's position if it exists, so that written files stay similar to what was
/// read.
void SdfNode::SetAttribute(std::string_view key, const std::string& value) {
  for (auto& attribute : attributes) {
    if (attribute.first == key) {
      attribute.second = value;
      return;
    }
  }
  attributes.emplace_back(key, value);
}

void SdfNode::RemoveAttribute(std::string_view key) {
  std::erase_if(attributes, [&](const auto& attribute) { return attribute.first == key; });
}

void SdfNode::RemoveChildren(std::string_view child_name) {
  std::erase_if(children, [&](const SdfNode& child) { return child.name == child_name; });
}

std::string SdfNode::ChildText(std::string_view child_name) const {
  const SdfNode* child = Child(child_name);
  return child != nullptr ? Trimmed(child->text) : std::string();
}

/// A foreign element's `name` may be anything, also very long, so it is not shown.
std::string PathPart(const SdfNode& node) {
  const std::string* name = node.Attribute("name");
  return name != nullptr && !node.foreign ? node.name + "[" + *name + "]" : node.name;
}

/// Recursive; the nesting of files is limited by ParseXml().
std::string PathOf(const SdfNode& node) {
  const SdfNode* parent = node.parent;
  if (parent == nullptr || parent->name == "sdf") return PathPart(node);
  return PathOf(*parent) + "/" + PathPart(node);
}

int CountNodes(const SdfNode& node) {
  int count = 1;
  for (const SdfNode& child : node.children) count += CountNodes(child);
  return count;
}

/// The children are counted first: one allocation instead of repeated growth, which would copy
/// subtrees.
SdfNode MakeNode(const tinyxml2::XMLElement& element, int file) {
  SdfNode node;
  node.name = element.Name();
  node.file = file;
  node.line = element.GetLineNum();
  for (const auto* attribute = element.FirstAttribute(); attribute != nullptr;
       attribute = attribute->Next()) {
    node.attributes.emplace_back(attribute->Name(), attribute->Value());
  }
  std::size_t count = 0;
  for (const auto* child = element.FirstChildElement(); child != nullptr;
       child = child->NextSiblingElement()) {
    ++count;
  }
  node.children.reserve(count);
  for (const auto* child = element.FirstChild(); child != nullptr; child = child->NextSibling()) {
    if (child->ToText() != nullptr) node.text += child->Value();
    if (child->ToElement() != nullptr) node.children.push_back(MakeNode(*child->ToElement(), file));
  }
  return node;
}

SdfNode NodeAt(const SdfNode& place, const std::string& name, const std::string& text) {
  SdfNode node;
  node.name = name;
  node.text = text;
  node.file = place.file;
  node.line = place.line;
  return node;
}

void LinkParents(SdfNode* root) {
  for (SdfNode& child : root->children) {
    child.parent = root;
    LinkParents(&child);
  }
}

Source SdfSources::Of(const SdfNode& node, const std::string& part) const {
  return Source{FileOf(node).path, node.line, PathOf(node) + part};
}

/// Sources are kept too: plugins and sensors report errors with file and line later.
world::Element SdfSources::Keep(const SdfNode& node) const {
  world::Element kept;
  kept.name = node.name;
  kept.text = Trimmed(node.text);
  kept.source = Of(node);
  kept.attributes = node.attributes;
  kept.children.reserve(node.children.size());
  for (const SdfNode& child : node.children) kept.children.push_back(Keep(child));
  return kept;
}

const SdfNode* SdfFind(const SdfNode* node, std::initializer_list<std::string_view> path) {
  for (const std::string_view name : path) {
    if (node == nullptr) return nullptr;
    node = node->Child(name);
  }
  return node;
}

/// Infinity is accepted everywhere; the schema has checked where it is allowed.
double SdfNumber(const SdfNode* node, std::string_view child, double fallback) {
  return Parsed(SdfFind(node, {child}), ParseLimit, fallback);
}

bool SdfFlag(const SdfNode* node, std::string_view child, bool fallback) {
  return Parsed(SdfFind(node, {child}), ParseBool, fallback);
}

Vector3d SdfVector(const SdfNode* node, std::string_view child, const Vector3d& fallback) {
  return Parsed(SdfFind(node, {child}), ParseVector3, fallback);
}

/// Blanks around a text are removed, as libsdformat does.
std::string SdfText(const SdfNode* node, std::string_view child) {
  return node != nullptr ? node->ChildText(child) : std::string();
}

/// A direction of unit length is returned unchanged: otherwise rounding would change it each time
/// a file is read and written again.
Vector3d UnitOf(const Vector3d& direction) {
  const double length = direction.stableNorm();
  if (!(length > 1e-9)) return Vector3d::Zero();
  return std::abs(length - 1.0) <= 1e-12 ? direction : Vector3d(direction / length);
}

}  // namespace surefoot::formats
