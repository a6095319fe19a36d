#pragma once

/// Fields of a message by name and as text, for command lines and tables.

#include <algorithm>
#include <array>
#include <string>
#include <system_error>
#include <type_traits>
#include <vector>

#include "surefoot/base/text.h"

namespace surefoot::msgs {

/// Sets a number, truth value or text; false when the text is none.
template <typename T>
bool SetFromText(const std::string& text, T* value) {
  if constexpr (std::is_same_v<T, std::string>) {
    *value = text;
    return true;
  } else if constexpr (std::is_same_v<T, bool>) {
    *value = text == "true" || text == "1";
    return *value || text == "false" || text == "0";
  } else {
    return FromChars(text, value);
  }
}

/// "1;2;3" for sequences; false when one item is wrong, or their number for arrays.
template <typename T>
bool SetItems(const std::string& text, T* values) {
  constexpr bool kGrows = std::is_same_v<T, std::vector<typename T::value_type>>;
  std::size_t count = 0;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(';', start), text.size());
    if constexpr (kGrows) {
      values->emplace_back();
    } else if (count == values->size()) {
      return false;
    }
    if (!SetFromText(text.substr(start, end - start), &(*values)[count++])) return false;
    start = end + 1;
  }
  return count == values->size();
}

/// Sets the field that a path like "twist.linear.x" names. An empty string: done; otherwise what is
/// wrong.
template <typename T>
std::string SetField(const std::string& path, const std::string& text, T* message);

template <typename T>
std::string SetValue(const std::string& path, const std::string& rest, const std::string& text,
                     T* value) {
  const std::string wrong = "'" + text + "' does not fit the field '" + path + "'";
  if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
    if (!rest.empty()) return "the field '" + path + "' has no fields of its own";
    return SetFromText(text, value) ? "" : wrong;
  } else {
    return SetField(rest, text, value);
  }
}
template <typename T>
std::string SetValue(const std::string& path, const std::string& /*rest*/, const std::string& text,
                     std::vector<T>* value) {
  if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
    value->clear();
    if (text.empty() || SetItems(text, value)) return "";
  }
  return "'" + text + "' does not fit the field '" + path + "' (items are separated by ;)";
}
template <typename T, std::size_t n>
std::string SetValue(const std::string& path, const std::string& /*rest*/, const std::string& text,
                     std::array<T, n>* value) {
  if constexpr (std::is_arithmetic_v<T>) {
    if (SetItems(text, value)) return "";
  }
  return "'" + text + "' does not fit the field '" + path + "' (items are separated by ;)";
}

template <typename T>
std::string SetField(const std::string& path, const std::string& text, T* message) {
  const std::size_t dot = std::min(path.find('.'), path.size());
  const std::string first = path.substr(0, dot);
  const std::string rest = dot < path.size() ? path.substr(dot + 1) : "";
  std::string problem;
  std::string names;
  bool found = false;
  T::VisitFields(*message, [&](const char* name, auto& field) {
    names += (names.empty() ? "" : ", ") + std::string(name);
    if (first != name) return;
    found = true;
    problem = SetValue(path, rest, text, &field);
  });
  return found ? problem : "there is no field '" + first + "'; there are: " + names;
}

}  // namespace surefoot::msgs
