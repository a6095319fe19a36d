#pragma once

/// The XML of an MJCF file with its includes put in place. Private to this folder.

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/formats/format.h"
#include "surefoot/world/element.h"

namespace surefoot::formats::mjcf {

/// One element. All elements of a file share the string with its name.
struct Node {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<Node> children;
  std::shared_ptr<const std::string> file;
  int line = 0;
  const Node* parent = nullptr;

  /// The value as written; nullptr when the attribute is absent.
  const std::string* Attribute(const char* attribute_name) const;
  bool Has(const char* attribute_name) const { return Attribute(attribute_name) != nullptr; }
};

/// File, line and path: "worldbody/body[torso]/geom[head]".
Source SourceOf(const Node& node);
/// The same, down to one attribute.
Source SourceOf(const Node& node, const char* attribute);

/// A copy for the world's description, where engines that know MJCF can read it. `prefix` is put
/// before the name of the element itself, not of its children.
world::Element Keep(const Node& node, const std::string& prefix = "mujoco:");

/// Limit on the elements of one load, including included files and copies. A node takes some
/// hundred bytes, so far more would take gigabytes.
constexpr int kMaxElements = 400'000;
/// Limit on nesting over all files. Nodes are read recursively; the limit protects the stack.
constexpr int kMaxDepth = 500;

/// Reads a file and its includes. `budget` is decremented for each element, over the whole load.
/// Null after reporting. Parent pointers stay valid as long as the root is not moved.
std::unique_ptr<Node> ReadNodes(const std::string& path, const ReadContext& context, int* budget);

/// Resolves a file that `from` or `main` names: first beside `main`, as in MuJoCo, then beside
/// `from`, then on the search path. std::nullopt when it is not found or outside of the permitted
/// folders.
std::optional<std::string> FindFile(const std::string& name, const std::string& main,
                                    const std::string& from, const ReadContext& context);

}  // namespace surefoot::formats::mjcf
