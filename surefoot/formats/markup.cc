#include "surefoot/formats/markup.h"

#include <array>
#include <cstring>

namespace surefoot::formats {
namespace {

/// Control characters become numeric references: parsers normalise line ends and tabs in
/// attributes to blanks.
void AppendEscaped(const std::string& text, bool in_attribute, std::string* out) {
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '&') {
      *out += "&amp;";
    } else if (c == '<') {
      *out += "&lt;";
    } else if (c == '>') {
      *out += "&gt;";
    } else if (c == '"' && in_attribute) {
      *out += "&quot;";
    } else if ((code < 0x20 && (in_attribute || (c != '\n' && c != '\t'))) || code == 0x7f) {
      *out += "&#" + std::to_string(static_cast<int>(code)) + ";";
    } else {
      *out += c;
    }
  }
}

/// Indents children by two blanks, so that written files can be read and compared by people.
void AppendElement(const world::Element& element, const std::string& indent, std::string* out) {
  *out += indent + "<" + element.name;
  for (const auto& [key, value] : element.attributes) {
    *out += " " + key + "=\"";
    AppendEscaped(value, true, out);
    *out += "\"";
  }
  if (element.text.empty() && element.children.empty()) {
    *out += "/>\n";
    return;
  }
  *out += ">";
  AppendEscaped(element.text, false, out);
  if (!element.children.empty()) {
    *out += "\n";
    for (const world::Element& child : element.children) AppendElement(child, indent + "  ", out);
    *out += indent;
  }
  *out += "</" + element.name + ">\n";
}

}  // namespace

std::string PoseText(const RigidTransform& X) {
  return NumberText(X.p) + " " + NumberText(Eigen::Vector4d(X.q.w(), X.q.x(), X.q.y(), X.q.z()));
}

/// Unlike ==, distinguishes 0 from -0 and treats equal NaNs as equal: a written file must restore
/// every bit of a description.
bool SameBits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

bool SameBits(const Vector3d& a, const Vector3d& b) {
  return std::memcmp(a.data(), b.data(), 3 * sizeof(double)) == 0;
}

bool SameBits(const RigidTransform& a, const RigidTransform& b) {
  return std::memcmp(a.q.coeffs().data(), b.q.coeffs().data(), 4 * sizeof(double)) == 0 &&
         SameBits(a.p, b.p);
}

/// Ignores where the elements were read from.
bool SameMarkup(const world::Element& a, const world::Element& b) {
  return a.name == b.name && a.text == b.text && a.attributes == b.attributes &&
         SameMarkup(a.children, b.children);
}

bool SameMarkup(const std::vector<world::Element>& a, const std::vector<world::Element>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!SameMarkup(a[i], b[i])) return false;
  }
  return true;
}

world::Element MakeElement(const std::string& name, const std::string& text) {
  world::Element element;
  element.name = name;
  element.text = text;
  return element;
}

world::Element& AddChild(world::Element* parent, const std::string& name, const std::string& text) {
  parent->children.push_back(MakeElement(name, text));
  return parent->children.back();
}

/// XML forbids duplicate attributes, so an existing one is overwritten.
void SetAttribute(world::Element* element, const std::string& key, const std::string& value) {
  for (auto& attribute : element->attributes) {
    if (attribute.first != key) continue;
    attribute.second = value;
    return;
  }
  element->attributes.emplace_back(key, value);
}

std::string XmlText(const world::Element& root) {
  std::string text = "<?xml version=\"1.0\"?>\n";
  AppendElement(root, "", &text);
  return text;
}

}  // namespace surefoot::formats
