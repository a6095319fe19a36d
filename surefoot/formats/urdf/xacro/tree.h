#pragma once

/// XML that is being expanded: a tree whose nodes know where they were written. Private to
/// formats/urdf.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/formats/urdf/urdf_file.h"
#include "surefoot/formats/urdf/xacro/limits.h"

namespace tinyxml2 {
class XMLDocument;
}

namespace surefoot::formats::urdf {

/// An element, or a text when it has no name. Comments are left out.
struct Node {
  const std::string* Attribute(const std::string& name) const;
  void SetAttribute(const std::string& name, const std::string& value);

  std::string name;
  std::string text;
  /// A text in <![CDATA[ ]]>, which xacro does not evaluate.
  bool verbatim = false;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<std::unique_ptr<Node>> children;
  Place place;
};

/// A copy with all in it.
std::unique_ptr<Node> Copied(const Node& node, Budget* budget);

/// What a parser read from `file`.
std::unique_ptr<Node> TreeOf(const XmlElement& root, const std::shared_ptr<const std::string>& file,
                             Budget* budget);

/// The tree as a document; `file` learns where each element was written.
void WriteTree(const Node& root, tinyxml2::XMLDocument* document, UrdfFile* file);

}  // namespace surefoot::formats::urdf
