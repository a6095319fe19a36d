#pragma once

/// The markup of one or several SDF files as a tree that remembers where each piece was written.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tinyxml2 {
class XMLElement;
}

namespace surefoot::formats {

/// An XML element. `file` is an index into the list of files that were read.
struct SdfNode {
  std::string name;
  std::string text;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<SdfNode> children;
  /// Set by LinkParents, when the tree is complete.
  const SdfNode* parent = nullptr;
  int file = 0;
  int line = 0;
  /// SDF does not know it.
  bool foreign = false;
  /// Something in it could not be read and was reported: names may be missing.
  bool incomplete = false;

  const SdfNode* Child(std::string_view child_name) const;
  SdfNode* Child(std::string_view child_name);
  /// nullptr when there is none.
  const std::string* Attribute(std::string_view key) const;
  /// The attribute's value, or "".
  std::string AttributeOr(std::string_view key) const;
  void SetAttribute(std::string_view key, const std::string& value);
  void RemoveAttribute(std::string_view key);
  void RemoveChildren(std::string_view child_name);
  /// The trimmed text of a child, or "".
  std::string ChildText(std::string_view child_name) const;
  /// The name that the file gives it, or "".
  std::string Name() const { return AttributeOr("name"); }
};

/// "link[base]" for an element with a name, "pose" for one without.
std::string PathPart(const SdfNode& node);

/// "world[w]/model[m]/link[l]"; needs LinkParents.
std::string PathOf(const SdfNode& node);

/// Number of nodes, itself included.
int CountNodes(const SdfNode& node);

/// The element with all that is in it; comments and instructions are left out.
SdfNode MakeNode(const tinyxml2::XMLElement& element, int file);

/// An empty element that stands where another does.
SdfNode NodeAt(const SdfNode& place, const std::string& name, const std::string& text = {});

/// Tells each node what it stands in. The tree must not change afterwards.
void LinkParents(SdfNode* root);

}  // namespace surefoot::formats
