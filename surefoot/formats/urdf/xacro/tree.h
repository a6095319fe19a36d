#pragma once

/// XML during the expansion: a tree whose nodes know where they were written. tinyxml2's own nodes
/// cannot be moved between documents or remember another file. Private to formats/urdf.

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

/// An element, or a text when the name is empty. Comments are dropped.
struct Node {
  const std::string* Attribute(const std::string& name) const;
  void SetAttribute(const std::string& name, const std::string& value);

  std::string name;
  std::string text;
  /// True for text in <![CDATA[ ]]>, which xacro does not evaluate.
  bool verbatim = false;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<std::unique_ptr<Node>> children;
  Place place;
};

/// A deep copy.
std::unique_ptr<Node> Copied(const Node& node, Budget* budget);

/// The tree of an element that was read from `file`.
std::unique_ptr<Node> TreeOf(const XmlElement& root, const std::shared_ptr<const std::string>& file,
                             Budget* budget);

/// Writes the tree to a document and registers in `file` where each element was written.
void WriteTree(const Node& root, tinyxml2::XMLDocument* document, UrdfFile* file);

}  // namespace surefoot::formats::urdf
