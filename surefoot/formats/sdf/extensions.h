#pragma once

/// The meaning of the <surefoot:...> elements that only SDF files have.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/world/element.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::formats {

/// <surefoot:surface_pair>, <surefoot:collision_filter>, <surefoot:attach>, <surefoot:ground> and
/// <surefoot:rocks>; after all models. <surefoot:sun> and <surefoot:sky> are only checked.
void ApplyWorldExtensions(const std::vector<world::Element>& extensions, world::WorldSpec* spec,
                          Problems* problems);

/// The type of <surefoot:type>planar</surefoot:type>, else `type`.
world::JointType ExtendedJointType(const std::vector<world::Element>& extensions,
                                   world::JointType type, Problems* problems);

/// <surefoot:mimic joint="" multiplier="" offset=""/>, or SDF 1.11's <mimic joint=""> with its
/// children. `joints` are the model's by name. Reports when the leader is not among them.
std::optional<world::Mimic> ReadMimic(const world::Element& element, const std::string& scope,
                                      const std::map<std::string, int>& joints, Problems* problems);

/// The attributes of one extension element. Reports what is missing or wrong as it is asked for,
/// and at the end the attributes that nobody asked for.
class ExtensionAttributes {
 public:
  ExtensionAttributes(const world::Element& element, Problems* problems);
  ~ExtensionAttributes();
  ExtensionAttributes(const ExtensionAttributes&) = delete;
  ExtensionAttributes& operator=(const ExtensionAttributes&) = delete;

  /// A text that must be there.
  std::string Text(const std::string& key);
  std::string TextOr(const std::string& key, const std::string& fallback);

  /// A number that must be there.
  double Number(const std::string& key);
  double NumberOr(const std::string& key, double fallback);

  /// A number that must not be negative.
  double SizeOr(const std::string& key, double fallback);

  /// Reports a value of one attribute.
  void Wrong(const std::string& key, const std::string& what, const std::string& value,
             const std::string& advice);

  /// False once something was reported as an error.
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
