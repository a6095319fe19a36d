#pragma once

/// What MJCF knows, and what becomes of it. docs/reference/formats.md has the same as a table.
/// Private to this folder.

#include <string>
#include <vector>

#include "surefoot/formats/mjcf/reader.h"
#include "surefoot/world/element.h"

namespace surefoot::formats::mjcf {

/// "motor", "position", "general", ...
bool IsActuator(const std::string& element_name);

/// Warns, once for each kind, of attributes that this element does not have in MJCF (with the
/// nearest it has) and of those that have no effect here. `key` as in the table: "geom", ...
void CheckAttributes(const Node& node, const std::string& key, Reader* reader);

/// The same for an element of a default class.
void CheckDefault(const Node& node, Reader* reader);

/// Warns of sections that MJCF does not know, and of those without effect.
void CheckSections(const Node& root, Reader* reader);

/// Warns that the parent has no use for this child.
void WarnUnknownChild(const Node& child, const std::vector<std::string>& known, Reader* reader);

/// The attributes that are only kept for engines that know them, with their defaults resolved, as
/// <mujoco:NAME>. Without attributes when there are none.
world::Element KeptAttributes(const Attributes& attributes, const std::string& key);

}  // namespace surefoot::formats::mjcf
