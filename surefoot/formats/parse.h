#pragma once

/// The parsers of world/parse.h under the names of this folder.

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>

#include "surefoot/world/parse.h"

namespace surefoot::formats {

using world::NameAdvice;
using world::NearestName;
using world::ParseBool;
using world::ParseColor;
using world::ParseDouble;
using world::ParseInteger;
using world::ParseLimit;
using world::ParseVector;
using world::ParseVector3;
using world::SplitWords;
using world::Trimmed;

/// The result of `parse` for a text whose errors were reported before.
template <typename Parse, typename... Rules>
auto ParseQuietly(Parse parse, const std::string& text, const Rules&... rules) {
  Problems ignored;
  return parse(text, rules..., Source{}, &ignored);
}

/// True if the text is one of the words.
inline bool IsOneOf(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

}  // namespace surefoot::formats
