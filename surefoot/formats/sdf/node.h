#pragma once

/// The markup of one or several SDF files as a tree that remembers where each piece was written.

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/formats/sdf/schema/version.h"
#include "surefoot/math/rigid_transform.h"
#include "surefoot/world/element.h"

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

/// The files behind a tree of nodes, and where findings about them go.
class SdfSources {
 public:
  struct File {
    std::string path;
    SdfVersion version;
  };

  SdfSources(std::vector<File> files, Problems* problems)
      : files_(std::move(files)), problems_(problems) {}

  Problems* problems() const { return problems_; }
  const SdfVersion& VersionOf(const SdfNode& node) const { return FileOf(node).version; }

  /// The node's place; `part` goes behind the element's path: "/@name".
  Source Of(const SdfNode& node, const std::string& part = {}) const;

  /// The element as the file has it.
  world::Element Keep(const SdfNode& node) const;

 private:
  const File& FileOf(const SdfNode& node) const {
    return files_[static_cast<std::size_t>(node.file)];
  }

  std::vector<File> files_;
  Problems* problems_;
};

/// A child, or a child's child and so on; nullptr when there is none, or no node to begin with.
const SdfNode* SdfFind(const SdfNode* node, std::initializer_list<std::string_view> path);

/// The value of a child, or `fallback` when there is none or it cannot be read: mistakes in texts
/// were reported before.
double SdfNumber(const SdfNode* node, std::string_view child, double fallback);
bool SdfFlag(const SdfNode* node, std::string_view child, bool fallback);
Vector3d SdfVector(const SdfNode* node, std::string_view child, const Vector3d& fallback);
std::string SdfText(const SdfNode* node, std::string_view child);

/// A direction of length 1; one that is 1 up to rounding stays as it is. Zero when it has none.
Vector3d UnitOf(const Vector3d& direction);

}  // namespace surefoot::formats
