#pragma once

#include <array>
#include <cstddef>

namespace surefoot::events {

/// The memory of one script. Lua sorts its tables by addresses and by a seed that is made of
/// addresses and the clock. That decides when a table grows, so how much memory and how many
/// instructions a script has used when it meets a limit. Here blocks are at the same distance from
/// a multiple of 4 GiB in every run (Lua looks at the lower 32 bits), and the seed is fixed.
class ScriptMemory {
 public:
  /// Gives out so many bytes at most, as blocks of some sizes: somewhat less of what is asked for.
  explicit ScriptMemory(std::size_t bytes);
  ~ScriptMemory();
  ScriptMemory(const ScriptMemory&) = delete;
  ScriptMemory& operator=(const ScriptMemory&) = delete;

  /// As lua_Alloc: nullptr when there is no room. Making a block smaller never fails.
  void* Resize(void* block, std::size_t old_size, std::size_t new_size);

  /// Replaces the seed in Lua's state, which is the first block. To be called before Lua makes its
  /// first text: at the second request. `allocator` and `user`: as given to lua_newstate. False
  /// when this Lua has another layout.
  bool FixSeed(const void* allocator, const void* user);

 private:
  /// Multiples of 16 bytes up to 1 KiB, then powers of two.
  static constexpr int kSmallKinds = 64;
  static constexpr int kKinds = kSmallKinds + 32;
  static int KindOf(std::size_t size);
  static std::size_t SizeOf(int kind);
  void* Take(int kind);
  void GiveBack(void* block, int kind);

  /// Of all that is mapped.
  void* mapped_ = nullptr;
  std::size_t mapped_bytes_ = 0;
  unsigned char* next_ = nullptr;
  unsigned char* end_ = nullptr;
  unsigned char* state_ = nullptr;
  std::size_t state_bytes_ = 0;
  /// Blocks that were given back, by kind; each begins with the address of the next one.
  std::array<void*, kKinds> free_ = {};
};

}  // namespace surefoot::events
