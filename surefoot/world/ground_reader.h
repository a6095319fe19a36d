#pragma once

/// Reading grounds, wheels and tyres from elements. SI units; angles in rad, or in degrees where
/// the name ends in _deg.

#include <optional>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/world/element.h"
#include "surefoot/world/ground.h"

namespace surefoot::world {

/// <surefoot:ground name="asphalt"> with the members of HardGround as children, <soil> with those
/// of Soil, <map>, <source>. Also the root of a data file. What is wrong is reported; images are
/// not opened. <map frame="world"> has, in any order, each on top of those before:
///   <polygon ground="drift">x y x y x y ...</polygon>
///   <circle ground="ice">x y radius</circle>
///   <image uri="field.png" centre="x y" size="x y" yaw="0" tolerance="30">
///     <colour value="#c0a060" ground="dry_sand"/> <colour grey="0 40" ground="asphalt"/>
///   </image>
GroundMaterial ReadGround(const Element& element, Problems* problems);

/// The `contact` of an element; std::nullopt when it is absent or, after reporting, wrong.
std::optional<WheelContact> ReadContact(const Element& element, Problems* problems);

/// Reads <surefoot:tyre>; its parameters override those in `tyre`.
void ReadTyre(const Element& element, Tyre* tyre, Problems* problems);

/// The parameters of <surefoot:wheel>; zeros where they are absent.
struct WheelElement {
  double radius = 0.0;
  double width = 0.0;
  double load = 0.0;
  std::optional<WheelContact> contact;
};
WheelElement ReadWheel(const Element& element, Problems* problems);

/// Reports attributes and children of `element` that are not in `known`, as errors: a misspelt
/// parameter would silently have no effect.
void RefuseUnknown(const Element& element, const std::vector<std::string>& known,
                   Problems* problems);

/// The first element with that name; nullptr when there is none.
const Element* FindElement(const std::vector<Element>& elements, const char* name);

}  // namespace surefoot::world
