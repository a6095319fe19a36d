#pragma once

/// Grounds, wheels and tyres as files write them. Units are SI; angles are in rad, or in degrees
/// where the name ends in _deg.

#include <optional>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/world/element.h"
#include "surefoot/world/ground.h"

namespace surefoot::world {

/// <surefoot:ground name="asphalt"> with the members of HardGround as children, <soil> with those
/// of Soil, <map> (ground_map_reader.h), <source>. Also the root of a data file. What is wrong is
/// reported.
GroundMaterial ReadGround(const Element& element, Problems* problems);

/// The `contact` of an element; nothing when there is none or it is wrong, which is reported.
std::optional<WheelContact> ReadContact(const Element& element, Problems* problems);

/// <surefoot:tyre>: what it names replaces what `tyre` has.
void ReadTyre(const Element& element, Tyre* tyre, Problems* problems);

/// What <surefoot:wheel> says; zeros where it says nothing.
struct WheelElement {
  double radius = 0.0;
  double width = 0.0;
  double load = 0.0;
  std::optional<WheelContact> contact;
};
WheelElement ReadWheel(const Element& element, Problems* problems);

/// First element of that name, or nullptr.
const Element* FindElement(const std::vector<Element>& elements, const char* name);

}  // namespace surefoot::world
