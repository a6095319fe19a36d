#pragma once

/// The YAML of ROS parameter files, as elements.

#include <string>

#include "surefoot/world/element.h"

namespace surefoot::formats {

/// Reads block mappings, block and flow sequences of plain values, quoted or not, and comments:
/// `wheels: [a, b]` gives <parameter name="wheels"><item>a</item><item>b</item></parameter> in an
/// element without name. What is not understood is left out: the file is another program's. Nothing
/// is reported.
world::Element ParseYaml(const std::string& text, const std::string& path);

}  // namespace surefoot::formats
