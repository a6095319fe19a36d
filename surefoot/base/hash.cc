#include "surefoot/base/hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "surefoot/base/text.h"

// XXH3 (Yann Collet): fast, and with the same result on all machines. It is not cryptographic;
// manifests use SHA-256.

namespace surefoot {

std::uint64_t HashBytes(const void* data, std::size_t size, std::uint64_t seed) {
  return XXH3_64bits_withSeed(data, size, seed);
}

std::string HashText(std::uint64_t hash) {
  return StrFormat("%016llx", static_cast<unsigned long long>(hash));
}

}  // namespace surefoot
