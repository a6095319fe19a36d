#pragma once

#include "surefoot/formats/centurion/document.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::formats::centurion {

/// The arena, its obstacles and its robots. Reports robots for which there is no room.
void BuildWorld(const Document& document, const std::string& path, Problems* problems,
                world::WorldSpec* spec);

/// A robot of a group, as a model.
world::Model BuildRobot(const AgentGroup& group);

}  // namespace surefoot::formats::centurion
