#pragma once

/// Lists derived from other lists, and search:
///
///   const auto speeds = Mapped<double>(wheels, &Wheel::speed);
///   const auto heavy = Filtered(links, [](const Link& link) { return link.mass > 1.0; });
///   if (const Joint* joint = FindIf(joints, [&](const Joint& j) { return j.child == link; })) ...

#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

namespace surefoot {

/// The results of `make`, a function or a member, for each item, in order.
template <typename T, typename Items, typename Make>
std::vector<T> Mapped(Items&& items, const Make& make) {
  std::vector<T> made;
  made.reserve(std::size(items));
  for (auto&& item : items) made.push_back(std::invoke(make, item));
  return made;
}

/// The items for which `keep`, a function or a member, is true, in order.
template <typename Items, typename Keep>
auto Filtered(const Items& items, const Keep& keep) {
  std::vector<std::decay_t<decltype(*std::begin(items))>> kept;
  for (const auto& item : items) {
    if (std::invoke(keep, item)) kept.push_back(item);
  }
  return kept;
}

/// The first item for which `fits`, a function or a member, is true; nullptr if there is none.
template <typename Items, typename Fits>
auto FindIf(Items& items, const Fits& fits) -> decltype(&*std::begin(items)) {
  for (auto& item : items) {
    if (std::invoke(fits, item)) return &item;
  }
  return nullptr;
}

}  // namespace surefoot
