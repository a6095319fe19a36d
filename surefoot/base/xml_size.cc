#include "surefoot/base/xml_size.h"

#include <algorithm>
#include <string>

namespace surefoot {
namespace {

/// Skips a comment, a CDATA section, a processing instruction or a declaration, whose content is no
/// attribute; false if there is none at `at`.
bool SkipOther(std::string_view text, std::size_t* at) {
  constexpr std::pair<std::string_view, std::string_view> kOthers[] = {
      {"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}, {"<!", ">"}};
  for (const auto& [start, end] : kOthers) {
    if (text.substr(*at, start.size()) != start) continue;
    const std::size_t found = text.find(end, *at + start.size());
    *at = found == std::string_view::npos ? text.size() : found + end.size();
    return true;
  }
  return false;
}

}  // namespace

Status CheckXmlAttributes(std::string_view text) {
  for (std::size_t at = 0; (at = text.find('<', at)) != std::string_view::npos;) {
    if (SkipOther(text, &at)) continue;
    const std::size_t begin = at;
    int count = 0;
    // Up to the end of the tag; '>' and '=' within quotes belong to a value.
    while (at < text.size() && text[at] != '>') {
      const char c = text[at++];
      if (c == '"' || c == '\'') at = std::min(text.find(c, at), text.size() - 1) + 1;
      if (c != '=' || ++count <= kMaxXmlAttributes) continue;
      const auto line =
          1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(begin), '\n');
      return Error{"the element in line " + std::to_string(line) + " has more than " +
                   std::to_string(kMaxXmlAttributes) + " attributes"};
    }
  }
  return Status();
}

}  // namespace surefoot
