#include "surefoot/events/script_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <lua5.4/lua.hpp>

// Lua's allocator within one reserved range of addresses: the limit is exact, addresses are equal
// in every run, and so the order in which Lua meets its limits is reproducible.

namespace surefoot::events {
namespace {

constexpr std::size_t kUnit = 16;
constexpr std::uintptr_t kAlignment = std::uintptr_t{1} << 32;
constexpr std::uint32_t kSeed = 0x5f00754c;

/// The members before the seed in Lua 5.4's global_State (lstate.h), which is at the end of the
/// first block that Lua requests. Lua 5.4 has no function to set the seed of its string hash.
struct BeforeSeed {
  const void* allocator;
  const void* user;
  std::int64_t counts[4];
  const void* texts;
  std::int32_t text_counts[2];
  unsigned char registry[16];
  std::int64_t nil_value;
  std::uint8_t nil_tag;
};
static_assert(sizeof(BeforeSeed) == 96, "as in lstate.h on machines with 64 bits");

}  // namespace

ScriptMemory::ScriptMemory(std::size_t bytes) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  bytes = (bytes + page - 1) / page * page;
  // This reserves addresses only; pages are allocated when they are written.
  const std::size_t wide = bytes + kAlignment;
  void* all = ::mmap(nullptr, wide, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (all == MAP_FAILED) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(all);
  const std::uintptr_t base = (begin + kAlignment - 1) / kAlignment * kAlignment;
  if (base > begin) ::munmap(all, base - begin);
  auto* first = static_cast<unsigned char*>(all) + (base - begin);
  const std::size_t behind = begin + wide - (base + bytes);
  if (behind > 0) ::munmap(first + bytes, behind);
  mapped_ = first;
  mapped_bytes_ = bytes;
  if (::mprotect(first, bytes, PROT_READ | PROT_WRITE) != 0) return;
  next_ = first;
  end_ = first + bytes;
}

ScriptMemory::~ScriptMemory() {
  if (mapped_ != nullptr) ::munmap(mapped_, mapped_bytes_);
}

int ScriptMemory::KindOf(std::size_t size) {
  if (size <= kUnit * kSmallKinds) return static_cast<int>((size + kUnit - 1) / kUnit) - 1;
  return kSmallKinds + static_cast<int>(std::bit_width(size - 1)) - 11;
}

std::size_t ScriptMemory::SizeOf(int kind) {
  if (kind < kSmallKinds) return kUnit * (static_cast<std::size_t>(kind) + 1);
  return std::size_t{1} << (kind - kSmallKinds + 11);
}

void* ScriptMemory::Take(int kind) {
  if (kind >= kKinds) return nullptr;
  void*& first = free_[static_cast<std::size_t>(kind)];
  if (first != nullptr) {
    void* block = first;
    std::memcpy(&first, block, sizeof first);
    return block;
  }
  const std::size_t size = SizeOf(kind);
  if (next_ == nullptr || size > static_cast<std::size_t>(end_ - next_)) return nullptr;
  void* block = next_;
  next_ += size;
  return block;
}

void ScriptMemory::Free(void* block, int kind) {
  void*& first = free_[static_cast<std::size_t>(kind)];
  std::memcpy(block, &first, sizeof first);
  first = block;
}

void* ScriptMemory::Resize(void* block, std::size_t old_size, std::size_t new_size) {
  if (new_size == 0) {
    if (block != nullptr && old_size > 0) Free(block, KindOf(old_size));
    return nullptr;
  }
  const int kind = KindOf(new_size);
  if (block != nullptr && old_size > 0 && KindOf(old_size) == kind) return block;
  void* moved = Take(kind);
  if (moved == nullptr) return new_size <= old_size ? block : nullptr;
  if (state_ == nullptr) {
    state_ = static_cast<unsigned char*>(moved);
    state_bytes_ = new_size;
  }
  if (block != nullptr && old_size > 0) {
    std::memcpy(moved, block, std::min(old_size, new_size));
    Free(block, KindOf(old_size));
  }
  return moved;
}

bool ScriptMemory::FixSeed(const void* allocator, const void* user) {
  static_assert(LUA_VERSION_NUM == 504, "look up where global_State has its seed");
  for (std::size_t at = 0; at + sizeof(BeforeSeed) + sizeof kSeed <= state_bytes_; at += 8) {
    BeforeSeed before;
    std::memcpy(&before, state_ + at, sizeof before);
    if (before.allocator != allocator || before.user != user) continue;
    // A state under construction: its nil is the integer 0, and the table of strings is empty.
    if (before.nil_value != 0 || before.nil_tag != LUA_TNUMBER || before.texts != nullptr) continue;
    std::memcpy(state_ + at + sizeof before, &kSeed, sizeof kSeed);
    return true;
  }
  return false;
}

}  // namespace surefoot::events
