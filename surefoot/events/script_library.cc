#include "surefoot/events/script_library.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <lua5.4/lua.hpp>
#include <string>
#include <vector>

namespace surefoot::events {
namespace {

// Functions that scripts can call. Each charges its cost in instructions, because Lua's hook counts
// only virtual machine instructions, and a library call may take much longer than one.

void ChargeBytes(lua_State* L, std::size_t bytes) {
  Charge(L, static_cast<long long>(bytes / kBytesPerInstruction));
}

std::string TextArgument(lua_State* L, int index) {
  std::size_t size = 0;
  const char* text = luaL_checklstring(L, index, &size);
  ChargeBytes(L, size);
  return std::string(text, size);
}

int PushNil(lua_State* L) {
  lua_pushnil(L);
  return 1;
}

int PushText(lua_State* L, const std::string& text) {
  lua_pushlstring(L, text.data(), text.size());
  return 1;
}

/// A value as text, without the addresses of Lua's tostring, which differ from run to run.
std::string PlainText(lua_State* L, int index) {
  switch (lua_type(L, index)) {
    case LUA_TNIL:
      return "nil";
    case LUA_TBOOLEAN:
      return lua_toboolean(L, index) != 0 ? "true" : "false";
    case LUA_TNUMBER:
    case LUA_TSTRING: {
      lua_pushvalue(L, index);
      std::size_t size = 0;
      const char* text = lua_tolstring(L, -1, &size);
      std::string out(text, size);
      lua_pop(L, 1);
      return out;
    }
    default:
      return luaL_typename(L, index);
  }
}

/// Cost of converting a number to text, in instructions.
constexpr long long kNumberText = 50;

int ToString(lua_State* L) {
  luaL_checkany(L, 1);
  Charge(L, kNumberText);
  return PushText(L, PlainText(L, 1));
}

int Print(lua_State* L) {
  std::string text;
  for (int i = 1; i <= lua_gettop(L); ++i) {
    Charge(L, kNumberText);
    text += (i > 1 ? " " : "") + PlainText(L, i);
  }
  Charge(L, 100 + static_cast<long long>(text.size()) / 8);
  RunOf(L)->host->Print(text.substr(0, 1000));
  return 0;
}

int GiveCommand(lua_State* L) {
  const std::string line = TextArgument(L, 1);
  Charge(L, 200 + static_cast<long long>(line.size()));
  const Status status = RunOf(L)->host->Command(line);
  if (!status.ok()) return luaL_error(L, "%s", status.error().message.c_str());
  return 0;
}

constexpr const char* kPoseNames[] = {"x", "y", "z", "roll", "pitch", "yaw"};
constexpr const char* kVelocityNames[] = {"x", "y", "z", "wx", "wy", "wz"};

int PushSix(lua_State* L, bool found, const double* six, const char* const* names) {
  if (!found) return PushNil(L);
  lua_createtable(L, 0, 6);
  for (int i = 0; i < 6; ++i) {
    lua_pushnumber(L, six[i]);
    lua_setfield(L, -2, names[i]);
  }
  return 1;
}

int Pose(lua_State* L) {
  double six[6] = {};
  return PushSix(L, RunOf(L)->host->Pose(TextArgument(L, 1), six), six, kPoseNames);
}

int Velocity(lua_State* L) {
  double six[6] = {};
  return PushSix(L, RunOf(L)->host->Velocity(TextArgument(L, 1), six), six, kVelocityNames);
}

int Joint(lua_State* L) {
  double two[2] = {};
  if (!RunOf(L)->host->Joint(TextArgument(L, 1), two)) return PushNil(L);
  lua_pushnumber(L, two[0]);
  lua_pushnumber(L, two[1]);
  return 2;
}

int Inside(lua_State* L) {
  std::vector<std::string> models;
  if (!RunOf(L)->host->Inside(TextArgument(L, 1), &models)) return PushNil(L);
  Charge(L, 10 * static_cast<long long>(models.size()));
  lua_newtable(L);
  for (std::size_t i = 0; i < models.size(); ++i) {
    PushText(L, models[i]);
    lua_rawseti(L, -2, static_cast<lua_Integer>(i) + 1);
  }
  return 1;
}

int Fired(lua_State* L) {
  std::uint64_t count = 0;
  if (!RunOf(L)->host->Fired(TextArgument(L, 1), &count)) return PushNil(L);
  lua_pushinteger(L, static_cast<lua_Integer>(count));
  return 1;
}

/// touching(a): whether a touches anything; touching(a, b): whether they touch each other.
int Touching(lua_State* L) {
  const ScriptHost& host = *RunOf(L)->host;
  const std::string of = TextArgument(L, 1);
  const bool any = lua_gettop(L) < 2;
  const std::string to = any ? std::string() : TextArgument(L, 2);
  Charge(L, 10 + static_cast<long long>(host.touch_count()));
  bool touches = false;
  if (!host.Touching(of, any ? nullptr : &to, &touches)) return PushNil(L);
  lua_pushboolean(L, touches ? 1 : 0);
  return 1;
}

/// random(): in [0, 1); random(n): 1 to n; random(a, b): a to b. From the event's random stream
/// instead of Lua's global generator, so that runs are reproducible.
int Random(lua_State* L) {
  for (int i = 1; i <= lua_gettop(L); ++i) luaL_checktype(L, i, LUA_TNUMBER);
  const double u = RunOf(L)->host->Random();
  if (lua_gettop(L) == 0) {
    lua_pushnumber(L, u);
    return 1;
  }
  const lua_Integer low = lua_gettop(L) > 1 ? luaL_checkinteger(L, 1) : 1;
  const lua_Integer high = luaL_checkinteger(L, lua_gettop(L) > 1 ? 2 : 1);
  luaL_argcheck(L, low <= high, lua_gettop(L) > 1 ? 2 : 1, "interval is empty");
  luaL_argcheck(L, static_cast<double>(high) - static_cast<double>(low) < 9e15, 1, "too wide");
  const double width = static_cast<double>(high - low) + 1.0;
  lua_pushinteger(L, low + static_cast<lua_Integer>(u * width));
  return 1;
}

/// Order of keys: numbers before texts.
bool IsLess(lua_State* L, int a, int b) {
  const bool a_text = lua_type(L, a) == LUA_TSTRING;
  const bool b_text = lua_type(L, b) == LUA_TSTRING;
  if (a_text != b_text) return b_text;
  if (!a_text) return lua_compare(L, a, b, LUA_OPLT) != 0;
  // By bytes; lua_compare would use the locale.
  std::size_t a_size = 0;
  std::size_t b_size = 0;
  const char* a_chars = lua_tolstring(L, a, &a_size);
  const char* b_chars = lua_tolstring(L, b, &b_size);
  return std::string_view(a_chars, a_size) < std::string_view(b_chars, b_size);
}

/// The iterator of pairs. Upvalues: the table, its sorted keys, the number of keys returned.
int NextPair(lua_State* L) {
  const lua_Integer at = lua_tointeger(L, lua_upvalueindex(3)) + 1;
  lua_pushinteger(L, at);
  lua_copy(L, -1, lua_upvalueindex(3));
  lua_rawgeti(L, lua_upvalueindex(2), at);
  if (lua_isnil(L, -1)) return 1;
  lua_pushvalue(L, -1);
  lua_rawget(L, lua_upvalueindex(1));
  return 2;
}

/// pairs in the order of the keys, because Lua's order depends on addresses and a random seed.
int Pairs(lua_State* L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_newtable(L);
  const int keys = lua_gettop(L);
  std::vector<int> order;
  int count = 0;
  lua_pushnil(L);
  while (lua_next(L, 1) != 0) {
    lua_pop(L, 1);
    const int type = lua_type(L, -1);
    if (type != LUA_TNUMBER && type != LUA_TSTRING) {
      return luaL_error(L, "pairs: keys must be numbers or texts, not a %s", luaL_typename(L, -1));
    }
    Charge(L, 20 * Weight(*RunOf(L)));
    lua_pushvalue(L, -1);
    lua_rawseti(L, keys, ++count);
    order.push_back(count);
  }
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    lua_rawgeti(L, keys, a);
    lua_rawgeti(L, keys, b);
    const bool less = IsLess(L, -2, -1);
    lua_pop(L, 2);
    return less;
  });
  lua_pushvalue(L, 1);
  lua_newtable(L);
  for (int i = 0; i < count; ++i) {
    lua_rawgeti(L, keys, order[static_cast<std::size_t>(i)]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, NextPair, 3);
  return 1;
}

/// Cost of a caught error: it is a C++ exception, as slow as some hundred instructions.
constexpr long long kCaughtError = 400;

/// pcall. Errors of limits cannot be caught: they are raised again at each level until the script
/// has ended.
int ProtectedCall(lua_State* L) {
  luaL_checkany(L, 1);
  Charge(L, 20);
  const int failed = lua_pcall(L, lua_gettop(L) - 1, LUA_MULTRET, 0);
  if (failed != LUA_OK) Charge(L, kCaughtError);
  lua_pushboolean(L, failed == LUA_OK ? 1 : 0);
  lua_insert(L, 1);
  return lua_gettop(L);
}

int NextItem(lua_State* L) {
  const lua_Integer at = luaL_checkinteger(L, 2) + 1;
  lua_pushinteger(L, at);
  return lua_geti(L, 1, at) == LUA_TNIL ? 1 : 2;
}

/// ipairs as in Lua's library, but its iterator is a closure; see SetFunction.
int Ipairs(lua_State* L) {
  luaL_checkany(L, 1);
  lua_pushnil(L);
  lua_pushcclosure(L, NextItem, 1);
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  return 3;
}

int CallUpvalue(lua_State* L) {
  const int count = lua_gettop(L);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, count, LUA_MULTRET);
  return lua_gettop(L);
}

