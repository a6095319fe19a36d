#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace surefoot {

/// An index of the description (an int, where -1 stands for none) as containers take it:
/// `model.links[At(i)]`. The index must not be negative.
constexpr std::size_t At(int index) { return static_cast<std::size_t>(index); }

/// The index of the first of the items whose name this is; -1: there is none.
template <typename Items>
int FindNamed(const Items& items, std::string_view name) {
  int index = 0;
  for (const auto& item : items) {
    if (item.name == name) return index;
    ++index;
  }
  return -1;
}

/// The names of all items, for messages that say what there is.
template <typename Items>
std::vector<std::string> NamesOf(const Items& items) {
  std::vector<std::string> names;
  for (const auto& item : items) names.push_back(item.name);
  return names;
}

}  // namespace surefoot
