#pragma once

/// The library of scripts, and the conversion of their table `state` to bytes and back. Private to
/// this folder. lua_State is declared here, so that Lua's headers are included in .cc files only.

#include <cstddef>

#include "surefoot/events/script.h"

struct lua_State;

namespace surefoot::events {

class ScriptMemory;

/// State of one run of a script: its host and its remaining limits.
struct ScriptRun {
  ScriptHost* host = nullptr;
  /// Remaining instructions; below 0 the script ends. Library functions and allocations also count.
  long long left = 0;
  /// Bytes in use.
  std::size_t memory = 0;
  /// The allocator, and the number of requests.
  ScriptMemory* blocks = nullptr;
  int requests = 0;
  std::size_t max_memory = 0;
  /// Length of the longest text so far (bytes). One instruction can compare two texts, so the
  /// weight of an instruction grows with it.
  std::size_t longest_text = 0;
  /// Processor time of the thread (ns) at which the script ends whatever was counted.
  long long end_cpu_ns = 0;
  bool out_of_time = false;
  int counts = 0;
  /// Instructions between two calls of the hook, and the Lua state with the hook (nullptr before
  /// the script's own code runs).
  int count_every = 0;
  lua_State* counted = nullptr;
};

ScriptRun* RunOf(lua_State* L);

/// Bytes of memory or text that cost one instruction.
constexpr std::size_t kBytesPerInstruction = 64;
/// Weight of one instruction; see ScriptRun::longest_text.
long long Weight(const ScriptRun& run);

/// Processor time of this thread in ns.
long long ThreadCpuNs();

/// Subtracts instructions; raises a Lua error when none are left.
void Charge(lua_State* L, long long instructions);
[[noreturn]] void EndOfInstructions(lua_State* L);

/// Sets the globals. Not available are files, clocks, addresses, loading of code and metatables,
/// which would break reproducibility or isolation, and patterns, which can take exponential time.
void OpenLibrary(lua_State* L);

// script_sort.cc
/// sort(table, [is_less]): stable merge sort.
int SortTable(lua_State* L);

// script_table.cc
/// Pushes the table `state` from its bytes; an empty table for empty or damaged bytes. It may raise
/// a Lua error (not enough memory), as all Lua functions.
void PushTable(lua_State* L, const Bytes& bytes);

/// Appends the table at `index` to `bytes`, keys sorted, numbers before texts. Returns an error
/// message, or "" on success. A table that is referenced twice is written twice, so nested
/// references can multiply: the bytes are limited by the script's memory and charged as
/// instructions. Lua is built as C++, so its errors are exceptions and destructors run.
std::string WriteTable(lua_State* L, int index, Bytes* bytes);

}  // namespace surefoot::events
