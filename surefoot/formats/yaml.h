#pragma once

/// YAML as elements.

#include <optional>
#include <string>

#include "surefoot/base/problem.h"
#include "surefoot/world/element.h"

namespace surefoot::formats {

/// A mapping gives a child for each key, a sequence a child "item" for each entry; an entry of
/// plain values is also the text, with blanks between ("[1, 2, 3]" reads as a vector). JSON is YAML
/// and is read as well. Errors are reported with file and line: syntax, keys given twice, aliases,
/// too deep or too large a file.
std::optional<world::Element> ParseYaml(const std::string& text, const std::string& path,
                                        Problems* problems);

/// The same for readers that tell numbers from texts: the attribute "kind" of each element is
/// "mapping", "sequence", "plain", "quoted" or the tag of a value ("!degrees"). Any key is
/// accepted.
std::optional<world::Element> ParseTypedYaml(const std::string& text, const std::string& path,
                                             Problems* problems);

/// A ROS parameter file, which another program reads: `wheels: [a, b]` gives
/// <parameter name="wheels"><item>a</item><item>b</item></parameter> in an element without name.
/// Nothing is reported: aliases are left out, and so is what follows a mistake.
world::Element ParseParameters(const std::string& text, const std::string& path);

}  // namespace surefoot::formats
