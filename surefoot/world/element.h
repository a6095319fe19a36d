#pragma once

#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/problem.h"

namespace surefoot::world {

/// An element of a file, kept as written: for what the description has no members.
struct Element {
  std::string name;
  std::string text;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<Element> children;
  Source source;

  /// First child of that name, or nullptr.
  const Element* Child(const std::string& child_name) const {
    for (const Element& child : children) {
      if (child.name == child_name) return &child;
    }
    return nullptr;
  }
  /// Attribute's value, or nullptr.
  const std::string* Attribute(const std::string& attribute_name) const {
    for (const auto& attribute : attributes) {
      if (attribute.first == attribute_name) return &attribute.second;
    }
    return nullptr;
  }
};

/// A name without the prefix "surefoot:" of Surefoot's elements.
inline std::string PlainName(const std::string& name) {
  return name.rfind("surefoot:", 0) == 0 ? name.substr(9) : name;
}

}  // namespace surefoot::world
