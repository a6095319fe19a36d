#pragma once

/// Conversion of numbers and lists to text and back, for messages and files.

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace surefoot {

/// printf into a string.
[[gnu::format(printf, 1, 2)]] std::string StrFormat(const char* format, ...);

/// The shortest text that restores exactly this number: "0.1", "-0", "inf".
std::string NumberText(double value);
/// At most `digits` significant digits, as printed by %g.
std::string NumberText(double value, int digits);
/// At most six decimals, without exponent and trailing zeros: "0.5", "1000000000".
std::string DecimalText(double value);

/// The value that std::from_chars reads from the whole text, in any locale; false if the text is
/// anything else.
template <typename T>
bool FromChars(std::string_view text, T* value) {
  const char* end = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data(), end, *value);
  return error == std::errc() && last == end;
}

/// Like FromChars, with an optional leading +; also "inf" and "nan".
inline bool ParseNumber(std::string_view text, double* value) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  return FromChars(text, value);
}
/// Like ParseNumber, but finite numbers only.
bool ParseFinite(std::string_view text, double* value);

/// ASCII letters in lower case; other bytes are unchanged.
std::string Lower(std::string_view text);

/// In double quotes, with a backslash before quotes and backslashes, and spaces for control
/// characters.
std::string Quoted(std::string_view text);

/// The text without these characters at both ends.
std::string_view Trimmed(std::string_view text, std::string_view blanks = " \t\r\n");

/// The parts between the separators `mark`; at least one, which may be empty.
std::vector<std::string> SplitAt(std::string_view text, char mark);

/// "a, b, c", where `name(item)` is the text of an item.
template <typename Range, typename Name>
std::string Joined(const Range& items, Name name) {
  std::string text;
  for (const auto& item : items) {
    if (!text.empty()) text += ", ";
    text += name(item);
  }
  return text;
}

template <typename Range, typename Item, typename Member>
std::string Joined(const Range& items, Member Item::*name) {
  return Joined(items, [name](const Item& item) -> const Member& { return item.*name; });
}

template <typename Range>
std::string Joined(const Range& items) {
  return Joined(items, [](std::string_view item) { return item; });
}

}  // namespace surefoot
