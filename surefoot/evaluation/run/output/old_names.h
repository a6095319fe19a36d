#pragma once

#include "surefoot/base/problem.h"
#include "surefoot/world/element.h"

namespace surefoot::experiment {

/// Replaces keys of a report's description, and fields of studies that it names, by their present
/// names, with a warning for each (base/old_name.h). To be called before the description is
/// checked.
void ReplaceOldNames(world::Element* description, Problems* problems);

}  // namespace surefoot::experiment
