#pragma once

/// Opening text and XML files that may be anything: pipes, devices, huge, truncated, deeply
/// nested.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "surefoot/base/problem.h"
#include "surefoot/world/element.h"

namespace tinyxml2 {
class XMLDocument;
class XMLElement;
}  // namespace tinyxml2

namespace surefoot::formats {

/// Larger files are rejected.
constexpr long long kMaxTextFileBytes = 64LL << 20;

/// The content of a regular file of moderate size; never blocks on pipes or devices. std::nullopt
/// after reporting.
std::optional<std::string> ReadTextFile(const std::string& path, Problems* problems);

/// The same for the first `bytes` of a file of any size.
std::optional<std::string> ReadTextFileHead(const std::string& path, std::size_t bytes,
                                            Problems* problems);

/// Number of elements of an XML text, with comments and declarations, without parsing it: each '<'
/// that does not begin a closing tag. An upper bound of what the parser allocates.
long long CountElements(std::string_view text);

/// Refuses a text with more than `limit` elements before the parser starts, because its memory is
/// proportional to their number. Returns false after reporting.
bool CheckElementCount(std::string_view text, long long limit, const std::string& path,
                       Problems* problems);

/// Parses the file's text. Returns false after reporting, with the parser's line, text that is not
/// well-formed, nested more than 500 levels deep, or without a root element. Entities of a DOCTYPE
/// are not expanded.
bool ParseXml(const std::string& text, const std::string& path, Problems* problems,
              tinyxml2::XMLDocument* document);

/// The path without symbolic links and "..", so that a file has one name; unchanged if that fails.
std::string CanonicalPath(const std::string& path);

/// The name of the first element in a text that may end after it; "" when there is none.
std::string RootElementName(const std::string& head);

/// ReadTextFile and ParseXml.
bool ReadXmlFile(const std::string& path, Problems* problems, tinyxml2::XMLDocument* document);

/// A deep copy of an element; `source_of` gives the source of each.
world::Element KeepElement(const tinyxml2::XMLElement& element,
                           const std::function<Source(const tinyxml2::XMLElement&)>& source_of);

/// The root element of a file with its content and lines; std::nullopt after reporting.
std::optional<world::Element> ReadElementFile(const std::string& path, Problems* problems);

}  // namespace surefoot::formats
