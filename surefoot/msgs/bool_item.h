#pragma once

namespace surefoot::msgs {

/// An item of bool[], because std::vector<bool> has no addressable items. It is where its bool is,
/// so a pointer to one is a pointer to the other.
struct BoolItem {
  bool value = false;

  constexpr BoolItem() = default;
  // Implicit, so that lists of bool can be assigned.
  constexpr BoolItem(bool other) : value(other) {}
  constexpr operator bool() const { return value; }
};

}  // namespace surefoot::msgs
