#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace surefoot {

/// An index of a description (int, -1 for none) as a container index: `model.links[At(i)]`. It must
/// not be negative.
constexpr std::size_t At(int index) { return static_cast<std::size_t>(index); }

/// Index of the first item with this name; -1 if there is none.
template <typename Items>
int FindNamed(const Items& items, std::string_view name) {
  int index = 0;
  for (const auto& item : items) {
    if (item.name == name) return index;
    ++index;
  }
  return -1;
}

/// The names of all items, for messages that list the choices.
template <typename Items>
std::vector<std::string> NamesOf(const Items& items) {
  std::vector<std::string> names;
  for (const auto& item : items) names.push_back(item.name);
  return names;
}

}  // namespace surefoot
