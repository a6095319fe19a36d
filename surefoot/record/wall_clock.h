#pragma once

/// Private to this folder.

#include <cstdint>
#include <ctime>

namespace surefoot::record {

/// Nanoseconds of a clock that never goes back. The coarse one: some milliseconds are exact enough
/// for the age of what is not written yet, and it is the cheapest.
inline std::int64_t WallClockNs() {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

}  // namespace surefoot::record
