#pragma once

#include "surefoot/evaluation/studies/simulators/features.h"
#include "surefoot/session/parts.h"

namespace surefoot::experiment {

/// What the comparison of simulators asks for, of the facts that `surefoot info` tells.
gap::Features FeaturesOf(const Parts& parts);

}  // namespace surefoot::experiment
