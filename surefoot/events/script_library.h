#pragma once

/// What scripts can call, and the table that they keep, as bytes. Private to this folder; Lua's
/// headers are not, so its state is named by itself.

#include <cstddef>

#include "surefoot/events/script.h"

struct lua_State;

namespace surefoot::events {

class ScriptMemory;

/// One run of a script: whom it talks to, and what it may still use.
struct ScriptRun {
  ScriptHost* host = nullptr;
  /// Instructions that are left; below 0 the script ends. Long work of library functions and memory
  /// that is asked for count as well.
  long long left = 0;
  std::size_t memory = 0;
  /// Where its memory comes from, and how often some was asked for.
  ScriptMemory* blocks = nullptr;
  int requests = 0;
  std::size_t most_memory = 0;
  /// Bytes of the longest text there has been. One instruction can compare texts, so that each
  /// counts for more the longer they are.
  std::size_t longest_text = 0;
  /// Thread processor time, in ns, at which the script ends whatever was counted.
  long long end_cpu_ns = 0;
  bool out_of_time = false;
  int counts = 0;
  /// Instructions between two counts, and where they are counted (once they are).
  int count_every = 0;
  lua_State* counted = nullptr;
};

ScriptRun* RunOf(lua_State* L);

/// Bytes that count as one instruction when memory is asked for, or a text is read.
constexpr std::size_t kBytesPerInstruction = 64;
/// What one instruction counts for.
long long Weight(const ScriptRun& run);

/// Processor time of this thread in ns.
long long ThreadCpuNs();

/// Takes so many instructions away; a Lua error when none are left, or the time is over.
void Charge(lua_State* L, long long instructions);
[[noreturn]] void EndOfInstructions(lua_State* L);

/// Sets the globals. Files, clocks, addresses, other code and metatables are out of reach, and so
/// are patterns, which can take for ever.
void OpenLibrary(lua_State* L);

// script_sort.cc
/// sort(table, [is_less]): equal items keep their order.
int SortTable(lua_State* L);

// script_table.cc
/// Pushes the table that a script keeps and that the bytes describe; an empty one for none or
/// damaged ones. Like all of Lua's functions it may end in a Lua error (no memory).
void PushTable(lua_State* L, const Bytes& bytes);

/// Appends the table at `index`, keys sorted: numbers, then texts. What cannot be kept is told: ""
/// when all can. A table that is there twice is written twice, so that a few can make many: the
/// bytes may be no more than the script's memory, and count as its instructions. Nothing that Lua
/// could leave behind by an error is made here.
std::string WriteTable(lua_State* L, int index, Bytes* bytes);

}  // namespace surefoot::events
