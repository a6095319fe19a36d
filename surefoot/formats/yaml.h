#pragma once

/// Reading YAML files as elements, so that the readers of XML elements can be used.

#include <optional>
#include <string>

#include "surefoot/base/problem.h"
#include "surefoot/world/element.h"

namespace surefoot::formats {

/// A mapping becomes a child for each key, a sequence a child "item" for each entry; a sequence of
/// scalars is also the text, separated by blanks ("[1, 2, 3]" reads as a vector). JSON is YAML and
/// is read as well. Errors are reported with file and line: syntax, duplicate keys, aliases, and
/// excessive size or depth.
std::optional<world::Element> ParseYaml(const std::string& text, const std::string& path,
                                        Problems* problems);

/// The same for readers that distinguish numbers from strings: the attribute "kind" of each
/// element is "mapping", "sequence", "plain", "quoted" or the tag of a value ("!degrees"). Any key
/// is accepted.
std::optional<world::Element> ParseTypedYaml(const std::string& text, const std::string& path,
                                             Problems* problems);

/// A ROS parameter file, which belongs to another program: `wheels: [a, b]` gives <parameter
/// name="wheels"><item>a</item><item>b</item></parameter> in an element without name. Nothing is
/// reported: aliases are ignored, and so is everything after an error.
world::Element ParseParameters(const std::string& text, const std::string& path);

}  // namespace surefoot::formats
