#pragma once

#include "surefoot/base/problem.h"
#include "surefoot/world/element.h"
#include "surefoot/world/ground_map.h"

namespace surefoot::world {

/// <map frame="world"> with, in any order, each on top of those before:
///   <polygon ground="drift">x y x y x y ...</polygon>
///   <circle ground="ice">x y radius</circle>
///   <image uri="field.png" centre="x y" size="x y" yaw="0" tolerance="30">
///     <colour value="#c0a060" ground="dry_sand"/> <colour grey="0 40" ground="asphalt"/>
///   </image>
/// What is wrong is reported. Images are not opened.
GroundMap ReadGroundMap(const Element& element, Problems* problems);

/// Reports attributes and children of `element` that are none of `known`: their values would be
/// lost.
void RefuseUnknown(const Element& element, const std::vector<std::string>& known,
                   Problems* problems);

}  // namespace surefoot::world
