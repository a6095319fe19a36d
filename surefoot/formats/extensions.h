#pragma once

/// The <surefoot:...> elements that are the same in every XML format.

#include <string>

#include "surefoot/base/problem.h"
#include "surefoot/world/model.h"

namespace surefoot::formats {

/// True for names such as "surefoot:command".
bool IsExtension(const std::string& element_name);

/// Each of these applies one element to the object that contains it, and reports errors in it.
/// Returns false when the element is of another kind; a warning is reported when its name resembles
/// one of these. The owner keeps the element in either case.

/// <surefoot:command joint="J" axis="0" mode="velocity" value="3.0"/> (or position, effort)
/// <surefoot:position joint="J" axis="0" value="0.5"/>
/// `scope` is the prefix of the joint's name: "arm::" for elements of a nested model, else empty.
/// All joints must have been read. The last element for an axis applies.
/// <surefoot:keyframe name="home"> with such elements and <surefoot:pose>x y z qw qx qy qz</...>
bool ApplyModelExtension(const world::Element& element, const std::string& scope,
                         world::Model* model, Problems* problems);

/// The same elements inside a joint, without the attribute `joint`.
/// <surefoot:armature axis="0" value="0.01"/>
bool ApplyJointExtension(const world::Element& element, int joint, world::Model* model,
                         Problems* problems);

/// <surefoot:surface name="rubber"/>
bool ApplyCollisionExtension(const world::Element& element, world::Collision* collision,
                             Problems* problems);

}  // namespace surefoot::formats
