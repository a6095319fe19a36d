#include "surefoot/formats/sdf/node.h"

#include <tinyxml2.h>

#include <algorithm>
#include <utility>

#include "surefoot/formats/parse.h"

namespace surefoot::formats {

const SdfNode* SdfNode::Child(std::string_view child_name) const {
  for (const SdfNode& child : children) {
    if (child.name == child_name) return &child;
  }
  return nullptr;
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

std::string PathPart(const SdfNode& node) {
  const std::string* name = node.Attribute("name");
  return name != nullptr && !node.foreign ? node.name + "[" + *name + "]" : node.name;
}

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

}  // namespace surefoot::formats
