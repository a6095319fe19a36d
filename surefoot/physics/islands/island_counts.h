#pragma once

#include <cstdint>

namespace surefoot::islands {

/// How many islands there are, and what became of them since the start.
struct IslandCounts {
  int islands = 0;
  /// Members of the largest one.
  int largest = 0;
  std::int64_t joined = 0;
  std::int64_t parted = 0;
  /// Pairs of models whose shapes' boxes were in each other when they were joined, and were not put
  /// there by hand: they may have passed through each other a little.
  std::int64_t late = 0;
};

}  // namespace surefoot::islands
