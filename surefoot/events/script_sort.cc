/// table.sort for scripts. Lua's quicksort chooses pivots by the clock in long, badly divided
/// tables, so the order of equal items differs from run to run. This is a stable merge sort, O(n
/// log n).

#include <algorithm>
#include <lua5.4/lua.hpp>
#include <utility>

#include "surefoot/events/script_library.h"

namespace surefoot::events {
namespace {

/// Places on the stack: the table, the comparison (or nil), a scratch table.
constexpr int kTable = 1;
constexpr int kOrder = 2;
constexpr int kScratch = 3;

/// Whether the upper of the two items at the top of the stack comes first; both stay there.
bool UpperIsLess(lua_State* L) {
  if (lua_isnil(L, kOrder)) return lua_compare(L, -1, -2, LUA_OPLT) != 0;
  lua_pushvalue(L, kOrder);
  lua_pushvalue(L, -2);
  lua_pushvalue(L, -4);
  lua_call(L, 2, 1);
  const bool is_less = lua_toboolean(L, -1) != 0;
  lua_pop(L, 1);
  return is_less;
}

/// Merges the sorted ranges [begin, middle) and [middle, end) of `from` into the same range of
/// `to`.
void Merge(lua_State* L, int from, int to, lua_Integer begin, lua_Integer middle, lua_Integer end) {
  lua_Integer left = begin;
  lua_Integer right = middle;
  for (lua_Integer at = begin; at < end; ++at) {
    bool take_right = left >= middle;
    if (left < middle && right < end) {
      lua_rawgeti(L, from, left);
      lua_rawgeti(L, from, right);
      take_right = UpperIsLess(L);
      lua_pop(L, 2);
    }
    lua_rawgeti(L, from, take_right ? right++ : left++);
    lua_rawseti(L, to, at);
  }
}

}  // namespace

int SortTable(lua_State* L) {
  luaL_checktype(L, kTable, LUA_TTABLE);
  if (!lua_isnoneornil(L, kOrder)) luaL_checktype(L, kOrder, LUA_TFUNCTION);
  lua_settop(L, kOrder);
  lua_newtable(L);
  const auto count = static_cast<lua_Integer>(lua_rawlen(L, kTable));
  int from = kTable;
  int to = kScratch;
  for (lua_Integer width = 1; width < count; width *= 2) {
    for (lua_Integer begin = 1; begin <= count; begin += 2 * width) {
      Merge(L, from, to, begin, std::min(begin + width, count + 1),
            std::min(begin + 2 * width, count + 1));
    }
    std::swap(from, to);
  }
  for (lua_Integer i = 1; from == kScratch && i <= count; ++i) {
    lua_rawgeti(L, kScratch, i);
    lua_rawseti(L, kTable, i);
  }
  return 0;
}

}  // namespace surefoot::events
