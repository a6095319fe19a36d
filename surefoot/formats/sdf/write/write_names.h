#pragma once

#include <set>
#include <string>
#include <vector>

#include "surefoot/world/model.h"

namespace surefoot::formats {

/// True for a name that SDF accepts: not empty, without :: and blanks at its ends, not reserved.
bool IsPlainSdfName(const std::string& name);

/// Hands out names that SDF accepts and that no sibling has. The first that asks for a name gets
/// it.
class SdfSiblingNames {
 public:
  std::string Take(const std::string& wanted, const std::string& kind);

 private:
  std::set<std::string> used_;
};

/// A model and the models nested in it, as they are to be written. Numbers are indices into
/// world::Model's lists.
struct SdfNesting {
  std::string name;
  /// What stands before its parts' names: "arm::", "" for the whole model.
  std::string path;
  std::vector<int> links;
  std::vector<int> joints;
  std::vector<int> frames;
  std::vector<SdfNesting> nested;
};

/// Names of a model's parts in the written file. Parts called "arm::hand" are nested where reading
/// them again gives the same order and joints reach only what is in their own model; else all parts
/// stand in the model itself, under other names.
class SdfModelNames {
 public:
  explicit SdfModelNames(const world::Model& model);

  const SdfNesting& root() const { return root_; }

  /// With their scope: "arm::hand".
  const std::string& link(int index) const { return links_[static_cast<std::size_t>(index)]; }
  const std::string& joint(int index) const { return joints_[static_cast<std::size_t>(index)]; }
  const std::string& frame(int index) const { return frames_[static_cast<std::size_t>(index)]; }

  /// Without what the scope says already.
  static std::string Within(const SdfNesting& scope, const std::string& full_name) {
    return full_name.substr(scope.path.size());
  }

 private:
  void Assign(const world::Model& model, const SdfNesting& scope);

  SdfNesting root_;
  std::vector<std::string> links_;
  std::vector<std::string> joints_;
  std::vector<std::string> frames_;
};

}  // namespace surefoot::formats
