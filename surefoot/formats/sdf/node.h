#pragma once

/// The elements of one or several SDF files as a tree that remembers where each element was
/// written.

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

/// An XML element. `file` is an index into the list of files that were read. Nodes are values: a
/// merged model copies them.
struct SdfNode {
  std::string name;
  std::string text;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<SdfNode> children;
  /// Set by LinkParents, when the tree is complete.
  const SdfNode* parent = nullptr;
  int file = 0;
  int line = 0;
  /// True for an element that SDF does not define.
  bool foreign = false;
  /// True when an include in it could not be read: names may be missing, so references to unknown
  /// names are not reported.
  bool incomplete = false;

  const SdfNode* Child(std::string_view child_name) const;
  SdfNode* Child(std::string_view child_name);
  /// nullptr when there is none.
  const std::string* Attribute(std::string_view key) const;
  /// The attribute's value; "" when it is absent.
  std::string AttributeOr(std::string_view key) const;
  void SetAttribute(std::string_view key, const std::string& value);
  void RemoveAttribute(std::string_view key);
  void RemoveChildren(std::string_view child_name);
  /// The trimmed text of a child; "" when it is absent.
  std::string ChildText(std::string_view child_name) const;
  /// The attribute `name`; "" when it is absent.
  std::string Name() const { return AttributeOr("name"); }
};

/// "link[base]" for an element with a name, "pose" for one without.
std::string PathPart(const SdfNode& node);

/// "world[w]/model[m]/link[l]"; needs LinkParents.
std::string PathOf(const SdfNode& node);

/// Number of nodes in the subtree, including the node.
int CountNodes(const SdfNode& node);

/// A deep copy of the element, without comments and processing instructions.
SdfNode MakeNode(const tinyxml2::XMLElement& element, int file);

/// A new element with the file and line of another one.
SdfNode NodeAt(const SdfNode& place, const std::string& name, const std::string& text = {});

/// Sets the parent of each node. The tree must not change afterwards.
void LinkParents(SdfNode* root);

/// The files of a tree of nodes, and the receiver of problems in them.
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

  /// File, line and element path of the node; `part` is appended to the path, such as "/@name".
  Source Of(const SdfNode& node, const std::string& part = {}) const;

  /// A copy of the element for the world's description.
  world::Element Keep(const SdfNode& node) const;

 private:
  const File& FileOf(const SdfNode& node) const {
    return files_[static_cast<std::size_t>(node.file)];
  }

  std::vector<File> files_;
  Problems* problems_;
};

/// The descendant at a path of names; nullptr when there is none or `node` is nullptr.
const SdfNode* SdfFind(const SdfNode* node, std::initializer_list<std::string_view> path);

/// The value of a child; `fallback` when it is absent or wrong. Wrong texts were reported by
/// CheckSdf().
double SdfNumber(const SdfNode* node, std::string_view child, double fallback);
bool SdfFlag(const SdfNode* node, std::string_view child, bool fallback);
Vector3d SdfVector(const SdfNode* node, std::string_view child, const Vector3d& fallback);
std::string SdfText(const SdfNode* node, std::string_view child);

/// The unit vector along a direction; zero when its length is zero. A vector that already has
/// length 1 up to rounding is returned unchanged, so that writing and reading a file preserves its
/// digits.
Vector3d UnitOf(const Vector3d& direction);

}  // namespace surefoot::formats
