#pragma once

/// Simulated time in integer nanoseconds, so that rates and steps are exact.

#include <cmath>
#include <cstdint>

namespace surefoot {

using SimTimeNs = std::int64_t;

inline double ToSeconds(SimTimeNs time_ns) { return static_cast<double>(time_ns) * 1e-9; }

/// The nearest integer of nanoseconds.
inline SimTimeNs ToNanoseconds(double seconds) {
  return static_cast<SimTimeNs>(std::llround(seconds * 1e9));
}

}  // namespace surefoot
