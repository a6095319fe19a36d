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
/// nearest name) and of those that have no effect in Surefoot. `key` is the key of the table:
/// "geom", "body".
void CheckAttributes(const Node& node, const std::string& key, Reader* reader);

/// The same for an element of a default class.
void CheckDefault(const Node& node, Reader* reader);

/// Warns of unknown sections and of sections without effect.
void CheckSections(const Node& root, Reader* reader);

/// Warns that `parent` does not accept this child.
void WarnUnknownChild(const Node& child, const std::vector<std::string>& known, Reader* reader);

/// The attributes that only some engines use, with their defaults resolved, as <mujoco:NAME>. Its
/// attributes are empty when there are none.
world::Element KeptAttributes(const Attributes& attributes, const std::string& key);

}  // namespace surefoot::formats::mjcf
