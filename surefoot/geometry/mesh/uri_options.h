#pragma once

/// Paths and URIs: file endings, and options after the question mark as in "NAME?seed=7&size=2x3".

#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/base/text.h"

namespace surefoot {

using UriOptions = std::vector<std::pair<std::string, std::string>>;

/// The options in their order; empty without a question mark. An option without '=' has an empty
/// value.
UriOptions OptionsIn(const std::string& uri);

/// The URI without its options.
std::string WithoutOptions(const std::string& uri);

/// Exactly as many numbers as `values` has, separated by `separator`: 12x3, or 1,2,3.
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

/// An option of a URI: its name, and a function that parses its value and returns false if it is
/// invalid.
struct UriOption {
  const char* name;
  std::function<bool(const std::string&)> set;
};

/// An option with one number.
template <typename T>
UriOption NumberOption(const char* name, T* value) {
  return {name, [value](const std::string& text) { return FromChars(text, value); }};
}

/// An option with several numbers, separated by `separator`.
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

/// Sets the options of a URI. Errors contain the URI and list the options, such as "there is no
/// option 'x' of a rock" and "rock option x='7' is not understood; write EXAMPLES".
Status SetOptions(const std::string& uri, const std::vector<UriOption>& options,
                  const std::string& kind, const std::string& of, const std::string& examples);

/// The file ending in lower case, without the dot.
std::string LowerEnding(const std::string& path);

/// The text with percent codes such as %20 replaced by the bytes they stand for.
std::string PercentDecoded(std::string_view text);

}  // namespace surefoot
