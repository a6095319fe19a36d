#pragma once

#include "surefoot/noise/scalar_noise.h"
#include "surefoot/world/element_reader.h"

namespace surefoot::sensors {

/// SDF's <noise>: the child `path` of the element; no noise when there is none.
noise::ScalarNoiseSpec ReadNoise(const world::ElementReader& element, const std::string& path);

}  // namespace surefoot::sensors
