#pragma once

/// The <surefoot:...> elements that only SDF files have; those of all formats are in
/// formats/extensions.h.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/world/element.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::formats {

/// Applies <surefoot:surface_pair>, collision_filter, attach, ground, arena and rocks. Called
/// after all models have been read, since they refer to models. <surefoot:sun> and <surefoot:sky>
/// are only checked; the renderer reads them.
void ApplyWorldExtensions(const std::vector<world::Element>& extensions, world::WorldSpec* spec,
                          Problems* problems);

/// The type in <surefoot:type>planar</surefoot:type>, for the types that SDF lacks; else `type`.
world::JointType ExtendedJointType(const std::vector<world::Element>& extensions,
                                   world::JointType type, Problems* problems);

/// Reads <surefoot:mimic joint="" multiplier="" offset=""/>, or SDF 1.11's <mimic joint=""> with
/// children. `joints` are the model's joints by name, `scope` the prefix of the leader's name.
/// Reports an unknown leader.
std::optional<world::Mimic> ReadMimic(const world::Element& element, const std::string& scope,
                                      const std::map<std::string, int>& joints, Problems* problems);

/// The attributes of one extension element. Missing or wrong values are reported when they are
/// read; the destructor warns of attributes that were never read, which are usually misspelt.
///
///
///     ExtensionAttributes attributes(element, problems);
///     pair.mu = attributes.SizeOr("mu", 1.0);
///     if (attributes.ok()) ...
class ExtensionAttributes {
 public:
  ExtensionAttributes(const world::Element& element, Problems* problems);
  ~ExtensionAttributes();
  ExtensionAttributes(const ExtensionAttributes&) = delete;
  ExtensionAttributes& operator=(const ExtensionAttributes&) = delete;

  /// A required text.
  std::string Text(const std::string& key);
  std::string TextOr(const std::string& key, const std::string& fallback);

  /// A required number.
  double Number(const std::string& key);
  double NumberOr(const std::string& key, double fallback);

  /// A number that is not negative.
  double SizeOr(const std::string& key, double fallback);

  /// Reports an error in the value of an attribute.
  void Wrong(const std::string& key, const std::string& what, const std::string& value,
             const std::string& advice);

  /// False after an error.
  bool ok() const { return ok_; }

 private:
  double Parse(const std::string& key, const std::string& text);
  Source SourceOf(const std::string& key) const;

  const world::Element& element_;
  Problems* problems_;
  std::vector<std::string> known_;
  bool ok_ = true;
};

}  // namespace surefoot::formats
