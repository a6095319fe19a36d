#pragma once

/// The meaning of the <surefoot:...> elements that the description has words for.

#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::formats {

/// <surefoot:command> and <surefoot:position>; joint names are those inside `scope` ("arm::").
void ApplyModelExtensions(const std::vector<world::Element>& extensions, const std::string& scope,
                          world::Model* model, Problems* problems);

/// <surefoot:surface_pair>, <surefoot:collision_filter> and <surefoot:attach>; after all models.
void ApplyWorldExtensions(const std::vector<world::Element>& extensions, world::WorldSpec* spec,
                          Problems* problems);

/// The name of <surefoot:surface name="...">, or "".
std::string SurfaceName(const std::vector<world::Element>& extensions, Problems* problems);

/// The type of <surefoot:type>planar</surefoot:type>, else `type`.
world::JointType ExtendedJointType(const std::vector<world::Element>& extensions,
                                   world::JointType type, Problems* problems);

/// <surefoot:mimic joint="" multiplier="" offset=""/>, or SDF 1.11's <mimic joint=""> with its
/// children. Reports when the joint is not in the model.
std::optional<world::Mimic> ReadMimic(const world::Element& element, const std::string& scope,
                                      const world::Model& model, Problems* problems);

}  // namespace surefoot::formats
