#pragma once

/// Addresses of files: their endings, and what stands behind the question mark:
/// "NAME?seed=7&size=2x3".

#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "surefoot/base/result.h"
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

/// An option of an address: its name, and what takes its value; false when that is not understood.
struct UriOption {
  const char* name;
  std::function<bool(const std::string&)> set;
};

/// An option of one number.
template <typename T>
UriOption NumberOption(const char* name, T* value) {
  return {name, [value](const std::string& text) { return FromChars(text, value); }};
}

/// An option of numbers with `separator` between them.
template <typename... T>
UriOption NumbersOption(const char* name, char separator, T*... values) {
  return {name, [=](const std::string& text) {
            std::vector<std::common_type_t<T...>> numbers(sizeof...(values));
            const bool ok = ParseOptions(text, separator, &numbers);
            std::size_t i = 0;
            ((*values = numbers[i++]), ...);
            return ok;
          }};
}

/// Sets the options of an address. Errors name it and tell the options that there are, as
/// "there is no option 'x' of a rock" and "rock option x='7' is not understood; write EXAMPLES".
Status SetOptions(const std::string& uri, const std::vector<UriOption>& options,
                  const std::string& kind, const std::string& of, const std::string& examples);

/// The ending of a path in lower case, without its dot.
std::string LowerEnding(const std::string& path);

/// The text with %20 and the like as the bytes that they stand for.
std::string PercentDecoded(std::string_view text);

}  // namespace surefoot
