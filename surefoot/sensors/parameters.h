#pragma once

#include <string>
#include <vector>

#include "surefoot/world/element_reader.h"

namespace surefoot::sensors {

/// Warns of slips of the pen in a <sensor>: names that are nearly one of `own` or of those that
/// every sensor has.
void WarnMisspelt(const world::ElementReader& element, std::vector<std::string> own);

}  // namespace surefoot::sensors