/// Calls the library function in the upvalue after charging for the lengths of its arguments.
int Charged(lua_State* L) {
  long long length = 10;
  for (int i = 1; i <= lua_gettop(L); ++i) {
    const int type = lua_type(L, i);
    const auto size = 20 * static_cast<long long>(lua_rawlen(L, i));
    if (type == LUA_TSTRING) length += size;
    if (type == LUA_TTABLE) length += size * Weight(*RunOf(L));
  }
  Charge(L, length);
  return CallUpvalue(L);
}

/// The same for functions of numbers, which accept numbers as texts: only texts are charged.
int ChargedTexts(lua_State* L) {
  for (int i = 1; i <= lua_gettop(L); ++i) {
    if (lua_type(L, i) == LUA_TSTRING) Charge(L, static_cast<long long>(lua_rawlen(L, i) / 4));
  }
  return CallUpvalue(L);
}

int Repeat(lua_State* L) {
  std::size_t size = 0;
  const char* text = luaL_checklstring(L, 1, &size);
  const lua_Integer count = std::max<lua_Integer>(0, luaL_checkinteger(L, 2));
  const std::size_t max = RunOf(L)->max_memory / std::max<std::size_t>(1, size);
  if (static_cast<std::size_t>(count) > max) return luaL_error(L, "not enough memory");
  Charge(L, count / 8);
  ChargeBytes(L, size * static_cast<std::size_t>(count));
  std::string out;
  for (lua_Integer i = 0; i < count; ++i) out.append(text, size);
  return PushText(L, out);
}

