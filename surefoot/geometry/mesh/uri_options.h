#pragma once

/// Addresses of files: their endings, and what stands behind the question mark:
/// "NAME?seed=7&size=2x3".

#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/text.h"

namespace surefoot {

using UriOptions = std::vector<std::pair<std::string, std::string>>;

/// The options in their order; none without a question mark. One without '=' has an empty value.
UriOptions OptionsIn(const std::string& uri);

/// The address without its options.
std::string WithoutOptions(const std::string& uri);

/// As many numbers as `values` has, with `separator` between them: 12x3, or 1,2,3.
template <typename T>
bool ParseOptions(const std::string& text, char separator, std::vector<T>* values) {
  std::size_t start = 0;
  for (std::size_t i = 0; i < values->size(); ++i) {
    const bool last = i + 1 == values->size();
    const std::size_t end = last ? text.size() : text.find(separator, start);
    if (end == std::string::npos || end < start) return false;
    if (!FromChars(text.substr(start, end - start), &(*values)[i])) return false;
    start = end + 1;
  }
  return true;
}

/// The ending of a path in lower case, without its dot.
std::string LowerEnding(const std::string& path);

/// The text with %20 and the like as the bytes that they stand for.
std::string PercentDecoded(std::string_view text);

}  // namespace surefoot
