#pragma once

/// Making and writing markup. Numbers are written so that reading them gives the same bits.

#include <string>
#include <vector>

#include "surefoot/math/rigid_transform.h"
#include "surefoot/math/text.h"
#include "surefoot/world/element.h"

namespace surefoot::formats {

/// "x y z qw qx qy qz", as our own elements have it.
std::string PoseText(const RigidTransform& X);

/// True when every bit is the same, so that 0 is not -0.
bool SameBits(double a, double b);
bool SameBits(const Vector3d& a, const Vector3d& b);
bool SameBits(const RigidTransform& a, const RigidTransform& b);

/// The same markup, wherever it was written.
bool SameMarkup(const world::Element& a, const world::Element& b);
bool SameMarkup(const std::vector<world::Element>& a, const std::vector<world::Element>& b);

world::Element MakeElement(const std::string& name, const std::string& text = {});
/// Adds a child and returns it; valid until the next one is added.
world::Element& AddChild(world::Element* parent, const std::string& name,
                         const std::string& text = {});
/// Replaces the attribute's value, or adds it.
void SetAttribute(world::Element* element, const std::string& key, const std::string& value);

/// The element as an indented XML text. What XML could misread is written by number.
std::string XmlText(const world::Element& root);

}  // namespace surefoot::formats
