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
};

}  // namespace surefoot::islands
