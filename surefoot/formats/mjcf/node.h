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

/// One element. The file's name is shared by all elements of that file.
struct Node {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<Node> children;
  std::shared_ptr<const std::string> file;
  int line = 0;
  const Node* parent = nullptr;

  /// The value as written, or nullptr.
  const std::string* Attribute(const char* attribute_name) const;
  bool Has(const char* attribute_name) const { return Attribute(attribute_name) != nullptr; }
};

/// File, line and path: "worldbody/body[torso]/geom[head]".
Source SourceOf(const Node& node);
/// The same, down to one attribute.
Source SourceOf(const Node& node, const char* attribute);

/// A copy for keeping. `prefix` goes before the names of the element itself.
world::Element Keep(const Node& node, const std::string& prefix = "mujoco:");

/// Elements of one load, included files and copies counted; more would cost gigabytes.
constexpr int kMaxElements = 400'000;
/// Levels within each other, over all files.
constexpr int kMaxDepth = 500;

/// Reads the file and what it includes. `budget` counts down the elements of a whole load.
/// Nothing after reporting. The root's pointers to parents hold as long as it is not moved.
std::unique_ptr<Node> ReadNodes(const std::string& path, const ReadContext& context, int* budget);

/// Where a file that `from` or `main` names is: beside the one, then beside the other, then on the
/// search path. Nothing when there is none.
std::optional<std::string> FindFile(const std::string& name, const std::string& main,
                                    const std::string& from, const ReadContext& context);

}  // namespace surefoot::formats::mjcf
