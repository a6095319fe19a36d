#include "surefoot/formats/urdf/xacro/tree.h"

#include <tinyxml2.h>

#include <algorithm>

namespace surefoot::formats::urdf {
namespace {

/// XML normalises line ends and tabs in attribute values to blanks; tinyxml2 does not.
std::string WithBlanks(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\t' || c == '\r'; }, ' ');
  return text;
}

std::unique_ptr<Node> TextNode(const tinyxml2::XMLText& text, Budget* budget) {
  auto node = std::make_unique<Node>();
  node->text = text.Value();
  node->verbatim = text.CData();
  budget->Text(node->text.size());
  return node;
}

}  // namespace

/// A linear search: elements have few attributes, and their order must be kept.
const std::string* Node::Attribute(const std::string& requested) const {
  for (const auto& [key, value] : attributes) {
    if (key == requested) return &value;
  }
  return nullptr;
}

void Node::SetAttribute(const std::string& requested, const std::string& value) {
  for (auto& [key, old] : attributes) {
    if (key != requested) continue;
    old = value;
    return;
  }
  attributes.emplace_back(requested, value);
}

/// Charged to the budget like reading: copies are how small files become large.
std::unique_ptr<Node> Copied(const Node& node, Budget* budget) {
  const Budget::Level level(budget);
  budget->Element();
  auto copy = std::make_unique<Node>();
  copy->name = node.name;
  copy->text = node.text;
  copy->verbatim = node.verbatim;
  copy->attributes = node.attributes;
  copy->place = node.place;
  budget->Text(node.text.size());
  for (const auto& attribute : node.attributes) budget->Text(attribute.second.size());
  for (const auto& child : node.children) copy->children.push_back(Copied(*child, budget));
  return copy;
}

/// Recursive; the budget limits the depth.
std::unique_ptr<Node> TreeOf(const XmlElement& root, const std::shared_ptr<const std::string>& file,
                             Budget* budget) {
  const Budget::Level level(budget);
  budget->Element();
  auto node = std::make_unique<Node>();
  node->name = root.Name();
  node->place = Place{file, root.GetLineNum()};
  for (const auto* attribute = root.FirstAttribute(); attribute != nullptr;
       attribute = attribute->Next()) {
    node->attributes.emplace_back(attribute->Name(), WithBlanks(attribute->Value()));
    budget->Text(node->attributes.back().second.size());
  }
  for (const auto* child = root.FirstChild(); child != nullptr; child = child->NextSibling()) {
    if (child->ToElement() != nullptr) {
      node->children.push_back(TreeOf(*child->ToElement(), file, budget));
    } else if (child->ToText() != nullptr) {
      node->children.push_back(TextNode(*child->ToText(), budget));
    }
  }
  return node;
}

namespace {

/// The limit on documents that are read from files; an expansion must not exceed it either.
constexpr int kMaxTreeDepth = 500;

/// Text nodes have an empty name.
XmlElement* Write(const Node& node, int depth, tinyxml2::XMLDocument* document, UrdfFile* file) {
  if (depth > kMaxTreeDepth) {
    // Readers of the result are recursive, so that deeper trees could overflow the stack.
    throw Failure{Failure::Kind::kLimit, "elements are nested too deeply", node.name,
                  "at most 500 levels are accepted"};
  }
  XmlElement* element = document->NewElement(node.name.c_str());
  file->set_place(*element, node.place);
  for (const auto& [name, value] : node.attributes) {
    element->SetAttribute(name.c_str(), value.c_str());
  }
  for (const auto& child : node.children) {
    if (!child->name.empty()) {
      element->InsertEndChild(Write(*child, depth + 1, document, file));
    } else {
      element->InsertNewText(child->text.c_str())->SetCData(child->verbatim);
    }
  }
  return element;
}

}  // namespace

void WriteTree(const Node& root, tinyxml2::XMLDocument* document, UrdfFile* file) {
  document->Clear();
  document->InsertEndChild(Write(root, 1, document, file));
}

}  // namespace surefoot::formats::urdf