/// find(text, part, [from]): plain search only. Lua's patterns can take exponential time.
int Find(lua_State* L) {
  const std::string text = TextArgument(L, 1);
  const std::string part = TextArgument(L, 2);
  const lua_Integer from = luaL_optinteger(L, 3, 1);
  Charge(L, static_cast<long long>(text.size()) *
                std::max<long long>(1, static_cast<long long>(part.size()) / 16));
  const std::size_t start = from < 1 ? 0 : static_cast<std::size_t>(from) - 1;
  const std::size_t at = start > text.size() ? std::string::npos : text.find(part, start);
  if (at == std::string::npos) return PushNil(L);
  lua_pushinteger(L, static_cast<lua_Integer>(at) + 1);
  lua_pushinteger(L, static_cast<lua_Integer>(at + part.size()));
  return 2;
}

/// Cost of formatting a number: very large and very small ones need arithmetic with hundreds of
/// digits.
long long FormatCost(double number) {
  const double size = std::abs(number);
  const bool usual = size == 0.0 || (size > 1e-15 && size < 1e15);
  return usual ? 2 * kNumberText : 20 * kNumberText;
}

/// Whether a format has a conversion 'p': "%p", "%5p", "%-20p"; not "%%p".
bool HasAddress(const std::string& format) {
  for (std::size_t at = format.find('%'); at != std::string::npos; at = format.find('%', at + 1)) {
    at = format.find_first_not_of("-+ #0123456789.", at + 1);
    if (at == std::string::npos) return false;
    if (format[at] == 'p') return true;
  }
  return false;
}

/// string.format without addresses: tables and functions become plain texts, and %p is rejected.
int Format(lua_State* L) {
  const int count = lua_gettop(L);
  for (int i = 1; i <= count; ++i) {
    const int type = lua_type(L, i);
    Charge(L, type == LUA_TNUMBER ? FormatCost(lua_tonumber(L, i)) : kNumberText);
    const bool plain = type == LUA_TSTRING || type == LUA_TNUMBER;
    if (plain) continue;
    PushText(L, PlainText(L, i));
    lua_replace(L, i);
  }
  if (HasAddress(TextArgument(L, 1))) {
    return luaL_error(L, "format: addresses (%%p) differ from run to run");
  }
  return Charged(L);
}

int Unpack(lua_State* L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  const auto count = static_cast<lua_Integer>(lua_rawlen(L, 1));
  Charge(L, count);
  if (count > 200) return luaL_error(L, "unpack: 200 values at most");
  luaL_checkstack(L, static_cast<int>(count), "unpack");
  for (lua_Integer i = 1; i <= count; ++i) lua_rawgeti(L, 1, i);
  return static_cast<int>(count);
}

