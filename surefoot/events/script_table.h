#pragma once

/// The table that scripts keep, as bytes. Private to this folder; Lua's headers are not, so its
/// state is named by itself.

#include <string>

#include "surefoot/base/bytes.h"

struct lua_State;

namespace surefoot::events {

/// Pushes the table that the bytes describe; an empty one for none or damaged ones. Like all of
/// Lua's functions it may end in a Lua error (no memory).
void PushTable(lua_State* L, const Bytes& bytes);

/// Appends the table at `index`, keys sorted: numbers, then texts. What cannot be kept is told: ""
/// when all can. A table that is there twice is written twice, so that a few can make many: the
/// bytes may be no more than the script's memory, and count as its instructions. Nothing that Lua
/// could leave behind by an error is made here.
std::string WriteTable(lua_State* L, int index, Bytes* bytes);

}  // namespace surefoot::events
