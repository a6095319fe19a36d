#pragma once

/// 64-bit hashes of state: fast, stable for one build and machine; not cryptographic.

#include <cstddef>
#include <cstdint>
#include <string>

namespace surefoot {

/// Hash of `size` bytes. The seed allows chaining: h = HashBytes(data, size, h).
std::uint64_t HashBytes(const void* data, std::size_t size, std::uint64_t seed = 0);

inline std::uint64_t HashString(const std::string& text, std::uint64_t seed = 0) {
  return HashBytes(text.data(), text.size(), seed);
}

/// 16 lower-case hexadecimal digits.
std::string HashText(std::uint64_t hash);

}  // namespace surefoot