/// Sets a field to a function. A closure is an object in the script's memory; a plain C function
/// would be hashed as a key by its address in the program, which differs from run to run.
void SetFunction(lua_State* L, const char* name, lua_CFunction function) {
  lua_pushnil(L);
  lua_pushcclosure(L, function, 1);
  lua_setfield(L, -2, name);
}

/// Replaces the library at the top of the stack by a table with these functions only.
void Keep(lua_State* L, const std::vector<const char*>& names, lua_CFunction charged) {
  lua_newtable(L);
  for (const char* name : names) {
    lua_getfield(L, -2, name);
    if (charged != nullptr && lua_isfunction(L, -1)) {
      lua_pushcclosure(L, charged, 1);
      lua_setfield(L, -2, name);
    } else if (const lua_CFunction plain = lua_tocfunction(L, -1)) {
      lua_pop(L, 1);
      SetFunction(L, name, plain);
    } else {
      lua_setfield(L, -2, name);
    }
  }
  lua_remove(L, -2);
}

void OpenBase(lua_State* L) {
  luaL_requiref(L, "base", luaopen_base, 0);
  lua_getfield(L, -1, "tonumber");
  lua_insert(L, -2);
  Keep(L, {"assert", "error", "select", "type"}, nullptr);
  lua_insert(L, -2);
  lua_pushcclosure(L, ChargedTexts, 1);
  lua_setfield(L, -2, "tonumber");
  // The new table becomes the globals; that of luaopen_base is not reachable from scripts.
  SetFunction(L, "pcall", ProtectedCall);
  SetFunction(L, "tostring", ToString);
  SetFunction(L, "print", Print);
  SetFunction(L, "pairs", Pairs);
  SetFunction(L, "ipairs", Ipairs);
  SetFunction(L, "command", GiveCommand);
  SetFunction(L, "pose", Pose);
  SetFunction(L, "velocity", Velocity);
  SetFunction(L, "joint", Joint);
  SetFunction(L, "inside", Inside);
  SetFunction(L, "fired", Fired);
  SetFunction(L, "touching", Touching);
}

void OpenMath(lua_State* L) {
  luaL_requiref(L, "math", luaopen_math, 0);
  Keep(L, {"abs",  "acos", "asin",      "atan", "ceil", "cos",        "deg",       "exp", "floor",
           "fmod", "huge", "log",       "max",  "min",  "modf",       "pi",        "rad", "sin",
           "sqrt", "tan",  "tointeger", "type", "ult",  "maxinteger", "mininteger"},
       ChargedTexts);
  SetFunction(L, "random", Random);
}

void OpenStrings(lua_State* L) {
  luaL_requiref(L, "string", luaopen_string, 0);
  lua_getfield(L, -1, "format");
  lua_pushcclosure(L, Format, 1);
  lua_insert(L, -2);
  Keep(L, {"byte", "char", "len", "lower", "reverse", "sub", "upper"}, Charged);
  lua_insert(L, -2);
  lua_setfield(L, -2, "format");
  SetFunction(L, "rep", Repeat);
  SetFunction(L, "find", Find);
  // Methods of texts, ("x"):rep(3), use the same functions.
  lua_pushliteral(L, "");
  lua_createtable(L, 0, 1);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
}

void OpenTables(lua_State* L) {
  luaL_requiref(L, "table", luaopen_table, 0);
  Keep(L, {"concat", "insert", "remove"}, Charged);
  lua_pushcfunction(L, SortTable);
  lua_pushcclosure(L, Charged, 1);
  lua_setfield(L, -2, "sort");
  SetFunction(L, "unpack", Unpack);
}

}  // namespace

ScriptRun* RunOf(lua_State* L) { return *static_cast<ScriptRun**>(lua_getextraspace(L)); }

long long Weight(const ScriptRun& run) {
  constexpr std::size_t kTextPerInstruction = 256;
  return 1 + static_cast<long long>(run.longest_text / kTextPerInstruction);
}

long long ThreadCpuNs() {
  timespec now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<long long>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

void EndOfInstructions(lua_State* L) {
  const ScriptRun& run = *RunOf(L);
  luaL_error(L, run.out_of_time ? "the script takes too long: it has used up its processor time"
                                : "the script takes too long: it has used up its instructions");
  throw 0;  // luaL_error does not return
}

void Charge(lua_State* L, long long instructions) {
  ScriptRun* run = RunOf(L);
  run->left -= instructions;
  if (run->left < 0) EndOfInstructions(L);
}

void OpenLibrary(lua_State* L) {
  OpenBase(L);
  OpenMath(L);
  lua_setfield(L, -2, "math");
  OpenStrings(L);
  lua_setfield(L, -2, "string");
  OpenTables(L);
  lua_setfield(L, -2, "table");
}

}  // namespace surefoot::events
