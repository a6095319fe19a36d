#pragma once

/// Opening text and XML files that may be anything: pipes, devices, huge, cut off, nested deeply.

#include <functional>
#include <optional>
#include <string>

#include "surefoot/base/problem.h"
#include "surefoot/world/element.h"

namespace tinyxml2 {
class XMLDocument;
class XMLElement;
}  // namespace tinyxml2

namespace surefoot::formats {

/// Files above this size are refused.
constexpr long long kMaxTextFileBytes = 64LL << 20;

/// The content of a regular file of moderate size; never blocks on pipes or devices. Reports and
/// returns nothing otherwise.
std::optional<std::string> ReadTextFile(const std::string& path, Problems* problems);

/// The same for the first `bytes` of a file of any size.
std::optional<std::string> ReadTextFileHead(const std::string& path, std::size_t bytes,
                                            Problems* problems);

/// Parses the file's text. False after reporting the parser's line: not well-formed, nested more
/// than 500 deep, or without a root element. Entities of a DOCTYPE are not expanded.
bool ParseXml(const std::string& text, const std::string& path, Problems* problems,
              tinyxml2::XMLDocument* document);

/// The path without links and "..", so that one file has one name; as given when there is no such.
std::string CanonicalPath(const std::string& path);

/// The name of the first element in a text that may be cut off after it; "" when there is none.
std::string RootElementName(const std::string& head);

/// ReadTextFile and ParseXml.
bool ReadXmlFile(const std::string& path, Problems* problems, tinyxml2::XMLDocument* document);

/// A copy of an element and all in it; `source_of` tells where each stands.
world::Element KeepElement(const tinyxml2::XMLElement& element,
                           const std::function<Source(const tinyxml2::XMLElement&)>& source_of);

/// The root of a file with all in it, each with its line. Nothing after reporting.
std::optional<world::Element> ReadElementFile(const std::string& path, Problems* problems);

}  // namespace surefoot::formats
