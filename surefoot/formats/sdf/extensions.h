#pragma once

/// The meaning of the <surefoot:...> elements that only SDF files have.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/problem.h"
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

}  // namespace surefoot::formats
