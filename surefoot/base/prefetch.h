#pragma once

#include <cstddef>

namespace surefoot {

/// Prefetches memory that is needed soon, for data of many objects that no cache keeps from one
/// step to the next. Has no effect on results.
inline void PrefetchLines(const void* begin, std::size_t bytes) {
  constexpr std::size_t kLine = 64;
  const char* at = static_cast<const char*>(begin);
  for (std::size_t i = 0; i < bytes; i += kLine) __builtin_prefetch(at + i);
}

}  // namespace surefoot
