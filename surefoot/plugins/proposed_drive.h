#pragma once

/// A drive for a robot whose files name none. Private to this folder.

#include <optional>

#include "surefoot/plugins/plugins.h"

namespace surefoot::plugins {

/// Wheels by their shapes (world/wheels/find_wheels.h) that stand in pairs: diff_drive, skid_steer,
/// or ackermann when other wheels are steered. Nothing when it is not that clear, or when the file
/// commands one of them itself. Has the attribute proposed="true".
std::optional<world::Element> ProposedDrive(const world::Model& model, Problems* problems);

}  // namespace surefoot::plugins
