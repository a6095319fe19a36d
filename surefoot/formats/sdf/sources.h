#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/formats/sdf/node.h"
#include "surefoot/formats/sdf/schema/version.h"
#include "surefoot/math/rigid_transform.h"
#include "surefoot/world/element.h"

namespace surefoot::formats {

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
