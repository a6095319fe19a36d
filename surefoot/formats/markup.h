#pragma once

/// Creating and writing XML elements. Numbers are written such that reading them gives the same
/// bits.

#include <string>
#include <vector>

#include "surefoot/math/rigid_transform.h"
#include "surefoot/math/text.h"
#include "surefoot/world/element.h"

namespace surefoot::formats {

/// "x y z qw qx qy qz", the form of poses in Surefoot's own elements.
std::string PoseText(const RigidTransform& X);

/// True when all bits are equal, so 0 differs from -0.
bool SameBits(double a, double b);
bool SameBits(const Vector3d& a, const Vector3d& b);
bool SameBits(const RigidTransform& a, const RigidTransform& b);

/// Compares elements without their sources.
bool SameMarkup(const world::Element& a, const world::Element& b);
bool SameMarkup(const std::vector<world::Element>& a, const std::vector<world::Element>& b);

world::Element MakeElement(const std::string& name, const std::string& text = {});
/// Adds a child and returns it. The reference is valid until another child is added.
world::Element& AddChild(world::Element* parent, const std::string& name,
                         const std::string& text = {});
/// Replaces the attribute's value, or adds it.
void SetAttribute(world::Element* element, const std::string& key, const std::string& value);

/// The element as indented XML. Characters that XML parsers would change are written as numeric
/// references.
std::string XmlText(const world::Element& root);

}  // namespace surefoot::formats
