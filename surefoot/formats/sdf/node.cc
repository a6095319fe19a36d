#include "surefoot/formats/sdf/node.h"

#include <tinyxml2.h>

#include <algorithm>
#include <utility>

#include "surefoot/formats/parse.h"

namespace surefoot::formats {
namespace {

std::string Escaped(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

/// libsdformat reads what is in here as SDF after all.
bool IsParams(const SdfNode& node) { return node.name == "experimental:params"; }

}  // namespace

const SdfNode* SdfNode::Child(const std::string& child_name) const {
  for (const SdfNode& child : children) {
    if (child.name == child_name) return &child;
  }
  return nullptr;
}

SdfNode* SdfNode::Child(const std::string& child_name) {
  for (SdfNode& child : children) {
    if (child.name == child_name) return &child;
  }
  return nullptr;
}

const std::string* SdfNode::Attribute(const std::string& key) const {
  for (const auto& attribute : attributes) {
    if (attribute.first == key) return &attribute.second;
  }
  return nullptr;
}

std::string SdfNode::AttributeOr(const std::string& key) const {
  const std::string* value = Attribute(key);
  return value != nullptr ? *value : std::string();
}

void SdfNode::SetAttribute(const std::string& key, const std::string& value) {
  for (auto& attribute : attributes) {
    if (attribute.first == key) {
      attribute.second = value;
      return;
    }
  }
  attributes.emplace_back(key, value);
}

void SdfNode::RemoveChildren(const std::string& child_name) {
  children.erase(std::remove_if(children.begin(), children.end(),
                                [&](const SdfNode& child) { return child.name == child_name; }),
                 children.end());
}

std::string SdfNode::ChildText(const std::string& child_name) const {
  const SdfNode* child = Child(child_name);
  return child != nullptr ? Trimmed(child->text) : std::string();
}

std::string PathPart(const SdfNode& node) {
  const std::string* name = node.Attribute("name");
  return name != nullptr && !node.foreign ? node.name + "[" + *name + "]" : node.name;
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
  for (const auto* child = element.FirstChild(); child != nullptr; child = child->NextSibling()) {
    if (child->ToText() != nullptr) node.text += child->Value();
    if (child->ToElement() != nullptr) node.children.push_back(MakeNode(*child->ToElement(), file));
  }
  return node;
}

SdfText::SdfText(const SdfNode& root) {
  text_ = "<?xml version=\"1.0\"?>";
  Write(root, false);
}

void SdfText::Append(const std::string& piece) {
  text_ += piece;
  line_ += static_cast<int>(std::count(piece.begin(), piece.end(), '\n'));
}

void SdfText::MoveTo(int file, int line) {
  if (!segments_.empty() && segments_.back().file == file) {
    const int target = line + segments_.back().offset;
    // A gap costs bytes, so a far jump starts a new segment instead.
    if (target >= line_ && target - line_ < 1000) {
      text_.append(static_cast<std::size_t>(target - line_), '\n');
      line_ = target;
      return;
    }
  }
  Append("\n");
  segments_.push_back(Segment{line_, file, line_ - line});
}

void SdfText::Write(const SdfNode& node, bool copied) {
  copied = copied || node.foreign;
  if (IsParams(node)) copied = false;
  MoveTo(node.file, node.line);
  Append("<" + node.name);
  for (const auto& [key, value] : node.attributes)
    Append(" " + key + "=\"" + Escaped(value) + "\"");
  if (copied) Append(" " + std::string(line_attribute()) + "=\"" + std::to_string(line_) + "\"");
  if (node.children.empty() && node.text.empty()) {
    Append("/>");
    return;
  }
  Append(">");
  // Between elements only blanks are allowed; the text of an element without children is its value.
  if (node.children.empty()) Append(Escaped(node.text));
  const bool copies = copied || (node.name == "plugin" && !in_params_);
  const bool was_in_params = std::exchange(in_params_, in_params_ || IsParams(node));
  for (const SdfNode& child : node.children) Write(child, copies && !in_params_);
  in_params_ = was_in_params;
  Append("</" + node.name + ">");
}

SdfPlace SdfText::Locate(int line) const {
  const auto after = std::upper_bound(
      segments_.begin(), segments_.end(), line,
      [](int wanted, const Segment& segment) { return wanted < segment.first_line; });
  if (after == segments_.begin() || line > line_) return SdfPlace{};
  const Segment& segment = *std::prev(after);
  return SdfPlace{segment.file, line - segment.offset};
}

}  // namespace surefoot::formats
