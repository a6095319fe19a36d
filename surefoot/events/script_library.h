#pragma once

/// What scripts can call. Private to this folder.

#include <cstddef>

#include "surefoot/events/script.h"

struct lua_State;

namespace surefoot::events {

/// One run of a script: whom it talks to, and what it may still use.
struct ScriptRun {
  ScriptHost* host = nullptr;
  /// Instructions that are left; below 0 the script ends. Long work of library functions and memory
  /// that is asked for count as well.
  long long left = 0;
  std::size_t memory = 0;
  std::size_t most_memory = 0;
};

ScriptRun* RunOf(lua_State* L);

/// Takes so many instructions away; a Lua error when none are left.
void Charge(lua_State* L, long long instructions);
[[noreturn]] void EndOfInstructions(lua_State* L);

/// Sets the globals. Files, clocks, addresses, other code and metatables are out of reach, and so
/// are patterns, which can take for ever.
void OpenLibrary(lua_State* L);

}  // namespace surefoot::events
