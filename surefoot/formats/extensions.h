#pragma once

/// The <surefoot:...> elements that are the same in every XML format.

#include <string>

#include "surefoot/base/problem.h"
#include "surefoot/world/model.h"

namespace surefoot::formats {

/// True for names such as "surefoot:command".
bool IsExtension(const std::string& element_name);

/// Each carries out one element on what it was written in, and reports what is wrong with it.
/// False: it is of another kind; a warning tells when its name is nearly one of these. The owner
/// keeps the element in either case.

/// <surefoot:command joint="J" axis="0" mode="velocity" value="3.0"/> (or position, effort)
/// <surefoot:position joint="J" axis="0" value="0.5"/>
/// `scope` goes before the joint's name: "arm::" for elements of a nested model, else empty. All
/// joints must have been read. The last one given for an axis holds.
/// <surefoot:keyframe name="home"> with such elements and <surefoot:pose>x y z qw qx qy qz</...>
bool ApplyModelExtension(const world::Element& element, const std::string& scope,
                         world::Model* model, Problems* problems);

/// The same elements inside a joint, where `joint` need not be written.
/// <surefoot:armature axis="0" value="0.01"/>
bool ApplyJointExtension(const world::Element& element, int joint, world::Model* model,
                         Problems* problems);

/// <surefoot:surface name="rubber"/>
bool ApplyCollisionExtension(const world::Element& element, world::Collision* collision,
                             Problems* problems);

}  // namespace surefoot::formats
