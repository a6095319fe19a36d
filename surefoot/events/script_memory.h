#pragma once

#include <array>
#include <cstddef>

namespace surefoot::events {

/// The memory of one script. Lua hashes keys by addresses and by a seed made of addresses and the
/// clock. The hashes decide when a table grows, and therefore how much memory and how many
/// instructions a script has used when it reaches a limit. To make runs reproducible, blocks here
/// have the same offset from a multiple of 4 GiB in every run (Lua hashes the lower 32 bits), and
/// the seed is fixed.
class ScriptMemory {
 public:
  /// Reserves `bytes` of addresses. Requests are rounded up to size classes, so their sum may be
  /// somewhat less.
  explicit ScriptMemory(std::size_t bytes);
  ~ScriptMemory();
  ScriptMemory(const ScriptMemory&) = delete;
  ScriptMemory& operator=(const ScriptMemory&) = delete;

  /// As lua_Alloc: nullptr when the memory is used up. Shrinking a block never fails.
  void* Resize(void* block, std::size_t old_size, std::size_t new_size);

  /// Replaces the seed in Lua's state, which is the first block. Call it before Lua creates its
  /// first string, at the second request. `allocator` and `user` are those of lua_newstate. False:
  /// this version of Lua has another layout.
  bool FixSeed(const void* allocator, const void* user);

 private:
  /// Size classes: multiples of 16 bytes up to 1 KiB, then powers of two.
  static constexpr int kSmallKinds = 64;
  static constexpr int kKinds = kSmallKinds + 32;
  static int KindOf(std::size_t size);
  static std::size_t SizeOf(int kind);
  void* Take(int kind);
  void Free(void* block, int kind);

  /// The whole mapping.
  void* mapped_ = nullptr;
  std::size_t mapped_bytes_ = 0;
  unsigned char* next_ = nullptr;
  unsigned char* end_ = nullptr;
  unsigned char* state_ = nullptr;
  std::size_t state_bytes_ = 0;
  /// Free blocks by size class, as linked lists: each block begins with the address of the next
  /// one.
  std::array<void*, kKinds> free_ = {};
};

}  // namespace surefoot::events
