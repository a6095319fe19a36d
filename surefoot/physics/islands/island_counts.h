#pragma once

#include <cstdint>

namespace surefoot::islands {

/// Number of islands, and what has happened to them since the start.
struct IslandCounts {
  int islands = 0;
  /// Number of members of the largest island.
  int largest = 0;
  std::int64_t joined = 0;
  std::int64_t parted = 0;
  /// Pairs of models whose shapes' boxes overlapped already when they were joined, without having
  /// been moved there. They may have penetrated each other slightly.
  std::int64_t late = 0;
};

}  // namespace surefoot::islands
